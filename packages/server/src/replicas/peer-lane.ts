/** Queue of notes from this server to another one: in order, repeated until they are delivered or the other server is gone, each handled once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PeerAnswer } from './peer-client.ts'

/** Maximum number of notes per call, and of queued notes; above it the oldest droppable notes are dropped. */
const maxPerCall = 500
const maxWaiting = 20_000
const retryMs = 250

export interface Note {
  readonly kind: string
}

export interface PeerLane<N extends Note> {
  send(note: N): void
  close(): void
}

/** `call` sends notes, numbered from 1; `isDroppable` returns which may be dropped when the other side is too slow. */
export function createPeerLane<N extends Note>(deps: {
  call: (input: { from: string; lane: string; first: number; notes: readonly N[] }) => Promise<PeerAnswer>
  from: () => string
  /** New for each lane, so that its numbers are not confused with those of a previous one. */
  lane: string
  isDroppable: (note: N) => boolean
}): PeerLane<N> {
  const closing = new AbortController()
  let waiting: N[] = []
  let first = 1
  let isSending = false

  const send = async () => {
    isSending = true
    while (waiting.length > 0 && !closing.signal.aborted) {
      const notes = waiting.slice(0, maxPerCall)
      const answer = await deps.call({ from: deps.from(), lane: deps.lane, first, notes })
      if (answer.isDone) {
        waiting.splice(0, notes.length)
        first += notes.length
      } else await pause(retryMs, undefined, { signal: closing.signal }).catch(() => undefined) // Closed: the loop ends.
    }
    isSending = false
  }

  return {
    send: note => {
      if (closing.signal.aborted) return
      if (waiting.length >= maxWaiting) {
        // Notes being sent stay, because their numbers are assigned already.
        const kept = waiting.slice(maxPerCall).filter(each => !deps.isDroppable(each))
        waiting = [...waiting.slice(0, maxPerCall), ...kept].slice(0, maxWaiting)
      }
      waiting.push(note)
      if (!isSending) void send()
    },
    close: () => closing.abort(),
  }
}

/** Filters out notes that were received before. */
export function createLaneReader(): (lane: string, first: number, count: number) => number {
  const next = new Map<string, number>()
  /** Returns how many of the notes are known already. */
  return (lane, first, count) => {
    const expected = next.get(lane) ?? 1
    next.delete(lane)
    next.set(lane, Math.max(expected, first + count))
    for (const oldest of next.keys()) if (next.size > 100) next.delete(oldest)
    return Math.max(0, Math.min(count, expected - first))
  }
}
