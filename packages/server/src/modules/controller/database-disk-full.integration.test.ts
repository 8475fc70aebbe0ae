/** A run while the disk of the database is full, with real processes on a real small file system: no counted request is lost. */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDatabase } from '../../adapters/database/database.ts'
import { migrate } from '../../adapters/database/migrations.ts'
import { until } from '../../link/harness-ledger.ts'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { mountSmallDisk, type SmallDisk } from '../../link/small-disk-harness.ts'
import { createRunHarness, type RunHarness } from './run-harness.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let disk: SmallDisk
let postgres: EmbeddedPostgres
let harness: RunHarness
const log = new EventEmitter()
let refusals = 0
beforeAll(async () => {
  disk = await mountSmallDisk(256)
  postgres = await startEmbeddedPostgres({
    dataDir: join(disk.folder, 'postgresql'),
    log: line => {
      if (line.includes('No space left on device')) refusals += 1
      log.emit('change')
    },
  })
  const database = createDatabase(await postgres.openDatabase('pone'), { maxConnections: 5 })
  await migrate(database)
  harness = await createRunHarness({ database: { database, close: () => database.destroy() } })
})
afterAll(async () => {
  await harness.close()
  await postgres.stop()
  await disk.close()
})

test('results sent while the database cannot store anything are counted exactly once there is space again', async () => {
  await harness.startAgent({ workers: 2 })
  const scenarioId = await harness.addScenario(documentOf(harness.target.url), {
    loadModel: constantLoad(10, 600),
  })
  const { id } = await harness.start(scenarioId)
  await harness.until('the run is under load', () => harness.target.received() > 100)
  disk.fill()
  await until(log, 'the database refuses to store', () => refusals > 2)
  const before = harness.target.received()
  await until(harness.target.changes, 'the load goes on', () => harness.target.received() > before + 500)
  disk.empty()
  await harness.execution().runs.stop(harness.projectId, id, 'tester')
  const ended = await harness.ended(id)
  const received = harness.target.received()
  expect(ended).toMatchObject({ state: 'userStopped', requests: received })
  const [report] = await harness.execution().reports.list(harness.projectId, id)
  const { content } = await harness.execution().reports.get(harness.projectId, report?.id ?? '')
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: received, counted: received })
})
