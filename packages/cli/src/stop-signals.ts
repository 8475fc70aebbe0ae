/**
 * Turns Ctrl-C and similar signals into an orderly end; a second one ends the process immediately, and the parts detect
 * that by themselves.
 */

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** Settles at the first signal. */
  readonly received: Promise<undefined>
  release(): void
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function catchStopSignals(): StopSignals {
  const controller = new AbortController()
  let settle: (nothing: undefined) => void = () => undefined
  const received = new Promise<undefined>(resolve => {
    settle = resolve
  })
  const stop = () => {
    // Children detect their closed pipes, the database has its death signal: no process is left running.
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
    settle(undefined)
  }
  for (const name of names) process.on(name, stop)
  return {
    signal: controller.signal,
    received,
    release: () => {
      for (const name of names) process.off(name, stop)
    },
  }
}
