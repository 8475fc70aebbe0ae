/** Java programs for tests: brokers whose jars `./pone test` brings, and small programs that use their clients. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const brokers = fileURLToPath(new URL('../../../../.cache/brokers', import.meta.url))

/** A heap for a small broker, and a quick start. */
export const javaOptions = ['-Xmx384m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** The jars of a broker as a class path, named as its pom. @throws Error when they are not there */
export function brokerJars(name: string): string {
  const folder = join(brokers, name)
  if (!existsSync(folder)) throw new Error(`${folder} is missing; \`./pone test\` brings it`)
  return `${folder}/*`
}

/** A program that answers each line of its input with lines that end with `done`. */
export class JavaFeeder {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  #errors = ''
  #last = Promise.resolve<string[]>([])

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child
    this.#lines = lines
    child.stderr?.on('data', (part: Buffer) => {
      this.#errors = `${this.#errors}${part.toString()}`.slice(-4_000)
      // Threads of a client outlive a failed main, and its answer would be waited for in vain.
      if (this.#errors.includes('Exception in thread "main"')) setTimeout(() => child.kill('SIGKILL'), 500)
    })
  }

  /** Starts a source file, whose class is `Feeder`; `options` are those of the machine. */
  static async start(
    jars: string,
    folder: string,
    source: string,
    args: readonly string[],
    options: readonly string[] = [],
  ): Promise<JavaFeeder> {
    const file = join(folder, 'Feeder.java')
    await writeFile(file, source)
    const child = spawn('java', [...javaOptions, ...options, '-cp', jars, file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return new JavaFeeder(child, createInterface(child.stdout)[Symbol.asyncIterator]())
  }

  /** What it answers, without the last line. @throws Error when it ends instead, with what it said */
  tell(line: string): Promise<string[]> {
    this.#last = this.#last.then(async () => {
      this.#child.stdin?.write(`${line}\n`)
      const said: string[] = []
      for (;;) {
        const next = await this.#lines.next()
        if (next.done === true)
          throw new Error(`the feeder ended at ${line}: ${said.join('\n')}\n${this.#errors}`)
        if (next.value === 'done') return said
        said.push(next.value)
      }
    })
    return this.#last
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    if (this.#child.exitCode === null && this.#child.kill('SIGKILL')) await ended
  }
}
