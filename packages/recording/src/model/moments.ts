/** The order in which requests were begun, and messages of WebSocket connections sent and received among them. */
import type { Moment } from './moment.ts'
import type { RecordedExchange } from './recording.ts'

export class Moments {
  /** By exchange: its own position, then those of its messages. Empty where exchanges are in order already. */
  readonly #positions: readonly (readonly number[])[]

  constructor(exchanges: readonly RecordedExchange[]) {
    const hasMessages = exchanges.some(({ socket }) => socket !== undefined)
    const moments = hasMessages ? exchanges.flatMap(timesOf) : []
    const isTimed = moments.every(({ timeMs }) => timeMs !== null)
    const ordered = isTimed
      ? moments.toSorted((one, other) => (one.timeMs ?? 0) - (other.timeMs ?? 0))
      : moments
    const positions = exchanges.map((): number[] => [])
    for (const [position, { exchange, message }] of ordered.entries()) {
      const own = positions[exchange]
      if (own !== undefined) own[message === undefined ? 0 : message + 1] = position
    }
    this.#positions = hasMessages ? positions : []
  }

  /** What is later has the higher position. */
  of({ exchange, message }: Moment): number {
    return this.#positions[exchange]?.[message === undefined ? 0 : message + 1] ?? exchange
  }
}

function timesOf({
  index,
  startedAtMs,
  socket,
}: RecordedExchange): (Moment & { readonly timeMs: number | null })[] {
  const messages = (socket?.messages ?? []).map(({ timeMs }, message) => ({
    exchange: index,
    message,
    timeMs,
  }))
  return [{ exchange: index, timeMs: startedAtMs }, ...messages]
}
