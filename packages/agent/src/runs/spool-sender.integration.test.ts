import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpoolSender } from './spool-sender.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const batch = (seq: number, detail = ''): Batch => ({
  runId: 'run',
  workerId: 'agent/1.1',
  seq,
  second: seq,
  users: 1,
  targetUsers: 1,
  iterations: 0,
  lateStarts: 0,
  droppedStarts: 0,
  sent: 0,
  completed: 0,
  labels: [],
  errors: [],
  log: detail === '' ? [] : [{ at: 1, level: 'info', source: 'test', message: detail }],
  health: null,
  end: null,
})
const line = (each: Batch) => `${JSON.stringify(each)}\n`

/** A server that can be disconnected, with the received messages and a way to wait for them. */
function createReceiver() {
  let isThere = true
  const seqs: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    seqs,
    leave: () => {
      isThere = false
    },
    comeBack: () => {
      isThere = true
    },
    send: (message: AgentMessage) => {
      if (!isThere || message.kind !== 'batches') return false
      seqs.push(...message.batches.map(each => each.seq))
      for (const each of waiting) if (seqs.length >= each.count) each.resolve()
      return true
    },
    received: (count: number) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ count, resolve })
      if (seqs.length >= count) resolve()
      return promise
    },
  }
}

async function createSpool(name: string) {
  const spoolPath = join(folder, `${name}.spool`)
  const receiver = createReceiver()
  const open = () =>
    createSpoolSender({
      runId: 'run',
      workerId: 'agent/1.1',
      spoolPath,
      ackPath: join(folder, `${name}.ack`),
      send: receiver.send,
      onFault: cause => {
        throw cause
      },
    })
  return { spoolPath, receiver, open, sender: await open() }
}

test('what the worker adds is sent in order, and the end waits for the last acknowledgement', async () => {
  const { spoolPath, receiver, sender } = await createSpool('order')
  await appendFile(spoolPath, line(batch(1)))
  sender.pump()
  await receiver.received(1)
  await appendFile(spoolPath, line(batch(2)) + line(batch(3)))
  sender.finish()
  await receiver.received(3)
  expect(receiver.seqs).toEqual([1, 2, 3])
  sender.acknowledge(3)
  expect(await sender.finished).toBe(3)
})

test('a line that is still being written waits for its end', async () => {
  const { spoolPath, receiver, sender } = await createSpool('partial')
  const text = line(batch(2))
  await appendFile(spoolPath, line(batch(1)) + text.slice(0, 20))
  sender.pump()
  await receiver.received(1)
  await appendFile(spoolPath, text.slice(20))
  sender.pump()
  await receiver.received(2)
  expect(receiver.seqs).toEqual([1, 2])
})

test('no more than a window is under way without acknowledgement', async () => {
  const { spoolPath, receiver, sender } = await createSpool('window')
  const all = Array.from({ length: 100 }, (_, index) => batch(index + 1))
  await appendFile(spoolPath, all.map(line).join(''))
  sender.finish()
  await receiver.received(32)
  expect(receiver.seqs).toHaveLength(32)
  for (const count of [32, 64, 96]) {
    sender.acknowledge(count)
    await receiver.received(Math.min(100, count + 32))
  }
  sender.acknowledge(100)
  expect(await sender.finished).toBe(100)
  expect(receiver.seqs).toEqual(all.map(each => each.seq))
})

test('after a reconnect exactly the unacknowledged batches go again', async () => {
  const { spoolPath, receiver, sender } = await createSpool('reconnect')
  await appendFile(spoolPath, [1, 2, 3].map(seq => line(batch(seq))).join(''))
  sender.pump()
  await receiver.received(3)
  sender.acknowledge(1)
  receiver.leave()
  await appendFile(spoolPath, line(batch(4)))
  sender.finish()
  receiver.comeBack()
  sender.restart()
  await receiver.received(6)
  expect(receiver.seqs).toEqual([1, 2, 3, 2, 3, 4])
  sender.acknowledge(4)
  expect(await sender.finished).toBe(4)
})

test('a new agent goes on where the server had acknowledged', async () => {
  const { spoolPath, receiver, sender, open } = await createSpool('restart')
  await appendFile(spoolPath, line(batch(1)) + line(batch(2)))
  sender.finish()
  await receiver.received(2)
  sender.acknowledge(2)
  await sender.finished
  await sender.saved()
  const next = await open()
  await appendFile(spoolPath, line(batch(3)))
  next.pump()
  await receiver.received(3)
  expect(receiver.seqs).toEqual([1, 2, 3])
})

test('a batch that is bigger than the window still goes, and the next one follows it', async () => {
  const { spoolPath, receiver, sender } = await createSpool('big')
  await appendFile(spoolPath, line(batch(1, 'x'.repeat(3 * 1024 ** 2))) + line(batch(2)))
  sender.finish()
  await receiver.received(1)
  sender.acknowledge(1)
  await receiver.received(2)
  sender.acknowledge(2)
  expect(await sender.finished).toBe(2)
})

test('a worker that never wrote anything ends at zero', async () => {
  const { sender } = await createSpool('empty')
  sender.finish()
  expect(await sender.finished).toBe(0)
})
