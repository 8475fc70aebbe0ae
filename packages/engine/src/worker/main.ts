/** The load worker process of PR: forked by the agent, drives its share of a run. */

import { toldCause } from '@pone/contract/told-cause.ts'
import { createWire } from '@pone/protocols/wire/wire.ts'
import { enclose } from '../enclosure.ts'
import { JournalWriter } from '../spool/journal.ts'
import { LoadRun } from './load-run.ts'
import { StartableClock } from './run-clock.ts'
import { serveWorker } from './serve.ts'

/** Longest wait for the first unique rows. */
const readyTimeoutMs = 30_000

serveWorker({
  readyTimeoutMs,
  readyTimeoutText: toldCause('noUniqueRows'),
  enclose,
  open: (command, outlet) => {
    const journal = new JournalWriter(command.journalPath)
    const clock = new StartableClock()
    const wire = createWire({
      beforeFlush: sent => journal.write(sent, Math.max(0, Math.floor(clock.elapsedMs() / 1_000))),
    })
    return new LoadRun({
      ...command,
      wire,
      clock,
      onBatch: batch => outlet.onBatch(batch),
      onStarted: at => outlet.onStarted(at),
      onHeld: (fromSecond, toSecond) => outlet.onHeld(fromSecond, toSecond),
      onCoordination: message => outlet.report(message),
    })
  },
})
