/** Executes many calls with limited concurrency. */

/** Calls the function for each item, at most `width` at once, starting in order; returns early, without an error, once the signal is aborted. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (!signal.aborted) {
      const item = items[next]
      next += 1
      if (item === undefined) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}
