/** Groups the batches of many workers: while some are being written the next ones are collected, so that a thousand machines need a few statements per second. */
import { isDatabaseUnavailable } from '../../adapters/database/database-error.ts'

/** Maximum number of concurrent statements, and of batches per statement. */
const maxWriting = 2
const maxPerStatement = 100

interface Waiting<B> {
  readonly runId: string
  readonly batches: readonly B[]
  readonly resolve: (fresh: B[]) => void
  readonly reject: (cause: unknown) => void
}

type Store<B> = (runId: string, batches: readonly B[]) => Promise<B[]>

/** `store` returns the batches that were not stored before, and so does the result; a refused batch does not affect the others. */
export function groupedStore<B>(store: Store<B>): Store<B> {
  let waiting: Waiting<B>[] = []
  let writing = 0

  const takeGroup = (): Waiting<B>[] => {
    const runId = waiting[0]?.runId
    const group: Waiting<B>[] = []
    const rest: Waiting<B>[] = []
    let size = 0
    for (const each of waiting) {
      const fits = size === 0 || size + each.batches.length <= maxPerStatement
      if (each.runId === runId && fits) {
        group.push(each)
        size += each.batches.length
      } else rest.push(each)
    }
    waiting = rest
    return group
  }

  const storeAlone = async ({ runId, batches, resolve, reject }: Waiting<B>) => {
    try {
      resolve(await store(runId, batches))
    } catch (cause) {
      reject(cause)
    }
  }

  const storeGroup = async (group: Waiting<B>[]) => {
    const [first] = group
    if (first === undefined) return
    if (group.length === 1) return storeAlone(first)
    try {
      const all = group.flatMap(each => each.batches)
      const fresh = new Set(await store(first.runId, all))
      for (const { batches, resolve } of group) resolve(batches.filter(batch => fresh.has(batch)))
    } catch (cause) {
      if (isDatabaseUnavailable(cause)) for (const { reject } of group) reject(cause)
      else for (const each of group) await storeAlone(each)
    }
  }

  const write = async () => {
    writing += 1
    while (waiting.length > 0) await storeGroup(takeGroup())
    writing -= 1
  }

  return (runId, batches) =>
    new Promise((resolve, reject) => {
      waiting.push({ runId, batches, resolve, reject })
      if (writing < maxWriting) void write()
    })
}
