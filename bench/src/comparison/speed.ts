/** How long a comparison of two long runs takes, and what it costs the server meanwhile. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { calls } from '@pone/contract/calls/registry.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { createDatabase } from '@pone/server/adapters/database/database.ts'
import { migrate } from '@pone/server/adapters/database/migrations.ts'
import { createRunRepository } from '@pone/server/modules/run/run.repository.ts'
import { createRunBatchRepository } from '@pone/server/modules/run/run-batch.repository.ts'
import { createTestServer, type TestServer } from '@pone/server/test-server.ts'
import { round } from '../statistics.ts'

/** Number of generated seconds; a run repeats them. */
const madeUp = 100

/** Size of the runs; both have the same. */
export interface RunSize {
  readonly hours: number
  readonly workers: number
  readonly labels: number
}

/** Cost of one call to the server's process, which also answers it. */
export interface CallCost {
  readonly name: string
  readonly seconds: number
  readonly cpuSeconds: number
  readonly memoryGrownMiB: number
  readonly loopDelayMaxMs: number
}

/** Compares two runs of that size three ways: for the first time, when they are condensed, and their curves. */
export async function measureSpeed(size: RunSize): Promise<CallCost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-comparison-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    const database = createDatabase(await postgres.openDatabase('pone'), { maxConnections: 5 })
    await migrate(database)
    const server = await createTestServer({ database })
    try {
      await server.addUser('keeper')
      const owner = await server.signIn('keeper')
      const { id: projectId } = await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)
      const parts = [
        { runId: await insertRun(server, projectId, size) },
        { runId: await insertRun(server, projectId, size) },
      ]
      const compare = () => server.call(calls.comparison.compare, { projectId, parts }, owner)
      const curves = () => server.call(calls.comparison.curves, { projectId, parts }, owner)
      const costs = [
        await measure('compare, condensing', compare),
        await measure('compare, condensed', compare),
        await measure('curves', curves),
      ]
      return costs
    } finally {
      await server.close()
      await database.destroy()
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function insertRun(
  { database }: TestServer,
  projectId: string,
  { hours, workers, labels }: RunSize,
): Promise<string> {
  const sample = sampleRun({
    seconds: madeUp,
    workers,
    requestLabels: labels - 2,
    requestsPerSecond: 10 * labels,
  })
  const seconds = Math.round(hours * 3_600)
  const batches = createRunBatchRepository(database)
  const startedAt = sample.record.startedAt ?? 0
  const record = await createRunRepository(database).insert(
    { ...sample.record, id: randomUUID(), suspect: [], projectId, endedAt: startedAt + seconds * 1_000 },
    sample.plan,
    [],
  )
  const stored = sample.batches.map(batch => toStoredBatch(batch, () => true))
  for (let repeat = 0; repeat < seconds / madeUp; repeat++) {
    await batches.store(
      record.id,
      stored.map(batch => ({
        ...batch,
        seq: batch.seq + repeat * madeUp,
        second: batch.second + repeat * madeUp,
        end: null,
        samples: [],
        log: [],
      })),
    )
  }
  return record.id
}

async function measure(name: string, work: () => Promise<unknown>): Promise<CallCost> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.memoryUsage().rss
  let peakBytes = before
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }, 20)
  const from = performance.now()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  delay.disable()
  return {
    name,
    seconds: round((performance.now() - from) / 1_000, 3),
    cpuSeconds: round((user + system) / 1e6, 3),
    memoryGrownMiB: round((peakBytes - before) / 2 ** 20, 3),
    loopDelayMaxMs: round(delay.max / 1e6, 3),
  }
}
