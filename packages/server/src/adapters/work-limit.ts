/** Limits the number of concurrent tasks; the others wait in order. */

export interface WorkLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createWorkLimit(atOnce: number): WorkLimit {
  const waiting: (() => void)[] = []
  let underWay = 0
  return {
    run: async work => {
      if (underWay >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else underWay += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) underWay -= 1
        else next()
      }
    },
  }
}
