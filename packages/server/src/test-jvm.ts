/** A JVM for tests that runs a class of theirs, which is compiled in a folder of its own; the folder names the JVM. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export class TestJvm {
  readonly folder: string
  readonly #className: string
  #process: ChildProcess | undefined

  private constructor(folder: string, className: string) {
    this.folder = folder
    this.#className = className
  }

  /** Compiles and starts it. @param source of the class; its main method makes the file that its argument names when it is ready */
  static async start(className: string, source: string): Promise<TestJvm> {
    const folder = await mkdtemp(join(tmpdir(), 'pone-test-jvm-'))
    const file = join(folder, `${className}.java`)
    await writeFile(file, source)
    await promisify(execFile)('javac', ['-d', folder, file])
    const jvm = new TestJvm(folder, className)
    await jvm.start()
    return jvm
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Once more after its end. */
  async start(): Promise<void> {
    const mark = `mark-${Math.random()}`
    const options = ['-Xmx64m', '-cp', this.folder, this.#className, join(this.folder, mark)]
    this.#process = spawn('java', options, { stdio: 'ignore' })
    while (!(await readdir(this.folder)).includes(mark)) await pause(50)
  }

  async end(): Promise<void> {
    const running = this.#process
    if (running === undefined) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
    this.#process = undefined
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    await this.end()
    await rm(this.folder, { recursive: true, force: true })
  }
}
