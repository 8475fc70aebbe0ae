/** A process of its own that reads a file of recorded requests as page and command line do, and prints the cost: `read-process.ts PATH`. */
import { createReadStream } from 'node:fs'
import { readRecording } from '@pone/recording/read-recording.ts'

/** What the process prints, as JSON. */
export interface ReadingFigures {
  readonly requests: number
  readonly dynamicValues: number
  /** Time of reading alone: compiling and starting are left out. */
  readonly wallMs: number
  readonly cpuMs: number
  /** Peak resident memory of the whole process. */
  readonly peakMemoryBytes: number
}

const kibibyte = 1_024
const [path = ''] = process.argv.slice(2)
const begun = process.cpuUsage()
const startMs = performance.now()
const recording = await readRecording(createReadStream(path, { highWaterMark: 4 * 1024 ** 2 }))
const used = process.cpuUsage(begun)
const figures: ReadingFigures = {
  requests: recording?.exchanges.length ?? 0,
  dynamicValues: recording?.dynamicValues.length ?? 0,
  wallMs: performance.now() - startMs,
  cpuMs: (used.user + used.system) / 1_000,
  peakMemoryBytes: process.resourceUsage().maxRSS * kibibyte,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
