import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MonitorLayout } from '@pone/contract/link/monitors.ts'
import { expect, it } from 'vitest'
import { BatchSender } from './batch-sender.ts'
import { Spool } from './spool.ts'

const monitorId = '5a1fd0a4-5d2c-4a4e-9d53-0d4f0f2f6c11'
const layout: MonitorLayout = {
  key: 1,
  monitorId,
  section: 'cpu',
  columns: [{ counter: 'value', kind: 'gauge', labels: {} }],
}

it('sends all unacknowledged batches again, in order, when the connection changes while a file is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pone-batch-sender-'))
  const former = new Spool({ folder, incarnation: 'former' })
  await former.open()
  // Each batch is longer than one read of the file, so that the reader has to wait between two batches.
  const row = { monitorId, section: 'cpu', part: 0, layout: 1, values: 'A'.repeat(5_000) }
  const rows = Array.from({ length: 30 }, (_, slot) => ({ ...row, slot }))
  for (let seq = 1; seq <= 6; seq += 1)
    await former.append({ layouts: [], rows, texts: [], tables: [], states: [], gaps: [] }, () => layout)
  const spool = new Spool({ folder, incarnation: 'present' })
  await spool.open()
  const sent: number[] = []
  let isRestarted = false
  const sender = new BatchSender({
    spool,
    send: message => {
      if (message.kind !== 'monitorBatches') return true
      sent.push(...message.batches.map(batch => batch.seq))
      if (sent.length === 3 && !isRestarted) {
        isRestarted = true
        process.nextTick(() => sender.restart())
      }
      return true
    },
    log: () => undefined,
  })
  sender.pump()
  await expect.poll(() => sent.at(-1)).toBe(6)
  expect(sent).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6])
  sender.close()
  await rm(folder, { recursive: true, force: true })
})
