import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import { maxPieceBytes } from '@pone/contract/link/recordings.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeldCapture } from './held-capture.ts'

const recordingId = '3f2b7c1e-2f30-4d6e-9a53-0f6d0a1f9b11'
let folder = ''
let now = 0
let isOnline = true
let sent: AgentCommand[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-captures-'))
  now = 1_000
  isOnline = true
  sent = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function open(): HeldCapture {
  const order = {
    interface: 'lo',
    host: null,
    port: null,
    protocol: 'all',
    seconds: 60,
    megabytes: 1,
  } as const
  const held = new HeldCapture(
    {
      now: () => now,
      send: (_agentId, command) => {
        sent.push(command)
        return isOnline
      },
      onFailure: () => undefined,
    },
    {
      id: recordingId,
      agentId: 'a',
      machine: 'm',
      projectId: 'p',
      userId: 'u',
      isOwn: true,
      order,
      path: join(folder, 'capture.pcap'),
    },
  )
  held.begin()
  return held
}
const complete = (bytes: number) =>
  ({
    kind: 'captureEnded',
    recordingId,
    outcome: { state: 'complete', end: 'stopped', packets: 2, bytes, dropped: 0 },
  }) as const
const piece = (from: number, bytes: Buffer) =>
  ({ kind: 'recordingPiece', recordingId, from, data: bytes.toString('base64') }) as const
const last = () => sent.at(-1)

test('the file is asked for piece by piece, and the agent may forget it when all are there', async () => {
  const held = open()
  held.progress({ kind: 'captureProgress', recordingId, packets: 1, bytes: 30 })
  expect(held.shown).toMatchObject({ state: 'running', packets: 1, removedAt: null })
  const [first, second] = [Buffer.alloc(maxPieceBytes, 1), Buffer.from('the end')]
  const bytes = maxPieceBytes + second.length
  held.ended(complete(bytes))
  // An empty piece of the beginning is waited for by nobody.
  await held.piece(piece(7, second))
  expect(last()).toEqual({ kind: 'readRecording', recordingId, from: 0 })
  await held.piece(piece(0, first))
  expect(held.shown).toMatchObject({ state: 'sending', sentBytes: maxPieceBytes, bytes, packets: 2 })
  expect(last()).toEqual({ kind: 'readRecording', recordingId, from: maxPieceBytes })
  // One that was asked for twice comes twice.
  await held.piece(piece(0, first))
  await held.piece(piece(maxPieceBytes, second))
  expect(held.shown).toMatchObject({
    state: 'complete',
    end: 'stopped',
    sentBytes: bytes,
    removedAt: now + 3_600_000,
  })
  expect(last()).toEqual({ kind: 'forgetRecording', recordingId })
  expect((await readFile(join(folder, 'capture.pcap'))).equals(Buffer.concat([first, second]))).toBe(true)
  await held.remove()
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['more than was told', Buffer.alloc(101)],
  ['nothing', Buffer.alloc(0)],
  ['byte by byte', Buffer.alloc(1)],
])('an agent that sends %s is not believed, and nothing of it is kept', async (_, bytes) => {
  const held = open()
  held.ended(complete(100))
  await held.piece(piece(0, bytes))
  expect(held.shown).toMatchObject({ state: 'failed', end: null })
  expect(last()).toEqual({ kind: 'forgetRecording', recordingId })
  await held.remove()
  expect(await readdir(folder)).toEqual([])
})

test('an agent that tells more bytes than were ordered is not believed', () => {
  const held = open()
  held.ended(complete(1_000_001))
  expect(held.shown.state).toBe('failed')
})

test('an agent that answers without end is waited for as long as the capture and its file may take', () => {
  const held = open()
  const answerAt = (at: number) => {
    now = at
    held.progress({ kind: 'captureProgress', recordingId, packets: 1, bytes: 30 })
    held.keep()
    return held.shown.state
  }
  expect([answerAt(1_000 + 90_000), answerAt(1_000 + 90_001)]).toEqual(['running', 'failed'])
  const next = open()
  next.ended(complete(100))
  const toldAt = now
  const repeatAt = (at: number) => {
    now = at
    next.ended(complete(100))
    next.keep()
    return next.shown.state
  }
  expect([repeatAt(toldAt + 1_800_000), repeatAt(toldAt + 1_800_001)]).toEqual(['sending', 'failed'])
})

test('pieces that come while one is written are not kept in memory', async () => {
  const held = open()
  held.ended(complete(2 * maxPieceBytes))
  const whole = Buffer.alloc(maxPieceBytes)
  const sentAtOnce = [held.piece(piece(0, whole)), held.piece(piece(maxPieceBytes, whole))]
  await Promise.all(sentAtOnce)
  expect(held.shown.sentBytes).toBe(maxPieceBytes)
  await held.piece(piece(maxPieceBytes, whole))
  expect(held.shown.state).toBe('complete')
})

test('pieces after the end are not stored', async () => {
  const held = open()
  held.ended(complete(100))
  await held.remove()
  await held.piece(piece(0, Buffer.alloc(100)))
  expect(await readdir(folder)).toEqual([])
})

test('an agent that is not connected, or is silent, fails it with the cause', () => {
  isOnline = false
  expect(causeText(open().shown.cause, 'en')).toContain('the agent does not answer')
  isOnline = true
  const held = open()
  held.progress({ kind: 'captureProgress', recordingId, packets: 0, bytes: 0 })
  now += 45_000
  held.keep()
  expect(last()).toEqual({ kind: 'keepRecording', recordingId })
  expect(held.isUnderWay).toBe(true)
  now += 1
  held.keep()
  expect(causeText(held.shown.cause, 'en')).toContain('packets are lost')
})

test('what the agent tells as its cause is kept, and an end after the end is not wanted', () => {
  const held = open()
  held.ended({ kind: 'captureEnded', recordingId, outcome: { state: 'failed', cause: 'why' } })
  expect(held.shown).toMatchObject({ state: 'failed', cause: 'why' })
  held.ended(complete(5))
  expect(held.shown).toMatchObject({ state: 'failed', bytes: 0 })
  expect(last()).toEqual({ kind: 'forgetRecording', recordingId })
})
