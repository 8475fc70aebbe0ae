/** Many calls, a few at a time. */

/** Does the work for each item, at most `width` at once and in order; ends early, without an error, once the signal is given. */
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
