/** Files that steps send as messages, of recorded messages that are too long for a field. */
import type { Step } from '@pone/plan/steps/registry.ts'
import type { LeftList } from '../model/left.ts'

export interface MessageFile {
  /** By which the steps name it until it is stored. */
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export class MessageFiles {
  readonly items: MessageFile[] = []
  readonly #left: LeftList
  readonly #prefix: string

  /** @param recordingName which the names of the files begin with */
  constructor(left: LeftList, recordingName = '') {
    this.#left = left
    const plain = recordingName.replace(/\.\w+$/, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    this.#prefix = plain === '' ? '' : `${plain.slice(0, 50)}-`
  }

  /** The id of the file. @param place of the conversation */
  add(bytes: Uint8Array<ArrayBuffer>, place: string): string {
    const count = this.items.length + 1
    const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    const name = `${this.#prefix}message-${count}.bin`
    this.items.push({ id, name, bytes })
    this.#left.add(place, 'messageFile', { name, size: Math.ceil(bytes.length / 1_024) })
    return id
  }
}

/** The steps with the ids of the stored files. @param stored by the id that the steps have */
export const withStoredFiles = (steps: readonly Step[], stored: ReadonlyMap<string, string>): Step[] =>
  steps.map(step => {
    if ('children' in step) return { ...step, children: withStoredFiles(step.children, stored) }
    if (step.kind !== 'request') return step
    if (step.protocol === 'tcp') return { ...step, tcp: withStored(step.tcp, stored) }
    return step.protocol === 'webSocket' ? { ...step, webSocket: withStored(step.webSocket, stored) } : step
  })

function withStored<T extends { readonly kind: string }>(
  operation: T,
  stored: ReadonlyMap<string, string>,
): T {
  const id = 'fileId' in operation ? stored.get(String(operation.fileId)) : undefined
  return id === undefined ? operation : { ...operation, fileId: id }
}
