/** Captures by the real tcpdump on the loopback interface, and what is left of them. */
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaptureOrder, CaptureRight } from '@pone/contract/entities/capture.ts'
import type { CaptureOutcome } from '@pone/contract/link/recordings.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AgentRecordings, type AgentRecordingsOptions } from './agent-recordings.ts'

let folder = ''
let socket: Socket
let port = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-captures-'))
  socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  port = socket.address().port
})
afterAll(async () => {
  socket.close()
  await rm(folder, { recursive: true, force: true })
})

type Report = Parameters<AgentRecordingsOptions['send']>[0]
const orderOf = (more: Partial<CaptureOrder> = {}): CaptureOrder => ({
  interface: 'lo',
  host: '127.0.0.1',
  port,
  protocol: 'udp',
  seconds: 60,
  megabytes: 1,
  ...more,
})

/** Recordings whose reports are heard one after the other. */
function open({ right = 'own', leaseMs = 60_000 }: { right?: CaptureRight; leaseMs?: number } = {}) {
  const heard: Report[] = []
  const waiting: ((report: Report) => void)[] = []
  const recordings = new AgentRecordings({
    folder,
    serverUrls: [],
    right,
    ports: [],
    authorityPath: projectId => join(folder, `${projectId}.pem`),
    leaseMs,
    log: () => undefined,
    send: report => {
      const next = waiting.shift()
      if (next === undefined) heard.push(report)
      else next(report)
      return true
    },
  })
  const next = (): Promise<Report> => {
    const first = heard.shift()
    return first === undefined ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(first)
  }
  const outcome = async (): Promise<CaptureOutcome> => {
    for (;;) {
      const report = await next()
      if (report.kind === 'captureEnded') return report.outcome
    }
  }
  const start = (order = orderOf(), isOwn = true) => {
    const recordingId = randomUUID()
    void recordings.startCapture({ recordingId, order, isOwn })
    return recordingId
  }
  return { recordings, next, outcome, start }
}

/** Programs of this machine that capture packets of the port. */
async function programs(): Promise<number> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map(id => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter(line => line.includes('tcpdump') && line.includes(`port ${port}`)).length
}
const gone = () => expect.poll(programs, { timeout: 20_000 }).toBe(0)

const causeOf = (outcome: CaptureOutcome) =>
  outcome.state === 'failed' ? causeText(outcome.cause, 'en') : ''

it('a file has no name while packets are captured, is read in pieces, and is gone when it is forgotten', async () => {
  const { recordings, next, outcome, start } = open()
  const id = start()
  expect(await next()).toEqual({ kind: 'captureProgress', recordingId: id, packets: 0, bytes: 0 })
  socket.send('the captured datagram', port, '127.0.0.1')
  for (let seen = 0; seen === 0; ) {
    const report = await next()
    if (report.kind === 'captureProgress') seen = report.packets
  }
  expect(await readdir(folder)).toEqual([])
  recordings.stop(id)
  const ended = await outcome()
  expect(ended).toMatchObject({ state: 'complete', end: 'stopped', packets: 1, dropped: 0 })
  await recordings.read(id, 0)
  const piece = await next()
  if (piece.kind !== 'recordingPiece' || ended.state !== 'complete') throw new Error('no piece')
  const data = Buffer.from(piece.data, 'base64')
  expect([data.length, data.includes('the captured datagram')]).toEqual([ended.bytes, true])
  await recordings.forget(id)
  recordings.keep(id)
  expect(await next()).toEqual({ kind: 'recordingLost', recordingId: id })
  await gone()
})

it('a flood ends it at its bound', async () => {
  const { recordings, outcome, start, next } = open()
  const id = start()
  await next()
  const sender = setInterval(() => socket.send(Buffer.alloc(40_000, 1), port, '127.0.0.1'), 1)
  const ended = await outcome()
  clearInterval(sender)
  expect(ended).toMatchObject({ state: 'complete', end: 'bytes' })
  if (ended.state === 'complete') expect(ended.bytes).toBeLessThanOrEqual(1_000_000)
  await recordings.forget(id)
})

it('a second one is refused while the first one is held, and one that is told twice begins once', async () => {
  const { recordings, next, outcome, start } = open()
  const id = start()
  await next()
  await recordings.startCapture({ recordingId: id, order: orderOf(), isOwn: true })
  expect(await programs()).toBeGreaterThan(0)
  start()
  expect(causeOf(await outcome())).toContain('another capture is under way')
  await recordings.close()
  await gone()
})

it.each([
  ['off', true, 'owner of the machine does not allow'],
  ['own', false, 'other projects may use the machine'],
] as const)(
  'with captures "%s" nothing is captured for a project that has it alone: %s',
  async (right, isOwn, cause) => {
    const { outcome, start, recordings } = open({ right })
    start(orderOf(), isOwn)
    expect(causeOf(await outcome())).toContain(cause)
    expect(recordings.isRecording).toBe(false)
  },
)

it('with captures "all" a shared machine is enough; an interface that is not there is told', async () => {
  const { outcome, start } = open({ right: 'all' })
  start(orderOf({ interface: 'nothing0' }), false)
  expect(causeOf(await outcome())).toContain('no network interface nothing0')
})

it('nothing is left when no server asks for it any more', async () => {
  const { recordings, next, start } = open({ leaseMs: 200 })
  start()
  await next()
  await gone()
  expect(recordings.isRecording).toBe(false)
})
