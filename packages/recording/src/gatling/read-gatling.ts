/** Reads a simulation of Gatling in any of its languages as far as it is data: it is never compiled or run. */
import { LeftList } from '../model/left.ts'
import type { Recording } from '../model/recording.ts'
import { ScriptFile } from '../script/script-file.ts'

/** Whether a file begins as one. @param head the first characters */
export const isSimulation = (head: string): boolean =>
  /^\s*[^{[\s]/.test(head) && /\bimport\s+(static\s+)?io\.gatling\.|(['"])@gatling\.io\//.test(head)

export class GatlingReader {
  readonly #file = new ScriptFile()
  readonly #left = new LeftList()
  #recording: Recording | null = null

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  async settle(): Promise<void> {
    const text = this.#file.end(this.#left)
    if (text === null) return
    const { readSimulation } = await import('./read-simulation.ts')
    this.#recording = readSimulation(text)
  }

  end(): Recording {
    if (this.#recording !== null) return this.#recording
    this.#left.add('', 'nothingFound')
    return { format: 'gatling', pages: [], exchanges: [], variables: null, left: this.#left.items }
  }
}
