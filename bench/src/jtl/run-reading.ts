/** Runs read-process on one core and parses what it prints. */
import { fileURLToPath } from 'node:url'
import type { BenchContext } from '../bench-context.ts'
import { endsWithin, startConfined } from '../processes.ts'
import type { ReadingFigures } from './read-process.ts'

const program = fileURLToPath(new URL('read-process.ts', import.meta.url))
const timeoutMs = 10 * 60_000

export interface ReadingOptions {
  readonly path: string
  /** rows: only reads them; batches: builds a run's seconds from them; dashboard: computes the dashboard. */
  readonly what: 'rows' | 'batches' | 'dashboard'
  /** For a file that grows: how many rows are expected. */
  readonly awaitedRows?: number
}

/** What reading cost. @throws Error when the process fails or takes too long */
export async function runReading(context: BenchContext, options: ReadingOptions): Promise<ReadingFigures> {
  const { path, what, awaitedRows } = options
  const folder = await context.newFolder(`read-${what}`)
  const words = [program, path, what, ...(awaitedRows === undefined ? [] : [String(awaitedRows)])]
  const running = startConfined({ program: process.execPath, args: words }, [context.cores.generator], folder)
  if (!(await endsWithin(running, timeoutMs))) throw new Error(`reading took over ${timeoutMs / 1_000} s`)
  context.signal.throwIfAborted()
  const { stdout, stderr } = await running.readOutput()
  if ((await running.ended) !== 0) throw new Error(`reading failed: ${stderr.slice(-500)}`)
  return JSON.parse(stdout) as ReadingFigures
}
