/** Ctrl-C during a run: the first one lets it drain, the second one ends it at once, the third one leaves without a summary. */

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const killedBySigint = 130

export function watchStops(run: { stop(): void; force(): void }): { release(): void } {
  let count = 0
  const onSignal = () => {
    count += 1
    if (count === 1) run.stop()
    else if (count === 2) run.force()
    // The workers see their channel close and end by themselves.
    else process.exit(killedBySigint)
  }
  for (const name of names) process.on(name, onSignal)
  return {
    release: () => {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
