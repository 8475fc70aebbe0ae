/** Reads the header blocks of one connection's answers, anew only where the same bytes have not just been read: servers under load repeat them for a second at least. */
import type { Fault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'
import { maxHeadBytes, maxHeaderCount } from '../response-head.ts'
import { type AnswerHead, answerHead } from './answer-head.ts'
import { type DecodedBlock, HpackDecoder } from './hpack/decoder.ts'
import type { TableField } from './hpack/dynamic-table.ts'

/** A block that means the same on every connection. */
interface KnownBlock {
  readonly bytes: Buffer
  readonly head: AnswerHead
  readonly added: readonly TableField[]
}

const longestBytes = 1_024
const maxKnown = 64
/** Blocks that never repeat are kept only this often: keeping one costs more than finding none. */
const keepEvery = 16

/** Blocks that a worker has read of late, whatever the connection: those that do not name what a table holds. */
export class KnownBlocks {
  readonly #known = new Map<string, KnownBlock>()
  #latest: KnownBlock | null = null
  #misses = 0
  #hasRepeated = true

  /** The block that was found last, if these are its bytes: it mostly is, and is found fastest. */
  again(bytes: Buffer, from: number, to: number): KnownBlock | null {
    const latest = this.#latest
    if (latest === null || latest.bytes.length !== to - from) return null
    return bytes.compare(latest.bytes, 0, to - from, from, to) === 0 ? latest : null
  }

  /** The block of these bytes, a character per byte. */
  find(key: string): KnownBlock | undefined {
    const known = this.#known.get(key)
    if (known === undefined) return undefined
    this.#hasRepeated = true
    this.#latest = known
    return known
  }

  keep(key: string, block: KnownBlock): void {
    if (!this.#hasRepeated && ++this.#misses % keepEvery !== 0) return
    this.#hasRepeated = false
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(key, block)
  }
}

/** Reader of one connection. */
export class HeadReader {
  readonly #known: KnownBlocks
  readonly #decoder = new HpackDecoder({ maxBytes: maxHeadBytes, maxFields: maxHeaderCount })
  /** The latest block that names what the table holds, and the table's state at which it did. */
  #latestBytes = ''
  #latestGeneration = -1
  #latestHead: AnswerHead | null = null

  constructor(known: KnownBlocks) {
    this.#known = known
  }

  /** Reads a whole block. @throws H2Error COMPRESSION_ERROR */
  read(bytes: Buffer, from: number, to: number): AnswerHead {
    const decoder = this.#decoder
    if (to - from > longestBytes) return headOf(decoder.decode(bytes, from, to))
    const again = this.#known.again(bytes, from, to)
    if (again !== null) return this.#apply(again)
    const key = bytes.toString('latin1', from, to)
    if (this.#latestHead !== null && this.#latestGeneration === decoder.table.generation) {
      if (this.#latestBytes === key) return this.#latestHead
    }
    const known = this.#known.find(key)
    if (known !== undefined) return this.#apply(known)
    const before = decoder.table.generation
    const block = decoder.decode(bytes, from, to)
    const head = headOf(block)
    if (block.isSelfContained) {
      const kept = Buffer.from(bytes.subarray(from, to))
      this.#known.keep(key, { bytes: kept, head, added: block.added })
    } else if (decoder.table.generation === before) {
      this.#latestBytes = key
      this.#latestGeneration = before
      this.#latestHead = head
    }
    return head
  }

  /** The table follows the block as if it had been read. */
  #apply({ head, added }: KnownBlock): AnswerHead {
    for (const field of added) this.#decoder.table.add(field)
    return head
  }
}

function headOf(block: DecodedBlock): AnswerHead {
  return answerHead(block, faultOf(block))
}

function faultOf({ isOverBytes, isOverFields }: DecodedBlock): Fault | null {
  if (isOverFields) return ['protocol.headerCount', failureText('tooManyHeaders')]
  if (isOverBytes) return ['protocol.headerTooLarge', failureText('headerTooLarge', { bytes: maxHeadBytes })]
  return null
}
