/**
 * Delays JMeter until the run's start instant: a property of the first thread group with load is read from a
 * named pipe, for which JMeter waits after it has loaded everything and has run the set-up groups. The writing end
 * detects that it waits.
 */
import { execFile } from 'node:child_process'
import { chownSync, closeSync, constants, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

const makeTimeoutMs = 10_000

/** The property of every thread group that JMeter reads first when it starts one. */
export const gateProperty = 'ThreadGroup.on_sample_error'

/** The property's value: JMeter reads this file, in its working folder, whenever it evaluates the property. */
export const gateValue = (name: string): string => `\${__FileToString(${name})}`

export class Gate {
  readonly #path: string
  readonly #content: string
  readonly #gid: number | null
  #file: number | null = null

  private constructor(path: string, content: string, gid: number | null) {
    this.#path = path
    this.#content = content
    this.#gid = gid
  }

  /** `content` is the value of the property; `gid` is the group that may read it too. @throws the system's error */
  static async make(path: string, content: string, gid: number | null): Promise<Gate> {
    await promisify(execFile)('mkfifo', ['-m', '640', path], { timeout: makeTimeoutMs })
    return new Gate(path, content, gid)
  }

  /** Whether JMeter waits at the gate; must be polled. @throws the system's error */
  isReached(): boolean {
    if (this.#file !== null) return true
    try {
      this.#file = openSync(this.#path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (cause) {
      // No process reads it yet.
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENXIO') return false
      throw cause
    }
    // A second read of the property finds a plain file and does not wait.
    writeFileSync(`${this.#path}.open`, this.#content, { mode: 0o640, flag: 'wx' })
    if (this.#gid !== null) chownSync(`${this.#path}.open`, 0, this.#gid)
    renameSync(`${this.#path}.open`, this.#path)
    return true
  }

  /** Starts JMeter's load. */
  open(): void {
    if (this.#file === null) return
    try {
      writeSync(this.#file, this.#content)
    } catch {
      // JMeter has ended while it waited.
    }
    closeSync(this.#file)
    this.#file = null
  }
}
