/** Periodic work: never concurrent, earlier on request, and stopped in an orderly way. */

export interface Repeated {
  /** Executes the work soon, also when it is being executed now. */
  poke(): void
  /** Resolves when the current execution is done; no further one starts. */
  close(): Promise<void>
}

/** `work` is executed at once and then every `everyMs`, counted from its end. Its errors are reported and do not stop it. */
export function repeatedly(
  work: () => Promise<unknown>,
  everyMs: number,
  onFailure: (cause: unknown) => void,
): Repeated {
  let timer: NodeJS.Timeout | null = null
  let current: Promise<unknown> | null = null
  let isAskedAgain = false
  let isClosed = false

  const run = (): void => {
    if (isClosed) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    isAskedAgain = false
    current = work()
      .catch(onFailure)
      .finally(() => {
        current = null
        if (isClosed) return
        if (isAskedAgain) run()
        else timer = setTimeout(run, everyMs)
      })
  }
  run()
  return {
    poke: () => {
      if (current === null) run()
      else isAskedAgain = true
    },
    close: async () => {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await current
    },
  }
}
