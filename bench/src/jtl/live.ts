/** What following a results file costs while JMeter writes 20,000 samples per second into it. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { csvHeader } from '@pone/jmeter/jtl/writer.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { ratioOf, statementOf } from '../result.ts'
import { round } from '../statistics.ts'
import { rowsOf } from './generate.ts'
import { runReading } from './run-reading.ts'

const rowsPerSecond = 20_000
const seconds = { quick: 10, full: 30 } as const
const writesPerSecond = 20

export const live: Measurement = {
  name: 'live',
  async measure(context) {
    const path = join(await context.newFolder('live'), 'results.jtl')
    writeFileSync(path, csvHeader)
    const writes = seconds[context.mode] * writesPerSecond
    const rowsPerWrite = rowsPerSecond / writesPerSecond
    const rows = writes * rowsPerWrite
    const row = rowsOf(5)
    const reading = runReading(context, { path, what: 'batches', awaitedRows: rows })
    const startMs = performance.now()
    for (let write = 0; write < writes; write += 1) {
      let text = ''
      for (let index = 0; index < rowsPerWrite; index += 1) text += row(write * rowsPerWrite + index)
      appendFileSync(path, text)
      await context.wait(Math.max(0, startMs + ((write + 1) * 1_000) / writesPerSecond - performance.now()))
    }
    const figures = await reading
    const ofCore = (figures.cpuMs / figures.wallMs) * 100
    return {
      method: `${rowsPerSecond} rows per second for ${seconds[context.mode]} s, written 20 times a second, looked at 4 times a second, made into batches; CPU time of the reading process against the time that passed.`,
      ratios: [
        ratioOf('CPU of one core at 20,000 samples per second', round(ofCore, 3), '%', null),
        ratioOf(
          'CPU of the machine at 20,000 samples per second',
          round(ofCore / availableParallelism(), 3),
          '%',
          {
            atMost: 10,
          },
        ),
        statementOf('every row read', figures.rows === rows && figures.skipped === 0),
      ],
      figures,
    }
  },
}
