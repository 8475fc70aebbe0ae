/** How long a comparison of two long runs takes, and what it costs the server meanwhile: `node bench/src/comparison/speed.ts [hours] [workers] [labels]`. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { calls } from '@pone/contract/calls/registry.ts'
import { createDatabase } from '@pone/server/adapters/database/database.ts'
import { migrate } from '@pone/server/adapters/database/migrations.ts'
import { startEmbeddedPostgres } from '@pone/server/adapters/embedded-postgres/embedded-postgres.ts'
import { createRunRepository } from '@pone/server/modules/run/run.repository.ts'
import { createRunBatchRepository } from '@pone/server/modules/run/run-batch.repository.ts'
import { toStoredBatch } from '@pone/server/modules/run/stored-batch.ts'
import { sampleRun } from '@pone/server/reports/sample-run.ts'
import { createTestServer } from '@pone/server/test-server.ts'
import { sql } from 'kysely'

/** Seconds that are made up; a run repeats them. */
const madeUp = 100
const [hours = 1, workers = 4, labels = 50] = process.argv.slice(2).map(Number)

const folder = await mkdtemp(join(tmpdir(), 'pone-comparison-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
const database = createDatabase(postgres.connectionString('postgres'), { maxConnections: 5 })
await migrate(database)
const server = await createTestServer({ database })
await server.addUser('keeper')
const owner = await server.signIn('keeper')
const { id: projectId } = await server.call(calls.project.create, { name: 'K', code: 'K' }, owner)

async function insertRun(): Promise<string> {
  const sample = sampleRun({
    seconds: madeUp,
    workers,
    requestLabels: labels - 2,
    requestsPerSecond: 10 * labels,
  })
  const seconds = Math.round(hours * 3_600)
  const runs = createRunRepository(server.database)
  const batches = createRunBatchRepository(server.database)
  const startedAt = sample.record.startedAt ?? 0
  const record = await runs.insert(
    { ...sample.record, id: randomUUID(), suspect: [], projectId, endedAt: startedAt + seconds * 1_000 },
    sample.plan,
    [],
  )
  const stored = sample.batches.map(batch => toStoredBatch(batch, () => true))
  for (let round = 0; round < seconds / madeUp; round++) {
    await batches.store(
      record.id,
      stored.map(batch => ({
        ...batch,
        seq: batch.seq + round * madeUp,
        second: batch.second + round * madeUp,
        end: null,
        samples: [],
        log: [],
      })),
    )
  }
  return record.id
}

async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  globalThis.gc?.()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let peakBytes = 0
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }, 20)
  const before = process.memoryUsage().rss
  const from = performance.now()
  const cpu = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  delay.disable()
  const figures = {
    name,
    seconds: (performance.now() - from) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    memoryGrownMiB: (peakBytes - before) / 2 ** 20,
    loopDelayP99Ms: delay.percentile(99) / 1e6,
    loopDelayMaxMs: delay.max / 1e6,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  return result
}

const parts = [{ runId: await insertRun() }, { runId: await insertRun() }]
const { rows } = await sql<{
  size: string
}>`SELECT pg_size_pretty(pg_total_relation_size('run_batches')) AS size`.execute(database)
process.stdout.write(`${JSON.stringify({ hours, workers, labels, batches: rows[0]?.size })}\n`)
const { total } = await measure('compare', () =>
  server.call(calls.comparison.compare, { projectId, parts }, owner),
)
process.stdout.write(
  `${JSON.stringify({ requests: total[0]?.statistics.count, changes: total[1]?.changes?.p95Ms })}\n`,
)
await measure('compare again', () => server.call(calls.comparison.compare, { projectId, parts }, owner))
await measure('curves', () => server.call(calls.comparison.curves, { projectId, parts }, owner))
await server.close()
await database.destroy()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
