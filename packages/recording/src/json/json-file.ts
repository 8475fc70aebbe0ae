/** Collects the chunks of a JSON or YAML file that is read as a whole, up to a size. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { yamlFault } from '@pone/schema/yaml-faults.ts'
import { LineCounter, parseDocument } from 'yaml'
import type { LeftList } from '../model/left.ts'

const maxBytes = 20 * 1024 ** 2
/** Values that references of YAML may unfold into. */
const maxReferred = 100

type FileContent =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'notYaml'; readonly place: string; readonly reason: Bilingual }
  | { readonly kind: 'tooLarge' }

export class JsonFile {
  readonly #decoder = new TextDecoder()
  #text = ''
  #sizeBytes = 0

  feed(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes <= maxBytes) this.#text += this.#decoder.decode(chunk, { stream: true })
  }

  /** Hands over what the file holds, or tells in `left` why that cannot be read. */
  end(left: LeftList, read: (value: unknown) => void): void {
    const content = this.#content()
    switch (content.kind) {
      case 'value':
        return read(content.value)
      case 'tooLarge':
        return left.add('', 'entryTooLarge', { limit: maxBytes / 1024 ** 2 })
      case 'notYaml':
        return left.add(content.place, 'notYaml', { reason: content.reason })
      case 'notJson':
        return left.add('', 'notJson')
    }
  }

  #content(): FileContent {
    if (this.#sizeBytes > maxBytes) return { kind: 'tooLarge' }
    const text = this.#text + this.#decoder.decode()
    if (!/^\s*[[{]/.test(text)) return yamlContent(text)
    try {
      return { kind: 'value', value: JSON.parse(text) }
    } catch {
      return { kind: 'notJson' }
    }
  }
}

function yamlContent(text: string): FileContent {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [fault] = parsed.errors
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    return { kind: 'notYaml', place: `${line}:${col}`, reason: yamlFault(fault) }
  }
  try {
    return { kind: 'value', value: parsed.toJS({ maxAliasCount: maxReferred }) }
  } catch {
    const reason = { zh: '引用展开后过大', en: 'its references unfold into too much' }
    return { kind: 'notYaml', place: '', reason }
  }
}
