/**
 * Holds JMeter back until the run's start instant: a variable of the test plan is read from a named pipe, which JMeter
 * waits for after it has loaded everything and before it starts a thread. That it waits can be seen from this end.
 */
import { execFile } from 'node:child_process'
import { closeSync, constants, openSync, renameSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const makeTimeoutMs = 10_000

/** The variable that is to be put into the plan. */
export const gateVariable = 'pone.start'

/** The variable's value: JMeter reads this file, in the folder that it runs in, when it compiles the plan. */
export const gateValue = (name: string): string => `\${__FileToString(${name})}`

export class Gate {
  readonly #path: string
  #file: number | null = null

  private constructor(path: string) {
    this.#path = path
  }

  /** @throws the system's error */
  static async make(path: string): Promise<Gate> {
    await promisify(execFile)('mkfifo', ['-m', '600', path], { timeout: makeTimeoutMs })
    return new Gate(path)
  }

  /** Whether JMeter stands before the gate; ask again until it does. @throws the system's error */
  isReached(): boolean {
    if (this.#file !== null) return true
    try {
      this.#file = openSync(this.#path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (cause) {
      // Nobody reads it yet.
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENXIO') return false
      throw cause
    }
    // Whoever reads the variable once more finds a plain file and does not wait.
    writeFileSync(`${this.#path}.open`, '', { mode: 0o600 })
    renameSync(`${this.#path}.open`, this.#path)
    return true
  }

  /** Lets JMeter begin. */
  open(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }
}
