/** Captures by real agents with the real tcpdump on the loopback interface. */
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Capture } from '@pone/contract/entities/capture.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { send, startPlainTarget } from '@pone/recording-proxy/test-targets.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HarnessMachine, joinMachine } from '../../link/harness-machine.ts'
import type { As } from '../../test-server.ts'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'

const { capture, recording } = calls
const patience = { timeout: 40_000, interval: 100 }
let harness: MonitorHarness
let own: MonitorAgentProcess
let shared: HarnessMachine
let foreign: HarnessMachine
let socket: Socket
let port = 0
let colleague: As
let reader: As

beforeAll(async () => {
  socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  port = socket.address().port
  harness = await createMonitorHarness()
  const { as, projectId } = harness
  const server = harness.server()
  await server.addUser('chief', true)
  const { token } = await server.signIn('chief', { isAdministrator: true })
  const chief = { token, isAdministrator: true }
  const others = await server.call(calls.project.create, { name: 'Others', code: 'OTHERS' }, as)
  const clusterOf = async (id: string) =>
    (await server.call(calls.cluster.create, { name: `of ${id}`, projectIds: [id] }, chief)).id
  own = await harness.startAgent(
    'own',
    { PONE_AGENT_RECORDING_PORTS: '18640-18649' },
    await clusterOf(projectId),
  )
  const join = async (name: string, clusterId: string) => {
    const order = { name, clusterId, days: 1, maxUses: null, by: 'chief' }
    const joining = await server.services.joinTokens.create(order)
    return joinMachine(`http://127.0.0.1:${harness.port}`, joining.token, name)
  }
  shared = await join('shared', await server.services.clusters.ensureLocalCluster())
  foreign = await join('foreign', await clusterOf(others.id))
  colleague = await member('colleague', ['machine.view', 'machine.operate'])
  reader = await member('reader', ['component.view', 'component.edit', 'machine.view'])
}, 60_000)
afterAll(async () => {
  shared.close()
  foreign.close()
  await harness.close()
  socket.close()
})

type Functions = ClientInputOf<typeof calls.role.create>['functions']

async function member(account: string, functions: Functions): Promise<As> {
  const { as, projectId } = harness
  const server = harness.server()
  const id = await server.addUser(account)
  const role = await server.call(calls.role.create, { projectId, name: account, functions }, as)
  await server.call(calls.member.add, { projectId, userIds: [id], roleId: role.id }, as)
  return { token: (await server.signIn(account)).token, language: 'en' }
}

const wish = (more: Partial<ClientInputOf<typeof capture.start>> = {}) => ({
  projectId: harness.projectId,
  agentId: own.id,
  interface: 'lo',
  host: null,
  port,
  protocol: 'udp' as const,
  seconds: 60,
  megabytes: 1,
  ...more,
})
const start = (more: Parameters<typeof wish>[0] = {}, as = harness.as) =>
  harness.server().call(capture.start, wish(more), as)
const refusal = async (more: Parameters<typeof wish>[0], as = harness.as) =>
  (await harness.server().fail(capture.start, wish(more), as)).code
const one = ({ id }: Capture) => ({ projectId: harness.projectId, id })

async function current(as = harness.as): Promise<Capture | null> {
  return (await harness.server().call(capture.current, { projectId: harness.projectId }, as)).capture
}
const inState = async (state: Capture['state']) => {
  await expect.poll(async () => (await current())?.state, patience).toBe(state)
}
const download = (id: string, as: As) =>
  harness.server().app.inject({
    method: 'POST',
    url: apiBase + capture.download.path,
    headers: { token: as.token },
    payload: { projectId: harness.projectId, id },
  })

/** Programs that capture packets of the port. */
async function programs(): Promise<number> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map(id => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter(line => line.includes('tcpdump') && line.includes(`port ${port}`)).length
}

it('packets of a machine are counted while they are captured, and downloaded afterwards', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  expect(await server.call(capture.machines, { projectId }, as)).toMatchObject([
    { name: 'own', isOnline: true, isOwn: true },
    { name: 'shared', isOnline: true, isOwn: false },
  ])
  expect(await server.call(capture.interfaces, { projectId, agentId: own.id }, as)).toMatchObject({
    hasProgram: true,
    right: 'own',
    isOwn: true,
    interfaces: expect.arrayContaining([{ name: 'lo', addresses: expect.arrayContaining(['127.0.0.1']) }]),
  })
  const begun = await start()
  expect(begun).toMatchObject({ machine: 'own', packets: 0, removedAt: null })
  await inState('running')
  const elsewhere = createSocket('udp4')
  elsewhere.send('of another port', 9, '127.0.0.1')
  for (const text of ['first', 'second', 'third']) socket.send(`the ${text} datagram`, port, '127.0.0.1')
  await expect.poll(async () => (await current())?.packets, patience).toBe(3)
  elsewhere.close()
  expect((await download(begun.id, as)).json()).toMatchObject({ code: 'CaptureNotComplete' })
  await server.call(capture.stop, one(begun), as)
  await inState('complete')
  const ended = await current()
  expect(ended).toMatchObject({ end: 'stopped', packets: 3, dropped: 0, cause: '' })
  const { rawPayload } = await download(begun.id, as)
  expect(rawPayload).toHaveLength(ended?.bytes ?? -1)
  for (const text of ['first', 'second', 'third'])
    expect(rawPayload.includes(`the ${text} datagram`)).toBe(true)
  expect(rawPayload.includes('of another port')).toBe(false)
  await expect.poll(programs, patience).toBe(0)
  expect((await download(begun.id, colleague)).json()).toMatchObject({ code: 'NotFound' })
  await server.call(capture.discard, one(begun), as)
  expect(await current()).toBeNull()
  expect((await download(begun.id, as)).json()).toMatchObject({ code: 'NotFound' })
})

it('a machine of another project is like one that does not exist', async () => {
  const { as, projectId } = harness
  for (const agentId of [foreign.agentId, randomUUID()]) {
    expect(await refusal({ agentId })).toBe('NotFound')
    const failure = await harness.server().fail(capture.interfaces, { projectId, agentId }, as)
    expect(failure.code).toBe('NotFound')
  }
  expect(await current()).toBeNull()
})

it('who may edit components but not operate machines may not capture', async () => {
  expect(await refusal({}, reader)).toBe('Forbidden')
  const { projectId } = harness
  expect((await harness.server().fail(capture.machines, { projectId }, reader)).code).toBe('Forbidden')
})

it.each([
  ['a filter in the host', { host: '127.0.0.1 or tcp' }],
  ['an option in the interface', { interface: '-w/tmp/x' }],
  ['a port that is none', { port: 70_000 }],
  ['more than may be captured', { megabytes: 100_000 }],
])('%s is refused', async (_, more) => {
  expect(await refusal(more)).toBe('BadInput')
})

it('a machine is told whether other projects may use it too, and only the one that was asked is heard', async () => {
  const begun = await start({ agentId: shared.agentId })
  const { recordingId, isOwn } = await shared.receives('startCapture')
  expect([recordingId, isOwn]).toEqual([begun.id, false])
  const outcome = { state: 'failed', cause: 'of this machine' } as const
  foreign.say({ kind: 'captureEnded', recordingId, outcome: { ...outcome, cause: 'of another one' } })
  shared.say({ kind: 'captureEnded', recordingId, outcome })
  await inState('failed')
  expect((await current())?.cause).toBe('of this machine')
  await harness.server().call(capture.discard, one(begun), harness.as)
})

it('a person and a machine have one at a time', async () => {
  const begun = await start()
  expect(await refusal({ agentId: shared.agentId })).toBe('CaptureUnderWay')
  expect(await refusal({}, colleague)).toBe('CaptureMachineBusy')
  expect((await harness.server().fail(capture.stop, one(begun), colleague)).code).toBe('NotFound')
  await harness.server().call(capture.discard, one(begun), harness.as)
  // The machine is free again at once.
  const next = await start({}, colleague)
  await expect.poll(async () => (await current(colleague))?.state, patience).toBe('running')
  await harness.server().call(capture.discard, one(next), colleague)
  await expect.poll(programs, patience).toBe(0)
})

const startProxy = (more: { agentId?: string } = {}, as = harness.as) =>
  harness.server().call(recording.start, { projectId: harness.projectId, agentId: own.id, ...more }, as)
const currentRecording = async () => {
  const { projectId, as } = harness
  return (await harness.server().call(recording.current, { projectId }, as)).recording
}

it('requests through a proxy of the machine are listed, marked and downloaded as HAR', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const target = await startPlainTarget()
  const begun = await startProxy()
  const { port: proxyPort = 0, password = '', certificate = '' } = begun.access ?? {}
  expect([begun.machine, begun.end]).toEqual(['own', null])
  expect(certificate).not.toContain('PRIVATE')
  expect(await server.fail(recording.start, { projectId, agentId: own.id }, as)).toMatchObject({
    code: 'RecordingUnderWay',
  })
  expect(await server.fail(recording.start, { projectId, agentId: own.id }, colleague)).toMatchObject({
    code: 'Forbidden',
  })
  const origin = `http://127.0.0.1:${target.port}`
  await send({ proxyPort, password }, `${origin}/first`)
  await server.call(recording.mark, { projectId, id: begun.id, title: 'Buy tea' }, as)
  expect((await send({ proxyPort, password }, `${origin}/buy?token=secret`)).status).toBe(200)
  expect((await send({ proxyPort, password: 'guessed' }, origin)).status).toBe(407)
  await expect.poll(async () => (await currentRecording())?.requests, patience).toBe(2)
  expect((await currentRecording())?.exchanges).toMatchObject([
    { url: `${origin}/first`, transaction: null },
    { url: `${origin}/buy`, status: 200, transaction: 'Buy tea' },
  ])
  // The machine records one thing at a time, and nothing of it has a name there.
  expect(await readdir(join(harness.folder, 'own', 'recordings'))).toEqual([])
  await start()
  await inState('failed')
  expect(causeText((await current())?.cause ?? '', 'en')).toContain('another capture is under way')
  const ended = await server.call(recording.stop, { projectId, id: begun.id }, as)
  expect(ended).toMatchObject({ end: 'stopped', requests: 2, access: null })
  const har = await server.app.inject({
    method: 'POST',
    url: apiBase + recording.download.path,
    headers: { token: as.token },
    payload: { projectId, id: begun.id },
  })
  expect(har.json()).toMatchObject({
    log: {
      entries: [{}, { request: { url: `${origin}/buy?token=secret` } }],
      pages: [{ title: 'Buy tea' }],
    },
  })
  await expect(send({ proxyPort, password }, origin)).rejects.toThrow('ECONNREFUSED')
  await server.call(recording.discard, { projectId, id: begun.id }, as)
  target.close()
})

it('a proxy is refused where its owner names no ports, and on machines of others', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  expect((await server.fail(recording.start, { projectId, agentId: foreign.agentId }, as)).code).toBe(
    'NotFound',
  )
  const refused = server.fail(recording.start, { projectId, agentId: shared.agentId }, as)
  const { recordingId } = await shared.receives('startProxy')
  const refusalOf = (reason: 'off' | 'busy'): AgentMessage => ({
    kind: 'proxyReports',
    recordingId,
    reports: [{ kind: 'refused', reason, detail: '' }],
  })
  foreign.say(refusalOf('busy'))
  shared.say(refusalOf('off'))
  expect((await refused).code).toBe('RecordingMachineOff')
  expect(await currentRecording()).toBeNull()
})

it('a proxy whose agent is killed says that the recording is lost, and its authority goes with the last recording', async () => {
  const begun = await startProxy()
  await own.kill()
  await own.restart()
  await expect.poll(async () => (await currentRecording())?.end, patience).toBe('machineLost')
  const authorities = () => readdir(join(harness.folder, 'own', 'recording-authorities'))
  expect(await authorities()).toEqual([`${harness.projectId}.pem`])
  await own.kill()
  const { as, projectId } = harness
  await harness.server().call(recording.discard, { projectId, id: begun.id }, as)
  await own.restart()
  // It was told as soon as it was back.
  await expect.poll(authorities, patience).toEqual([])
})

it('an agent that is killed leaves nothing, and the capture says that its packets are lost', async () => {
  const begun = await start()
  await inState('running')
  await own.kill()
  await expect.poll(programs, patience).toBe(0)
  await own.restart()
  await inState('failed')
  expect(causeText((await current())?.cause ?? '', 'en')).toContain('the agent was restarted')
  await harness.server().call(capture.discard, one(begun), harness.as)
})

it('a machine that is given to another project during it is not captured on any more', async () => {
  await start()
  await inState('running')
  await harness.database.database
    .updateTable('load_machines')
    .set({ is_public: true })
    .where('id', '=', own.id)
    .execute()
  await inState('failed')
  expect(causeText((await current())?.cause ?? '', 'en')).toContain('ceased to be of this project alone')
  await expect.poll(programs, patience).toBe(0)
})
