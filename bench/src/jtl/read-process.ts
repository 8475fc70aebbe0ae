/** A process of its own that reads a results file and prints the cost: `read-process.ts PATH rows|batches|dashboard [ROWS]`. */
import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Dashboard } from '@pone/jmeter/dashboard/dashboard.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import type { JtlRow } from '@pone/jmeter/jtl/row.ts'
import { RowRecorder } from '@pone/jmeter/jtl/row-recorder.ts'

/** What the process prints, as JSON. */
export interface ReadingFigures {
  rows: number
  skipped: number
  /** Time of reading alone: compiling and starting are left out. */
  wallMs: number
  cpuMs: number
  /** Peak resident memory of the whole process. */
  peakMemoryBytes: number
}

const chunkBytes = 256 * 1024
/** Polling interval of a growing file, as in an agent's worker. */
const pollMs = 250
/** Seconds that stay open for late rows. */
const openSeconds = 5
const kibibyte = 1_024

const [path = '', what = 'rows', awaitedRows = '0'] = process.argv.slice(2)
const bytes = new Uint8Array(chunkBytes)

/** What is done with every row, and at every pause in the file. */
function consumerOf(): { onRow(row: JtlRow): void; pause(): void; end(): void } {
  const none = () => undefined
  if (what === 'dashboard') {
    const dashboard = new Dashboard()
    return { onRow: row => dashboard.add(row), pause: none, end: () => void dashboard.figures() }
  }
  if (what === 'batches') {
    let recorder: RowRecorder | null = null
    let length = 0
    return {
      onRow: row => {
        recorder ??= new RowRecorder({ startAtMs: row.timeStampMs })
        recorder.add(row)
      },
      pause: () => {
        // Encoded as for the spool.
        for (const second of recorder?.takeBefore(recorder.latestSecond - openSeconds) ?? [])
          length += JSON.stringify(second).length
      },
      end: () => {
        length += JSON.stringify(recorder?.takeAll() ?? []).length
      },
    }
  }
  let sum = 0
  return { onRow: row => (sum += row.elapsedMs), pause: none, end: none }
}

const consumer = consumerOf()
const reader = new JtlReader({ onRow: row => consumer.onRow(row) })
const file = openSync(path, 'r')
const begun = process.cpuUsage()
const startMs = performance.now()
const isGrowing = Number(awaitedRows) > 0
for (;;) {
  const count = readSync(file, bytes)
  if (count > 0) {
    reader.push(bytes.subarray(0, count))
    consumer.pause()
  } else if (!isGrowing || reader.rows >= Number(awaitedRows)) break
  else await wait(pollMs)
}
reader.end()
consumer.end()
const used = process.cpuUsage(begun)
const figures: ReadingFigures = {
  rows: reader.rows,
  skipped: reader.skipped,
  wallMs: performance.now() - startMs,
  cpuMs: (used.user + used.system) / 1_000,
  peakMemoryBytes: process.resourceUsage().maxRSS * kibibyte,
}
closeSync(file)
process.stdout.write(`${JSON.stringify(figures)}\n`)
