/** How fast rows of a long results file are read, and in how much memory. */
import { join } from 'node:path'
import type { Measurement } from '../measurements/measurement.ts'
import { ratioOf, statementOf } from '../result.ts'
import { round } from '../statistics.ts'
import { writeResults } from './generate.ts'
import { runReading } from './run-reading.ts'

const sizes = { quick: 1_000_000, full: 10_000_000 } as const
const bytesPerMib = 1024 ** 2
const perSecond = (rows: number, ms: number): number => round((rows / ms) * 1_000)

export const reading: Measurement = {
  name: 'reading',
  async measure(context) {
    const rows = sizes[context.mode]
    const path = join(await context.newFolder('results'), 'results.jtl')
    context.print(`writing ${rows.toLocaleString('en-US')} rows …`)
    const sizeBytes = writeResults(path, rows)
    const plain = await runReading(context, { path, what: 'rows' })
    const batches = await runReading(context, { path, what: 'batches' })
    const dashboard = await runReading(context, { path, what: 'dashboard' })
    const all = [plain, batches, dashboard]
    const peakMib = Math.max(...all.map(({ peakMemoryBytes }) => peakMemoryBytes)) / bytesPerMib
    return {
      method: `${rows} rows of JMeter's 17 columns (${round(sizeBytes / 1e9, 3)} GB, 9 labels) read by one process on one core, per second of CPU time: rows alone, made into the seconds of a run, made into the dashboard.`,
      ratios: [
        ratioOf('rows read', perSecond(rows, plain.cpuMs), '/s', { atLeast: 500_000 }),
        ratioOf('rows imported as a run', perSecond(rows, batches.cpuMs), '/s', { atLeast: 500_000 }),
        ratioOf('rows made into a dashboard', perSecond(rows, dashboard.cpuMs), '/s', null),
        ratioOf('largest memory of any of the three processes', round(peakMib), 'MiB', { atMost: 300 }),
        statementOf(
          'every row read, none skipped',
          all.every(each => each.rows === rows && each.skipped === 0),
        ),
      ],
      figures: { rows, sizeBytes, plain, batches, dashboard },
    }
  },
}
