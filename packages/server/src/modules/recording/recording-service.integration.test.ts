import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request as sendPlain } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ProxyRecording, recordingBounds } from '@pone/contract/entities/recording.ts'
import {
  openTunnel,
  send,
  sendInside,
  startPlainTarget,
  type TestTarget,
} from '@pone/recording-proxy/test-targets.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RecordingService, type RecordingSettings } from './recording.service.ts'

let folder = ''
let target: TestTarget
const open: RecordingService[] = []
const owner = { projectId: randomUUID(), userId: randomUUID() }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-recordings-'))
  target = await startPlainTarget()
})
afterEach(async () => {
  for (const service of open.splice(0)) {
    await service.deleteOfProject(owner.projectId)
    await service.close()
  }
})
afterAll(async () => {
  target.close()
  await rm(folder, { recursive: true })
})

const noMachines = {
  proxies: {
    begin: () => Promise.reject(new Error('there are no machines')),
    removeAuthority: () => [],
  },
  machinesOf: async () => [],
}

function serve(limits: RecordingSettings['limits'] = {}): RecordingService {
  const service = new RecordingService({
    // Subnets of cloud metadata may have been allowed by mistake.
    settings: { host: '127.0.0.1', ports: [0], targets: ['127.0.0.1', '169.254.0.0/16'], limits },
    folder,
    now: Date.now,
    port: () => target.port + 1,
    ...noMachines,
    onFailure: (_what, cause) => {
      throw cause
    },
  })
  open.push(service)
  return service
}

async function begin(
  service: RecordingService,
  wish: Partial<Parameters<RecordingService['start']>[0]> = {},
) {
  const begun = await service.start({
    ...owner,
    hosts: [],
    addresses: [],
    acceptsAnyCertificate: false,
    keepsAuthority: false,
    agentId: null,
    ...wish,
  })
  const { port: proxyPort = 0, password = '' } = begun.access ?? {}
  return { id: begun.id, through: { proxyPort, password } }
}

/** As soon as the server knows that it ended. */
async function ended(service: RecordingService): Promise<ProxyRecording> {
  for (;;) {
    const current = await service.current(owner, 0)
    if (current !== null && current.end !== null) return current
    await setImmediate()
  }
}

const harOf = async (service: RecordingService, id: string) => {
  const text = await readFile(service.file(owner, id), 'utf8')
  return JSON.parse(text) as { log: { entries: unknown[]; pages: unknown[] } }
}

test('what was recorded outlives the server, and is found by the next one', async () => {
  const first = serve()
  const { id, through } = await begin(first)
  await first.mark(owner, id, 'Buy tea')
  await send(through, `http://127.0.0.1:${target.port}/1`)
  const path = join(folder, owner.projectId, `${id}.har`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const notePath = path.replace('.har', '.json')
  const note = await readFile(notePath)
  await first.close()
  // As a crash leaves it.
  await writeFile(notePath, note)
  const next = serve()
  await next.restore()
  expect(await next.current(owner, 0)).toMatchObject({
    id,
    end: 'serverEnded',
    requests: 1,
    transaction: null,
    exchanges: [],
  })
  expect((await harOf(next, id)).log).toMatchObject({ entries: [{}], pages: [{ title: 'Buy tea' }] })
  await next.discard(owner, id)
  expect(await readdir(folder)).toEqual([])
})

test('a server removes authorities that the one before it left without a recording, unless they are kept', async () => {
  const first = serve()
  await first.discard(owner, (await begin(first, { keepsAuthority: true })).id)
  const path = join(folder, owner.projectId, 'authority.pem')
  const left = join(folder, randomUUID())
  await mkdir(left)
  await writeFile(join(left, 'authority.pem'), await readFile(path))
  await serve().restore()
  expect(await readdir(folder)).toEqual([owner.projectId])
  await writeFile(path.replace('.pem', '.kept'), String(Date.now() - 1))
  await serve().restore()
  expect(await readdir(folder)).toEqual([])
})

test('a person holds five recordings in other projects at most', async () => {
  const service = serve()
  const projects = Array.from({ length: recordingBounds.heldPerPerson }, () => randomUUID())
  for (const projectId of projects)
    await service.stop({ ...owner, projectId }, (await begin(service, { projectId })).id)
  await expect(begin(service)).rejects.toMatchObject({ code: 'RecordingsKept' })
  for (const projectId of projects) await service.deleteOfProject(projectId)
  expect(await readdir(folder)).toEqual([])
})

test('a proxy whose process ends is told as such, with what it has written', async () => {
  const service = serve()
  const { id, through } = await begin(service)
  await send(through, `http://127.0.0.1:${target.port}/1`)
  for (const pid of await proxyProcesses()) process.kill(pid, 'SIGKILL')
  expect(await ended(service)).toMatchObject({ end: 'failed', access: null })
  expect(await readFile(service.file(owner, id), 'utf8')).toContain(`http://127.0.0.1:${target.port}/1`)
  await expect(service.mark(owner, id, 'late')).rejects.toMatchObject({ code: 'RecordingEnded' })
})

/** Of this process. */
async function proxyProcesses(): Promise<number[]> {
  const found: number[] = []
  for (const name of (await readdir('/proc')).filter(each => /^\d+$/.test(each))) {
    const [status = '', command = ''] = await Promise.all(
      ['status', 'cmdline'].map(file => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    if (status.includes(`\nPPid:\t${process.pid}\n`) && command.includes('proxy-program'))
      found.push(Number(name))
  }
  return found
}

test('the proxy reaches neither itself, nor Pone, nor credentials of the machine, nor what is not allowed', async () => {
  const service = serve()
  const { through } = await begin(service)
  const status = async (place: string) => (await send(through, `http://${place}/`)).status
  const inTunnel = async (place: string) => {
    const { socket } = await openTunnel(through, place)
    return (await sendInside(socket, place, '/')).status
  }
  expect(await status(`127.0.0.1:${target.port}`)).toBe(200)
  for (const ask of [status, inTunnel]) {
    for (const port of [through.proxyPort, target.port + 1]) expect(await ask(`127.0.0.1:${port}`)).toBe(508)
    for (const host of ['169.254.169.254', '10.0.0.1', '[::1]', '127.0.0.3', '0xa9fea9fe'])
      expect([host, await ask(`${host}:80`)]).toEqual([host, 403])
  }
  expect((await send({ ...through, password: 'wrong' }, `http://127.0.0.1:${target.port}/`)).status).toBe(407)
  expect((await openTunnel({ ...through, password: 'wrong' }, '127.0.0.1:1')).status).toBe(407)
})

test('a thousand connections that say nothing or never finish are closed, and the recording goes on', async () => {
  const service = serve({ maxConnections: 64, handshakeMs: 500 })
  const { through } = await begin(service)
  const sockets = Array.from({ length: 1_000 }, (_, at) => {
    const socket: Socket = connect(through.proxyPort, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    // Half of them send a head that never ends.
    if (at % 2 === 0) socket.write('GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nx-a: 1\r\n')
    return socket
  })
  await Promise.all(sockets.map(closed))
  expect(await firstStatus(() => send(through, `http://127.0.0.1:${target.port}/`))).toBe(200)
})

const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })

/** The proxy hears of connections that were closed a moment after their clients. */
async function firstStatus(ask: () => Promise<{ status: number }>): Promise<number> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer.status
  }
}

test('a body without an end ends the recording, with its reason', async () => {
  const service = serve({ maxBytes: 1_000_000 })
  const { through } = await begin(service)
  const credentials = Buffer.from(`any:${through.password}`).toString('base64')
  const upload = sendPlain({
    host: '127.0.0.1',
    port: through.proxyPort,
    method: 'POST',
    path: `http://127.0.0.1:${target.port}/`,
    agent: false,
    headers: { host: 'x', 'proxy-authorization': `Basic ${credentials}` },
  })
  upload.on('error', () => undefined)
  const more = () => {
    while (!upload.destroyed && upload.write(Buffer.alloc(65_536)));
  }
  upload.on('drain', more)
  more()
  expect(await ended(service)).toMatchObject({ end: 'bytes', access: null })
})

test('a recording that nobody uses ends itself', async () => {
  const service = serve({ maxIdleMs: 1 })
  await begin(service)
  expect((await ended(service)).end).toBe('idle')
})

test('ports that are taken are told', async () => {
  const service = new RecordingService({
    settings: { host: '127.0.0.1', ports: [target.port], targets: [] },
    folder,
    now: Date.now,
    ...noMachines,
    port: () => null,
    onFailure: () => undefined,
  })
  open.push(service)
  await expect(begin(service)).rejects.toMatchObject({ code: 'RecordingPortsTaken' })
  expect(await service.current(owner, 0)).toBeNull()
})
