/** Reads a script of k6 as far as it is data: it is parsed, never run. @see https://grafana.com/docs/k6/latest/using-k6/test-lifecycle/ */
import { LeftList } from '../model/left.ts'
import type { Recording } from '../model/recording.ts'
import { ScriptFile } from '../script/script-file.ts'

/** Whether a file begins as such a script. @param head the first characters */
export const isK6Script = (head: string): boolean =>
  /^\s*[^{[\s]/.test(head) && /(?:\bfrom|\bimport|require\()\s*(['"])k6(?:\/[\w./-]+)?\1/.test(head)

export class K6Reader {
  readonly #file = new ScriptFile()
  readonly #left = new LeftList()
  #recording: Recording | null = null

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  /** The parser is loaded when a script is read. */
  async settle(): Promise<void> {
    const text = this.#file.end(this.#left)
    if (text === null) return
    const { readScript } = await import('./read-script.ts')
    this.#recording = readScript(text)
  }

  end(): Recording {
    if (this.#recording !== null) return this.#recording
    this.#left.add('', 'nothingFound')
    return { format: 'k6', pages: [], exchanges: [], variables: null, left: this.#left.items }
  }
}
