/** The load worker process of PR: forked by the agent, drives its share of a run. */

import { toldCause } from '@pone/contract/told-cause.ts'
import { enclose } from '../enclosure.ts'
import { journalledWire } from './journalled-wire.ts'
import { LoadRun } from './load-run.ts'
import { StartableClock } from './run-clock.ts'
import { serveWorker } from './serve.ts'
import { warmUpOf } from './warm-up/preparation.ts'

/** Longest wait for the first unique rows. */
const readyTimeoutMs = 30_000

serveWorker({
  readyTimeoutMs,
  readyTimeoutText: toldCause('noUniqueRows'),
  enclose,
  open: (command, outlet) => {
    const clock = new StartableClock()
    const wire = journalledWire({ path: command.journalPath, clock })
    return new LoadRun({
      ...command,
      wire,
      clock,
      preparation: warmUpOf(command.plan),
      onBatch: batch => outlet.onBatch(batch),
      onStarted: at => outlet.onStarted(at),
      onHeld: (fromSecond, toSecond) => outlet.onHeld(fromSecond, toSecond),
      onCoordination: message => outlet.report(message),
    })
  },
})
