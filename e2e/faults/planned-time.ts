/** The times of planned faults: they are inputs of the soak test, no waits for something. */

/** Acts after a time, and gives what the action gives. */
export const after = <T>(delayMs: number, act: () => T | Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => void Promise.try(act).then(resolve, reject), delayMs)
  })
