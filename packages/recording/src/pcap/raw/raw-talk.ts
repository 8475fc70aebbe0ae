/** What the ends of a conversation sent, as long as no reader of a protocol takes it. */
import { maxFieldBytes, maxMessageBytes } from '../../model/long-message.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'

/** What one end sent without a pause and before the other end sent anything; of UDP, a datagram. */
export interface RawTurn {
  readonly isSent: boolean
  readonly timeMs: number
  readonly endedAtMs: number
  readonly sizeBytes: number
  /** null if not all of it is in the capture, or it is too long. */
  readonly bytes: Uint8Array | null
  /** Not all of it is in the capture. */
  readonly hasGap: boolean
}

/** Of one conversation. */
const maxTurns = 10_000
const maxKeptBytes = 4 * 1024 ** 2
/** Of all turns that do not fit into a field of a step. */
export const maxLongBytes = 16 * 1024 ** 2
/** An end that says nothing for so long has finished what it said. */
const pauseMs = 1_000

interface OpenTurn extends Omit<RawTurn, 'bytes'> {
  endedAtMs: number
  sizeBytes: number
  bytes: GrowingBytes | null
  hasGap: boolean
  /** It does not fit into a field. */
  isLong: boolean
}

export class RawTalk {
  /** Longest pause within a turn of the server, ms. */
  longestPauseMs = 0
  /** Of the client's end, and of the server's; null while there is none. */
  readonly endedAtMs: { sent: number | null; received: number | null } = { sent: null, received: null }
  /** There is more than is kept. */
  isCut = false
  readonly #turns: OpenTurn[] = []
  readonly #budget: ByteBudget
  /** Every piece is a message. */
  readonly #isDatagrams: boolean
  /** Of short turns and of long ones. */
  #keptBytes = 0
  #longBytes = 0
  #isDropped = false

  constructor(budget: ByteBudget, isDatagrams = false) {
    this.#budget = budget
    this.#isDatagrams = isDatagrams
  }

  /** Whether what follows is kept. */
  get isKeeping(): boolean {
    return !this.isCut && !this.#isDropped
  }

  /** Of the first turn; infinite without one. */
  get startedAtMs(): number {
    return this.#turns[0]?.timeMs ?? Number.POSITIVE_INFINITY
  }

  get turns(): RawTurn[] {
    return this.#turns.map(turn => ({ ...turn, bytes: turn.bytes?.view() ?? null }))
  }

  data(isSent: boolean, bytes: Uint8Array, timeMs: number): void {
    if (!this.isKeeping || bytes.length === 0) return
    const turn = this.#turnOf(isSent, timeMs)
    if (turn === null) {
      this.isCut = true
      return
    }
    turn.sizeBytes += bytes.length
    if (turn.bytes === null) return
    if (turn.sizeBytes > maxFieldBytes) return this.#addLong(turn, turn.bytes, bytes)
    if (this.#keeps(bytes.length)) return turn.bytes.add(bytes)
    this.isCut = true
    this.#lose(turn)
    this.#turns.splice(this.#turns.indexOf(turn), 1)
  }

  /** Steps need it of the client only. */
  #addLong(turn: OpenTurn, kept: GrowingBytes, bytes: Uint8Array): void {
    const added = bytes.length + (turn.isLong ? 0 : kept.length)
    const isShort = turn.sizeBytes <= maxMessageBytes && this.#longBytes + added <= maxLongBytes
    if (!turn.isSent || !isShort || !this.#budget.take(bytes.length)) return this.#lose(turn)
    if (!turn.isLong) this.#keptBytes -= kept.length
    turn.isLong = true
    this.#longBytes += added
    kept.add(bytes)
  }

  gap(isSent: boolean, length: number, timeMs: number): void {
    if (!this.isKeeping) return
    const turn = this.#turnOf(isSent, timeMs)
    if (turn === null) return
    turn.sizeBytes += length
    turn.hasGap = true
    this.#lose(turn)
  }

  end(isSent: boolean, timeMs: number): void {
    const side = isSent ? 'sent' : 'received'
    this.endedAtMs[side] ??= timeMs
  }

  /** A reader has taken it. */
  drop(): void {
    this.#isDropped = true
    for (const turn of this.#turns) this.#lose(turn)
    this.#turns.length = 0
  }

  /** The turn that it belongs to; null when there are too many. */
  #turnOf(isSent: boolean, timeMs: number): OpenTurn | null {
    const last = this.#turns.at(-1)
    const silentMs = last === undefined ? 0 : timeMs - last.endedAtMs
    if (!this.#isDatagrams && last?.isSent === isSent && silentMs <= pauseMs) {
      if (!isSent) this.longestPauseMs = Math.max(this.longestPauseMs, silentMs)
      last.endedAtMs = Math.max(last.endedAtMs, timeMs)
      return last
    }
    if (this.#turns.length >= maxTurns) return null
    const turn = {
      isSent,
      timeMs,
      endedAtMs: timeMs,
      sizeBytes: 0,
      bytes: new GrowingBytes(),
      hasGap: false,
      isLong: false,
    }
    this.#turns.push(turn)
    return turn
  }

  #keeps(length: number): boolean {
    if (this.#keptBytes + length > maxKeptBytes || !this.#budget.take(length)) return false
    this.#keptBytes += length
    return true
  }

  /** Its content is not known, or of no use. */
  #lose(turn: OpenTurn): void {
    const length = turn.bytes?.length ?? 0
    if (turn.isLong) this.#longBytes -= length
    else this.#keptBytes -= length
    this.#budget.giveBack(length)
    turn.bytes = null
  }
}
