/** The wire of a load worker, whose requests are counted in the journal before any byte of them leaves. */
import { createWire, type Wire, type WireOptions } from '@pone/protocols/wire/wire.ts'
import type { RunClock } from '../environment.ts'
import { JournalWriter } from '../spool/journal.ts'

interface JournalledWireOptions extends Pick<WireOptions, 'connectTo'> {
  /** Of the journal, which begins at zero. */
  readonly path: string
  readonly clock: RunClock
}

/** @throws the system's error when the journal cannot be opened */
export function journalledWire({ path, clock, ...options }: JournalledWireOptions): Wire {
  const journal = new JournalWriter(path)
  return createWire({
    ...options,
    beforeFlush: sent => journal.write(sent, Math.max(0, Math.floor(clock.elapsedMs() / 1_000))),
  })
}
