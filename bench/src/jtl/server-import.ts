/** An import through a real server: the file is uploaded by the call, and the background work is timed to its end while a page requests the records. */
import { openAsBlob, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { BenchContext } from '../bench-context.ts'
import { type ServerUnderTest, startServerUnderTest } from '../cluster/server-under-test.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { ratioOf, statementOf } from '../result.ts'
import { round } from '../statistics.ts'
import { writeResults } from './generate.ts'

const sizes = { quick: 1_000_000, full: 10_000_000 } as const
const bytesPerMib = 1024 ** 2
const askEveryMs = 100
const timeoutMs = 20 * 60_000

/** CPU time, ms, and peak resident memory, MiB. */
interface Usage {
  readonly atMs: number
  readonly cpuMs: number
  readonly databaseMs: number
  readonly peakMib: number
}

export const serverImport: Measurement = {
  name: 'server',
  async measure(context) {
    const rows = sizes[context.mode]
    const path = join(await context.newFolder('results'), 'results.jtl')
    context.print(`writing ${rows.toLocaleString('en-US')} rows …`)
    const sizeBytes = writeResults(path, rows)
    const server = await startServerUnderTest({
      folder: await context.newFolder('server'),
      serverCores: [context.cores.generator],
      otherCores: context.cores.target,
      profileFolder: process.env['PONE_BENCH_PROFILE'],
    })
    try {
      const figures = await measureImport(context, server, path)
      const { importing, reported, answersMs, counted } = figures
      const cpuMs = importing.end.cpuMs - importing.begin.cpuMs
      const longest = Math.max(...answersMs)
      return {
        method: `${rows} rows (${round(sizeBytes / 1e9, 3)} GB) sent to a real server on one core, its PostgreSQL on the other; from the answer to the upload to the complete record: CPU time and largest resident memory of the whole server process. Meanwhile the list of records is asked for every ${askEveryMs} ms.`,
        ratios: [
          ratioOf('rows imported by a server', round((rows / cpuMs) * 1_000), '/s', { atLeast: 500_000 }),
          ratioOf(
            'largest memory of the server until the record is complete',
            round(importing.end.peakMib),
            'MiB',
            {
              atMost: 300,
            },
          ),
          ratioOf('longest answer meanwhile', round(longest), 'ms', { atMost: 200 }),
          ratioOf('largest memory with the JMeter report', round(reported.peakMib), 'MiB', null),
          statementOf('every row counted once', counted === rows - Math.floor(rows / 20)),
        ],
        figures: { rows, sizeBytes, ...figures, answersMs: { longest, asked: answersMs.length } },
      }
    } finally {
      await server.stop()
    }
  },
}

async function measureImport(context: BenchContext, server: ServerUnderTest, path: string) {
  const deadline = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)])
  const { id: projectId } = await server.call(calls.project.create, { name: 'Import', code: 'IMPORT' })
  const idle = usageOf(server)
  context.print('uploading …')
  const { id } = await upload(server, path, projectId)
  const begin = usageOf(server)
  const stages: Record<string, Usage> = {}
  const answersMs: number[] = []
  context.print('importing …')
  for (;;) {
    deadline.throwIfAborted()
    const startMs = performance.now()
    const { rows } = await server.call(calls.run.list, { projectId })
    answersMs.push(performance.now() - startMs)
    const [run] = rows
    const stage = run?.importing?.stage ?? 'gone'
    stages[stage] = usageOf(server)
    if (stage === 'failed' || run === undefined)
      throw new Error(`the import failed: ${run?.importing?.failure?.message}`)
    if (run.state === 'complete') break
    await context.wait(askEveryMs)
  }
  const end = usageOf(server)
  context.print('waiting for the JMeter report …')
  for (;;) {
    deadline.throwIfAborted()
    const { report } = await server.call(calls.jmeterReport.get, { projectId, runId: id })
    if (report !== null && report.state !== 'generating') break
    await context.wait(askEveryMs)
  }
  const { total } = await server.call(calls.run.live, { projectId, id })
  return {
    idle,
    importing: { begin, end },
    stages,
    reported: usageOf(server),
    counted: total.count,
    answersMs,
  }
}

async function upload(server: ServerUnderTest, path: string, projectId: string): Promise<{ id: string }> {
  const form = new FormData()
  form.append('projectId', projectId)
  form.append('name', 'bench')
  form.append('file', await openAsBlob(path), 'results.jtl')
  const { path: place, output } = calls.run.importJtl
  const answer = await fetch(`${server.url}${apiBase}${place}`, {
    method: 'POST',
    headers: { [tokenHeader]: server.token },
    body: form,
  })
  const body = (await answer.json()) as { data?: unknown; message?: string }
  if (body.data === undefined) throw new Error(`the upload was refused: ${body.message}`)
  return output.parse(body.data)
}

function usageOf(server: ServerUnderTest): Usage {
  const { server: cpuUs, database: databaseUs } = server.cpuUs()
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return {
    atMs: round(performance.now()),
    cpuMs: cpuUs / 1_000,
    databaseMs: databaseUs / 1_000,
    peakMib: (Number(peak) * 1_024) / bytesPerMib,
  }
}
