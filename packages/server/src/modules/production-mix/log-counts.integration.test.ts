/** Access logs of machines, counted by a real agent and by one that says what it wants: who may, and what is told. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HarnessMachine, joinMachine } from '../../link/harness-machine.ts'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'

const { productionMix } = calls
const patience = { timeout: 40_000, interval: 100 }
let harness: MonitorHarness
let own: MonitorAgentProcess
let shared: HarnessMachine
let foreign: HarnessMachine
let log = ''

beforeAll(async () => {
  harness = await createMonitorHarness()
  const { as } = harness
  const server = harness.server()
  const folder = join(harness.folder, 'nginx')
  await mkdir(folder)
  log = join(folder, 'access.log')
  const line = (path: string) => `10.0.0.1 - - [01/Jan/2026:08:00:00 +0000] "GET ${path} HTTP/1.1" 200 100\n`
  await writeFile(log, line('/orders/1') + line('/orders/2'))
  await server.addUser('chief', true)
  const { token } = await server.signIn('chief', { isAdministrator: true })
  const others = await server.call(calls.project.create, { name: 'Others', code: 'OTHERS' }, as)
  const clusterOf = async (id: string) =>
    (
      await server.call(
        calls.cluster.create,
        { name: `of ${id}`, projectIds: [id] },
        { token, isAdministrator: true },
      )
    ).id
  const joinTo = async (name: string, clusterId: string) => {
    const order = { name, clusterId, days: 1, maxUses: null, by: 'chief' }
    const joining = await server.services.joinTokens.create(order)
    return joinMachine(`http://127.0.0.1:${harness.port}`, joining.token, name)
  }
  own = await harness.startAgent(
    'own',
    { PONE_AGENT_ACCESS_LOGS: folder },
    await clusterOf(harness.projectId),
  )
  shared = await joinTo('shared', await server.services.clusters.ensureLocalCluster())
  foreign = await joinTo('foreign', await clusterOf(others.id))
}, 60_000)
afterAll(async () => {
  shared.close()
  foreign.close()
  await harness.close()
})

const place = (agentId = own.id) => ({ projectId: harness.projectId, agentId })
const order = () => ({ path: log, logFormat: '', hours: null })
const start = (more: Partial<ClientInputOf<typeof productionMix.countLog>> = {}) =>
  harness.server().call(productionMix.countLog, { ...place(), ...order(), ...more }, harness.as)
const state = (countId: string) =>
  harness.server().call(productionMix.logCount, { ...place(), countId }, harness.as)
const lost = (countId: string) =>
  harness.server().fail(productionMix.logCount, { ...place(), countId }, harness.as)

it('a log of a machine is listed and counted, and its mix is stored like any other', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  expect(await server.call(productionMix.logFiles, place(), as)).toMatchObject([{ path: log }])
  const { countId } = await start()
  await expect.poll(async () => (await state(countId)).state, patience).toBe('counted')
  const counted = await state(countId)
  if (counted.state !== 'counted' || counted.document === null) throw new Error('There is no mix')
  const { document } = counted
  expect(document).toMatchObject({
    source: { kind: 'accessLog', name: `own: ${log}` },
    templates: [{ path: '/orders/{id}', count: 2 }],
  })
  const row = await server.call(productionMix.create, { projectId, name: 'Of nginx', document }, as)
  expect(row).toMatchObject({ requests: 2 })
  await server.call(productionMix.endLogCount, { ...place(), countId }, as)
  expect((await lost(countId)).code).toBe('LogCountLost')
})

it('a refusal of the agent is told in the language of the reader, with what to do', async () => {
  const refused = await harness
    .server()
    .fail(productionMix.countLog, { ...place(), ...order(), path: '/etc/passwd' }, harness.as)
  expect(refused).toMatchObject({
    code: 'LogsRefused',
    message: expect.stringContaining('PONE_AGENT_ACCESS_LOGS=/etc'),
  })
  expect(refused.message).toContain('Load machine “own”: the owner of the machine does not allow this file')
})

it('a machine is told whether other projects may use it too', async () => {
  const listing = harness.server().fail(productionMix.logFiles, place(shared.agentId), harness.as)
  const { queryId, query } = await shared.receives('machineQuery')
  expect(query).toEqual({ about: 'accessLogs', isOwn: false })
  const detail = toldCause('logsShared')
  shared.say({ kind: 'machineAnswer', queryId, answer: { about: 'refused', reason: 'cause', detail } })
  expect((await listing).message).toContain('Load machine “shared”: other projects may use the machine too')
})

it('a machine of another project is like one that does not exist', async () => {
  const server = harness.server()
  const countId = randomUUID()
  for (const agentId of [foreign.agentId, randomUUID()]) {
    const there = place(agentId)
    expect((await server.fail(productionMix.logFiles, there, harness.as)).code).toBe('NotFound')
    expect((await server.fail(productionMix.countLog, { ...there, ...order() }, harness.as)).code).toBe(
      'NotFound',
    )
    expect((await server.fail(productionMix.logCount, { ...there, countId }, harness.as)).code).toBe(
      'NotFound',
    )
    expect((await server.fail(productionMix.endLogCount, { ...there, countId }, harness.as)).code).toBe(
      'NotFound',
    )
  }
  expect((await lost(countId)).code).toBe('LogCountLost')
})

it('who may edit scenarios but not operate machines may not count', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const id = await server.addUser('editor')
  const functions: ClientInputOf<typeof calls.role.create>['functions'] = [
    'scenario.view',
    'scenario.edit',
    'machine.view',
  ]
  const role = await server.call(calls.role.create, { projectId, name: 'editor', functions }, as)
  await server.call(calls.member.add, { projectId, userIds: [id], roleId: role.id }, as)
  const { token } = await server.signIn('editor')
  expect((await server.fail(productionMix.logFiles, place(), { token })).code).toBe('Forbidden')
})

it('a machine whose agent is gone is told as such', async () => {
  shared.close()
  const refused = await harness.server().fail(productionMix.logFiles, place(shared.agentId), harness.as)
  expect(refused).toMatchObject({
    code: 'LogMachineSilent',
    message: expect.stringContaining('The agent of the load machine “shared” does not answer'),
  })
})
