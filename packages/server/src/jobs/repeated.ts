/** Work that is done again and again: never twice at a time, earlier on request, and ended in order. */

export interface Repeated {
  /** Does the work soon, also when it is under way just now. */
  poke(): void
  /** Resolves when the work under way is done; none begins any more. */
  close(): Promise<void>
}

/** `work` is done at once and then every `everyMs`, counted from its end. What it throws is told and does not end it. */
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
