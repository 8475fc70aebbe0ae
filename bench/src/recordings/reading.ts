/** How fast packet captures and HAR files are read, and in how much memory. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchContext } from '../bench-context.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { endsWithin, startConfined } from '../processes.ts'
import { ratioOf } from '../result.ts'
import { round } from '../statistics.ts'
import { writeCapture, writeHar } from './generate.ts'
import type { ReadingFigures } from './read-process.ts'

const program = fileURLToPath(new URL('read-process.ts', import.meta.url))
const timeoutMs = 10 * 60_000
const megabyte = 1e6
const bytesPerMib = 1024 ** 2

/** @throws Error when the process fails or takes too long */
async function read(context: BenchContext, path: string): Promise<ReadingFigures> {
  const folder = await context.newFolder('read')
  const running = startConfined(
    { program: process.execPath, args: [program, path] },
    [context.cores.generator],
    folder,
  )
  if (!(await endsWithin(running, timeoutMs))) throw new Error(`reading took over ${timeoutMs / 1_000} s`)
  context.signal.throwIfAborted()
  const { stdout, stderr } = await running.readOutput()
  if ((await running.ended) !== 0) throw new Error(`reading failed: ${stderr.slice(-500)}`)
  return JSON.parse(stdout) as ReadingFigures
}

const mib = ({ peakMemoryBytes }: ReadingFigures): number => round(peakMemoryBytes / bytesPerMib)

export const captures: Measurement = {
  name: 'captures',
  async measure(context) {
    const [smallBytes, largeBytes] = context.mode === 'quick' ? [50e6, 200e6] : [500e6, 2_000e6]
    const path = join(await context.newFolder('captures'), 'shop.pcap')
    const sizeBytes = writeCapture(path, smallBytes)
    const small = await read(context, path)
    const largeSizeBytes = writeCapture(path, largeBytes)
    const large = await read(context, path)
    const perMinute = round((sizeBytes / megabyte / small.cpuMs) * 60_000)
    return {
      method: `a capture of HTTP/1.1 in clear (responses of 20 kB, segments of 1,400 B, ${round(sizeBytes / megabyte)} MB and ${round(largeSizeBytes / megabyte)} MB) read and searched for dynamic values by one process on one core, per minute of CPU time`,
      ratios: [
        ratioOf('capture read', perMinute, 'MB/min', { atLeast: 500 }),
        ratioOf('memory of the large capture', mib(large), 'MiB', { atMost: 1_024 }),
        ratioOf('memory of the large capture ÷ of the small one', round(mib(large) / mib(small), 2), '×', {
          atMost: 1.5,
        }),
      ],
      figures: { sizeBytes, small, largeSizeBytes, large },
    }
  },
}

export const hars: Measurement = {
  name: 'hars',
  async measure(context) {
    const path = join(await context.newFolder('hars'), 'visit.har')
    const sizeBytes = writeHar(path, context.mode === 'quick' ? 10e6 : 100e6)
    const figures = await read(context, path)
    return {
      method: `a HAR file of ${round(sizeBytes / megabyte)} MB (responses of 20 kB) read and searched for dynamic values by one process on one core`,
      ratios: [
        ratioOf('HAR read', round(figures.wallMs / 1_000, 2), 's', { atMost: 10 }),
        ratioOf('memory', mib(figures), 'MiB', null),
      ],
      figures: { sizeBytes, ...figures },
    }
  },
}
