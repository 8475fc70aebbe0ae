/** What the ends of a conversation sent, as long as no reader of a protocol takes it. */
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'

/** What one end sent without a pause and before the other end sent anything; of UDP, a datagram. */
export interface RawTurn {
  readonly isSent: boolean
  readonly timeMs: number
  readonly endedAtMs: number
  readonly sizeBytes: number
  /** null if not all of it is in the capture, or it is too long for a step. */
  readonly bytes: Uint8Array | null
}

/** Of one conversation. */
const maxTurns = 10_000
const maxKeptBytes = 4 * 1024 ** 2
/** In hexadecimal it still fits into a step. */
export const maxTurnBytes = 512 * 1024
/** An end that says nothing for so long has finished what it said. */
const pauseMs = 1_000

interface OpenTurn {
  readonly isSent: boolean
  readonly timeMs: number
  endedAtMs: number
  sizeBytes: number
  bytes: GrowingBytes | null
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
  #keptBytes = 0
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
    return this.#turns.map(({ bytes, ...turn }) => ({ ...turn, bytes: bytes?.view() ?? null }))
  }

  data(isSent: boolean, bytes: Uint8Array, timeMs: number): void {
    if (!this.isKeeping || bytes.length === 0) return
    const turn = this.#turnOf(isSent, timeMs)
    if (turn === null || !this.#keeps(bytes.length)) {
      this.isCut = true
      if (turn === null) return
      this.#lose(turn)
      this.#turns.splice(this.#turns.indexOf(turn), 1)
      return
    }
    turn.sizeBytes += bytes.length
    if (turn.bytes === null) return this.#giveBack(bytes.length)
    turn.bytes.add(bytes)
    if (turn.sizeBytes > maxTurnBytes) this.#lose(turn)
  }

  gap(isSent: boolean, length: number, timeMs: number): void {
    if (!this.isKeeping) return
    const turn = this.#turnOf(isSent, timeMs)
    if (turn === null) return
    turn.sizeBytes += length
    this.#lose(turn)
  }

  end(isSent: boolean, timeMs: number): void {
    const side = isSent ? 'sent' : 'received'
    this.endedAtMs[side] ??= timeMs
  }

  /** A reader has taken it. */
  drop(): void {
    this.#isDropped = true
    this.#turns.length = 0
    this.#giveBack(this.#keptBytes)
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
    const turn = { isSent, timeMs, endedAtMs: timeMs, sizeBytes: 0, bytes: new GrowingBytes() }
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
    this.#giveBack(turn.bytes?.length ?? 0)
    turn.bytes = null
  }

  #giveBack(length: number): void {
    this.#keptBytes -= length
    this.#budget.giveBack(length)
  }
}
