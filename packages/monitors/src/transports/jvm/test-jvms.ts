/** JVMs of one small program for tests; it makes the file that its first argument names once it is ready. */
import { execFile } from 'node:child_process'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProgram, type TestProgram } from '../test-processes.ts'
import { type JvmProcess, readJvm } from './processes.ts'

const run = promisify(execFile)

export interface TestJvm {
  readonly program: TestProgram
  readonly jvm: JvmProcess
}

export class TestJvms {
  readonly folder: string
  readonly #main: string
  #count = 0

  private constructor(folder: string, main: string) {
    this.folder = folder
    this.#main = main
  }

  /** `source`: of the public class `main`. */
  static async compile(main: string, source: string): Promise<TestJvms> {
    const folder = await mkdtemp(join(tmpdir(), 'pone-jvm-'))
    await writeFile(join(folder, `${main}.java`), source)
    await run('javac', ['-d', folder, join(folder, `${main}.java`)])
    return new TestJvms(folder, main)
  }

  /** Resolves when it is ready. */
  async start(...options: readonly string[]): Promise<TestJvm> {
    const mark = join(this.folder, `mark-${this.#count++}`)
    const isReady = () =>
      access(mark).then(
        () => true,
        () => false,
      )
    const command = ['java', '-Xmx64m', ...options, '-cp', this.folder, this.#main, mark]
    const program = await startProgram(command, isReady)
    const jvm = await readJvm(program.pid)
    if (jvm === null) throw new Error('the JVM has ended')
    return { program, jvm }
  }

  /** After all of them have ended. */
  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
