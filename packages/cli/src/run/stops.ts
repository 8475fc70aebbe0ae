/** Ctrl-C during a run: the first one drains it, the second one ends it immediately, the third one exits without a summary. */

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const killedBySigint = 130

export function watchStops(run: { stop(): void; force(): void }): { release(): void } {
  let count = 0
  const onSignal = () => {
    count += 1
    if (count === 1) run.stop()
    else if (count === 2) run.force()
    // The workers detect the closed channel and end by themselves.
    else process.exit(killedBySigint)
  }
  for (const name of names) process.on(name, onSignal)
  return {
    release: () => {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
