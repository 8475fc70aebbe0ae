/** The clock that collection goes by; tests have their own. */

export interface CollectionClock {
  /** Epoch ms; may jump. */
  now(): number
  /** Milliseconds that only ever grow. */
  elapsed(): number
  /** Calls back once; the returned function prevents it. */
  after(ms: number, call: () => void): () => void
}

export const systemClock: CollectionClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
