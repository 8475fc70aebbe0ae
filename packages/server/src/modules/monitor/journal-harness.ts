/** What real agents of tests have written to disk and the server may not have stored: the sign that they go on collecting. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { MonitorHarness } from './monitor-harness.ts'

interface JournalLine {
  readonly rows?: readonly { readonly section: string; readonly slot: number }[]
}

/** Slots of a section in the journals of an agent, of all monitors, each once. */
export async function journaledSlots(
  { folder }: MonitorHarness,
  agent: string,
  section: string,
): Promise<number[]> {
  const journals = join(folder, agent, 'monitors')
  const names = (await readdir(journals, { recursive: true })).filter(name => name.endsWith('.jsonl'))
  // A file that the server has acknowledged meanwhile is gone, and the end of the newest one may be half a line.
  const texts = await Promise.all(names.map(name => readFile(join(journals, name), 'utf8').catch(() => '')))
  const rows = texts.flatMap(text => text.split('\n').slice(0, -1)).flatMap(rowsIn)
  return [...new Set(rows.filter(row => row.section === section).map(({ slot }) => slot))].toSorted(
    (one, other) => one - other,
  )
}

const rowsIn = (line: string) => (JSON.parse(line) as JournalLine).rows ?? []

/** Waits until an agent has written so many slots of the section `cpu` that are later than an instant. */
export const untilJournaled = (
  harness: MonitorHarness,
  agent: string,
  { after, count }: { after: number; count: number },
): Promise<void> =>
  expect
    .poll(async () => (await journaledSlots(harness, agent, 'cpu')).filter(slot => slot > after).length, {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(count)
