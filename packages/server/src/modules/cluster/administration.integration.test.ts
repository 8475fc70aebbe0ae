/** The calls of clusters, load machines and join tokens on a real database, with agent connections controlled by the test. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import type { AdminMachine, ClusterFields, MachineFields } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentCommand, Hello } from '@pone/contract/link/messages.ts'
import type { MachineAnswer } from '@pone/contract/link/queries.ts'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import type { LinkHandlers, OnlineMachine } from '../../link/agent-link.ts'
import { createMachineLine } from '../host/machine-line.ts'
import { createAdmissionRepository } from './admission.repository.ts'
import { createAdmissionService } from './admission.ts'
import { createClusterRepository } from './cluster.repository.ts'
import { createClusterService } from './cluster.service.ts'
import { createClusterAdminRepository } from './cluster-admin.repository.ts'
import { createClusterAdminService } from './cluster-admin.service.ts'
import { createJoinTokenRepository } from './join-token.repository.ts'
import { createJoinTokenService } from './join-token.service.ts'
import { createMachineRepository } from './machine.repository.ts'
import { createMachineService } from './machine.service.ts'
import { createProjectClusterService } from './project-cluster.service.ts'
import { hashOf } from './secrets.ts'

const test_ = await createTestDatabase()
const { database } = test_
afterAll(() => test_.close())

const dayMs = 24 * 3_600_000
let now = 1_000
let online: OnlineMachine[] = []
let sent: AgentCommand[] = []
let cuts: string[] = []
const handlers: Partial<LinkHandlers>[] = []
const clock = () => now
const link = {
  onlineMachines: () => online,
  isOnline: (id: string) => online.some(machine => machine.agentId === id),
  send: (_: string, command: AgentCommand) => sent.push(command) > 0,
  cut: (id: string, reason: string) => void cuts.push(`${id} ${reason}`),
  on: (more: Partial<LinkHandlers>) => void handlers.push(more),
}
const reading = createClusterRepository(database)
const repository = createClusterAdminRepository(database)
const machineRepository = createMachineRepository(database)
const clusters = createClusterService({ repository: reading, link, now: clock })
const administration = createClusterAdminService({
  repository,
  clusters: reading,
  link,
  licenceRoom: async () => ({ total: 5_000, left: 4_000 }),
  controllers: {
    list: async () => [
      {
        id: 'c1',
        name: 'first',
        address: '',
        port: 1,
        socketPort: 1,
        isOnline: true,
        startedAt: 1,
        seenAt: 1,
        activeRuns: 0,
        hasOtherFiles: false,
      },
    ],
  },
  now: clock,
})
const line = createMachineLine(link)
const machines = createMachineService({
  repository: machineRepository,
  clusters: reading,
  link,
  line,
  now: clock,
})
const projectClusters = createProjectClusterService({
  repository,
  clusters: reading,
  machines: machineRepository,
  link,
  now: clock,
})
const tokens = createJoinTokenService({
  repository: createJoinTokenRepository(database),
  clusters: repository,
  now: clock,
})
const admission = createAdmissionService({
  repository: createAdmissionRepository(database),
  localToken: 'local-token',
  localClusterId: () => clusters.ensureLocalCluster(),
  now: clock,
})

const hello = (facts: Partial<Hello>): Hello => ({
  kind: 'hello',
  name: 'host',
  host: 'host',
  system: 'Linux',
  architecture: 'x64',
  cores: 8,
  memoryBytes: 1024 ** 4,
  version: '0.1.0',
  incarnation: randomUUID(),
  runs: [],
  ...facts,
})
const ends = { address: '10.0.0.7', port: 40_000, socketPort: 8_080 }
async function join(name: string, token = 'local-token') {
  const admitted = await admission.admit(hello({ name, token }), ends)
  if (!admitted.isAdmitted || admitted.key === undefined) throw new Error('not admitted')
  return { agentId: admitted.agentId, key: admitted.key }
}
/** The machine is connected. */
const rise = (agentId: string, cpu01 = 0.5) =>
  online.push({
    agentId,
    name: '',
    host: '',
    since: now,
    cores: 8,
    memoryBytes: 1,
    status: { cpu01, memoryUsedBytes: 5, memoryTotalBytes: 10, loadAverage: 1 },
    runIds: [],
  })
const fields = (changes: Partial<ClusterFields> = {}): ClusterFields => ({
  name: `cluster ${randomUUID()}`,
  engine: 'pr',
  isPublic: false,
  projectIds: [],
  machineIds: [],
  controllerId: null,
  ...changes,
})
const machineFields = (changes: Partial<MachineFields> = {}): MachineFields => ({
  name: `machine ${randomUUID().slice(0, 8)}`,
  maxUsers: 100,
  maxScripts: 3,
  clusterIds: [],
  isPublic: false,
  projectIds: [],
  ...changes,
})
const query = (input: object = {}) => calls.loadMachine.list.input.parse(input)
const clusterQuery = (input: object = {}) => calls.cluster.list.input.parse(input)
const namesOf = async (input: object = {}) => (await machines.list(query(input))).rows.map(row => row.name)
const machineOf = async (id: string): Promise<AdminMachine> => {
  const [machine] = await machines.getAll([id])
  if (machine === undefined) throw new Error('no machine')
  return machine
}
async function refusal(work: Promise<unknown>): Promise<object> {
  try {
    await work
    return { code: 'none' }
  } catch (cause) {
    if (cause instanceof AppError) return { code: cause.code, ...cause.params }
    throw cause
  }
}

beforeEach(async () => {
  now = 1_000
  online = []
  sent = []
  cuts = []
  await database.deleteFrom('load_machines').execute()
  await database.deleteFrom('clusters').execute()
})

test('machines that call themselves the same get names of their own', async () => {
  for (const _ of [1, 2, 3]) await join('host')
  expect(await namesOf()).toEqual(['host', 'host-2', 'host-3'])
})

test('many machines of one name can join at the same moment', async () => {
  await Promise.all(Array.from({ length: 20 }, () => join('host')))
  expect(new Set(await namesOf({ pageSize: 50 })).size).toBe(20)
})

test("an administrator's name stays until the agent is called otherwise on its own side", async () => {
  const { agentId, key } = await join('host')
  await machines.edit(agentId, machineFields({ name: 'rack 1' }))
  await admission.admit(hello({ agentId, key, name: 'host' }))
  expect((await machineOf(agentId)).name).toBe('rack 1')
  await admission.admit(hello({ agentId, key, name: 'new-host' }))
  expect((await machineOf(agentId)).name).toBe('new-host')
})

test('where the line comes from is shown with what the machine is', async () => {
  const { agentId } = await join('host')
  rise(agentId)
  expect(await machineOf(agentId)).toMatchObject({
    address: '10.0.0.7',
    port: 40_000,
    socketPort: 8_080,
    maxScripts: 32,
    cpu01: 0.5,
    memoryUsedBytes: 5,
    clusters: [{ name: 'local' }],
  })
})

test('names of machines and clusters are taken once', async () => {
  const [a] = [await join('a'), await join('b')]
  expect(await refusal(machines.edit(a.agentId, machineFields({ name: 'b' })))).toEqual({
    code: 'NameExists',
    name: 'b',
  })
  await administration.create(fields({ name: 'c' }))
  const again = refusal(administration.create(fields({ name: 'c' })))
  expect(await again).toEqual({ code: 'NameExists', name: 'c' })
})

test('what does not exist cannot be put in a cluster', async () => {
  const nobody = randomUUID()
  expect(await refusal(administration.create(fields({ machineIds: [nobody] })))).toMatchObject({
    what: 'loadMachine',
  })
  expect(await refusal(administration.create(fields({ projectIds: [nobody] })))).toMatchObject({
    what: 'project',
  })
  expect(await refusal(administration.create(fields({ controllerId: 'c9' })))).toMatchObject({
    what: 'controller',
  })
  const { agentId } = await join('a')
  expect(await refusal(machines.move([agentId], nobody))).toMatchObject({ what: 'cluster' })
  expect(await refusal(machines.setService([agentId, nobody], false))).toMatchObject({ what: 'loadMachine' })
})

test('a cluster is public, assigned or unassigned, and projects see those that they may use', async () => {
  const [own, other] = [await insertTestProject(database), await insertTestProject(database)]
  await administration.create(fields({ name: 'all', isPublic: true, projectIds: [other] }))
  await administration.create(fields({ name: 'mine', projectIds: [own] }))
  await administration.create(fields({ name: 'nobody' }))
  const { rows } = await administration.list(clusterQuery())
  expect(rows.map(({ name, assignment, projects }) => [name, assignment, projects.length])).toEqual([
    ['all', 'public', 0],
    ['mine', 'assigned', 1],
    ['nobody', 'unassigned', 0],
  ])
  const seenBy = async (projectId: string) => (await clusters.clustersFor(projectId)).map(({ name }) => name)
  expect(await seenBy(own)).toEqual(['all', 'mine'])
  expect(await seenBy(other)).toEqual(['all'])
})

test('machines and clusters that are not offline cannot be deleted', async () => {
  const { agentId } = await join('a')
  const clusterId = await clusters.ensureLocalCluster()
  rise(agentId)
  expect(await refusal(machines.delete([agentId]))).toEqual({ code: 'MachineNotOffline', machine: 'a' })
  expect(await refusal(administration.delete(clusterId))).toEqual({
    code: 'ClusterNotOffline',
    cluster: 'local',
    online: 1,
  })
  online = []
  await administration.delete(clusterId)
  await machines.delete([agentId])
  expect(await namesOf()).toEqual([])
  expect((await administration.list(clusterQuery())).total).toBe(0)
})

test('the local cluster may be renamed; its name may be taken', async () => {
  const id = await clusters.ensureLocalCluster()
  await administration.edit(id, fields({ name: 'mine', isPublic: true }))
  expect(await clusters.ensureLocalCluster()).toBe(id)
  await administration.delete(id)
  await administration.create(fields({ name: 'local' }))
  const anew = await clusters.ensureLocalCluster()
  expect(await administration.get(anew)).toMatchObject({ name: 'local-2', isLocal: true })
})

test('what an edit of a machine leaves out stays as it was', async () => {
  const projectId = await insertTestProject(database)
  const clusterId = await administration.create(fields())
  const { agentId } = await join('a')
  await machines.edit(agentId, machineFields({ clusterIds: [clusterId], projectIds: [projectId] }))
  const own = await projectClusters.create(projectId, { name: 'own', engine: 'pr', machineIds: [agentId] })
  await machines.edit(agentId, { name: 'renamed', maxUsers: 7, maxScripts: 2 })
  const after = await machineOf(agentId)
  expect(after).toMatchObject({
    name: 'renamed',
    maxUsers: 7,
    isPublic: false,
    projects: [{ id: projectId }],
  })
  expect(new Set(after.clusters.map(cluster => cluster.id))).toEqual(new Set([own, clusterId]))
  await machines.edit(agentId, { name: 'renamed', maxUsers: 7, maxScripts: 2, clusterIds: [] })
  expect((await machineOf(agentId)).clusters.map(cluster => cluster.id)).toEqual([own])
})

test('moved machines leave the other clusters of the administrator, not those of projects', async () => {
  const projectId = await insertTestProject(database)
  const [from, to] = [await administration.create(fields()), await administration.create(fields())]
  const { agentId } = await join('a')
  await machines.edit(agentId, machineFields({ clusterIds: [from], projectIds: [projectId] }))
  const own = await projectClusters.create(projectId, { name: 'own', engine: 'pr', machineIds: [agentId] })
  await machines.move([agentId], to)
  const standing = (await machineOf(agentId)).clusters.map(cluster => cluster.id)
  expect(new Set(standing)).toEqual(new Set([own, to]))
})

test('a project makes clusters of machines that are public or assigned to it, of no others', async () => {
  const [projectId, other] = [await insertTestProject(database), await insertTestProject(database)]
  const [common, own, foreign] = [await join('common'), await join('own'), await join('foreign')]
  const local = [await clusters.ensureLocalCluster()]
  await machines.edit(common.agentId, machineFields({ name: 'common', isPublic: true, clusterIds: local }))
  await machines.edit(own.agentId, machineFields({ name: 'own', projectIds: [projectId], clusterIds: local }))
  await machines.edit(
    foreign.agentId,
    machineFields({ name: 'foreign', projectIds: [other], clusterIds: local }),
  )
  expect((await projectClusters.machines(projectId)).map(({ name }) => name)).toEqual(['common', 'own'])
  const wanted = (machineIds: string[]) => ({ name: 'ours', engine: 'pr' as const, machineIds })
  const stolen = projectClusters.create(projectId, wanted([foreign.agentId]))
  expect(await refusal(stolen)).toEqual({ code: 'NotFound', what: 'loadMachine' })
  const id = await projectClusters.create(projectId, wanted([common.agentId, own.agentId]))
  const seenBy = async (viewer: string) =>
    (await clusters.clustersFor(viewer)).map(each => [each.name, each.isOwn, each.machines.length])
  expect(await seenBy(projectId)).toEqual([
    ['local', false, 3],
    ['ours', true, 2],
  ])
  expect(await seenBy(other)).toEqual([['local', false, 3]])
  for (const work of [
    () => projectClusters.get(other, id),
    () => projectClusters.edit(other, id, wanted([])),
    () => projectClusters.delete(other, id),
  ])
    expect(await refusal(work())).toEqual({ code: 'NotFound', what: 'cluster' })
  expect(await refusal(administration.edit(id, fields()))).toMatchObject({ code: 'ClusterOfProject' })
  expect(
    await refusal(tokens.create({ name: 't', clusterId: id, days: 1, maxUses: null, by: '' })),
  ).toMatchObject({
    what: 'cluster',
  })
})

test('a machine that joins while a form of its cluster is open stays in it', async () => {
  const [first, second] = [await join('a'), await join('b')]
  const id = await clusters.ensureLocalCluster()
  const form = fields({ name: 'local', isPublic: true, machineIds: [] })
  await administration.edit(id, form, [first.agentId])
  expect((await administration.get(id)).machines).toMatchObject([{ id: second.agentId }])
  await administration.edit(id, form)
  expect((await administration.get(id)).machines).toEqual([])
})

test('a machine that is withdrawn from a project leaves its clusters', async () => {
  const projectId = await insertTestProject(database)
  const { agentId } = await join('a')
  await machines.edit(agentId, machineFields({ projectIds: [projectId] }))
  const id = await projectClusters.create(projectId, { name: 'own', engine: 'pr', machineIds: [agentId] })
  await machines.edit(agentId, machineFields())
  expect((await projectClusters.get(projectId, id)).machineIds).toEqual([])
})

test('a machine out of service takes no new runs and keeps its present ones', async () => {
  const projectId = await insertTestProject(database)
  const { agentId } = await join('a')
  rise(agentId)
  const clusterId = await clusters.ensureLocalCluster()
  const runId = randomUUID()
  await clusters.reserve({ runId, projectId, clusterId, users: 10 })
  await machines.setService([agentId], false)
  expect(await machineOf(agentId)).toMatchObject({ isInService: false, runs: [{ users: 10 }] })
  const next = { runId: randomUUID(), projectId, clusterId, users: 1 }
  expect(await refusal(clusters.reserve(next))).toEqual({ code: 'NoMachineInService', cluster: 'local' })
  await machines.setService([agentId], true)
  expect((await clusters.reserve(next)).machines).toHaveLength(1)
})

test('runs take scripts as well as users, and give both back', async () => {
  const projectId = await insertTestProject(database)
  const { agentId } = await join('a')
  rise(agentId)
  const clusterId = await clusters.ensureLocalCluster()
  await machines.edit(agentId, machineFields({ name: 'a', clusterIds: [clusterId], maxScripts: 3 }))
  const first = randomUUID()
  await clusters.reserve({ runId: first, projectId, clusterId, users: 10, scripts: 2 })
  expect(await machineOf(agentId)).toMatchObject({ remainingUsers: 90, remainingScripts: 1 })
  const second = clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 10, scripts: 2 })
  expect(await refusal(second)).toEqual({
    code: 'ScriptsExceeded',
    cluster: 'local',
    wanted: 2,
    remaining: 1,
    missing: 1,
  })
  await clusters.release(first)
  expect(await machineOf(agentId)).toMatchObject({ remainingUsers: 100, remainingScripts: 3 })
})

test('a task runs on clusters of its own type only', async () => {
  const projectId = await insertTestProject(database)
  const clusterId = await administration.create(fields({ name: 'jm', engine: 'jmeter', isPublic: true }))
  const reserved = clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 1 })
  expect(await refusal(reserved)).toEqual({
    code: 'EngineMismatch',
    wanted: 'PR',
    cluster: 'jm',
    engine: 'JMeter',
  })
  // JMeter runs on the machines of both types.
  const byJmeter = { runId: randomUUID(), projectId, clusterId, users: 1, engine: 'jmeter' } as const
  expect(await refusal(clusters.reserve(byJmeter))).not.toMatchObject({ code: 'EngineMismatch' })
})

test('a key is renewed without a moment in which none is valid', async () => {
  const { agentId, key: old } = await join('a')
  expect(await refusal(machines.rotateKey(agentId))).toMatchObject({ code: 'MachineOffline' })
  rise(agentId)
  await machines.rotateKey(agentId)
  const [command] = sent
  if (command?.kind !== 'renewKey') throw new Error('no key was sent')
  expect(await refusal(machines.rotateKey(agentId))).toMatchObject({ code: 'KeyChanging' })
  expect(await admission.isAgent(agentId, old)).toBe(true)
  expect(await admission.isAgent(agentId, command.key)).toBe(true)
  await admission.keyRenewed(agentId, hashOf('another key'))
  expect(await admission.isAgent(agentId, old)).toBe(true)
  now += 5
  await admission.keyRenewed(agentId, hashOf(command.key))
  expect(await admission.isAgent(agentId, old)).toBe(false)
  expect(await admission.isAgent(agentId, command.key)).toBe(true)
  expect(await machineOf(agentId)).toMatchObject({ isKeyChanging: false, keyChangedAt: now })
})

test('an agent whose word of the new key was lost is known by the key itself', async () => {
  const { agentId, key: old } = await join('a')
  rise(agentId)
  await machines.rotateKey(agentId)
  const [command] = sent
  if (command?.kind !== 'renewKey') throw new Error('no key was sent')
  expect(await admission.admit(hello({ agentId, key: command.key }))).toMatchObject({ isAdmitted: true })
  expect(await admission.admit(hello({ agentId, key: old }))).toMatchObject({ reason: 'wrongKey' })
})

test('an agent too old to take a key can be sent another one after a minute', async () => {
  const { agentId } = await join('a')
  rise(agentId)
  await machines.rotateKey(agentId)
  now += 60_000
  await machines.rotateKey(agentId)
  expect(sent).toHaveLength(2)
})

test('a revoked machine is cut off, refused and not used', async () => {
  const { agentId, key } = await join('a')
  rise(agentId)
  await machines.revokeKey(agentId)
  expect(cuts).toEqual([`${agentId} revoked`])
  expect(await admission.admit(hello({ agentId, key }))).toEqual({ isAdmitted: false, reason: 'revoked' })
  expect(await admission.admit(hello({ agentId, key: 'guess' }))).toMatchObject({ reason: 'wrongKey' })
  expect(await admission.isAgent(agentId, key)).toBe(false)
  expect(await refusal(machines.rotateKey(agentId))).toMatchObject({ code: 'KeyRevoked' })
})

test('a token that is revoked or has expired lets nobody in; those who joined stay', async () => {
  const clusterId = await administration.create(fields())
  const { id, token } = await tokens.create({
    name: 'rack',
    clusterId,
    days: null,
    maxUses: null,
    by: 'chief',
  })
  const { agentId, key } = await join('a', token)
  await tokens.revoke(id)
  expect(await admission.admit(hello({ token }))).toMatchObject({ reason: 'wrongToken' })
  expect(await admission.isAgent(agentId, key)).toBe(true)
  now += 1
  const short = await tokens.create({ name: 'short', clusterId, days: 1, maxUses: null, by: 'chief' })
  now += dayMs
  expect(await admission.admit(hello({ token: short.token }))).toMatchObject({ reason: 'wrongToken' })
  expect(await tokens.list()).toMatchObject([
    { name: 'short', state: 'expired', uses: 0 },
    { name: 'rack', state: 'revoked', uses: 1, lastUsedAt: 1_000 },
  ])
  expect(JSON.stringify(await tokens.list())).not.toContain(token)
})

test('a project sees its own runs by name, those of others only as use', async () => {
  const [own, other] = [await insertTestProject(database), await insertTestProject(database)]
  const { agentId } = await join('a')
  rise(agentId)
  const clusterId = await clusters.ensureLocalCluster()
  for (const [projectId, number] of [
    [own, 7],
    [other, 8],
  ] as const) {
    const runId = randomUUID()
    await clusters.reserve({ runId, projectId, clusterId, users: 10 })
    await database
      .insertInto('runs')
      .values(runRow({ id: runId, projectId, number, plannedDurationMs: number * 1_000 }))
      .execute()
  }
  const [seen] = await clusters.clustersFor(own)
  expect(seen?.machines[0]?.runs).toMatchObject([
    { run: { number: 7, scenarioName: 'checkout' }, releaseAt: 5_000 + 7_000 },
    { run: null, users: 10, releaseAt: 5_000 + 8_000 },
  ])
  expect(seen?.releaseAt).toBe(13_000)
  expect(JSON.stringify(seen)).not.toContain(other)
  expect((await machineOf(agentId)).runs.map(({ run }) => run?.number)).toEqual([7, 8])
})

test('lists are searched, filtered, sorted and paged', async () => {
  for (const name of ['m10', 'm2', 'm1']) await join(name)
  const [first, second] = (await machines.list(query())).rows
  if (first === undefined || second === undefined) throw new Error('no machines')
  rise(first.id, 0.9)
  rise(second.id, 0.1)
  await machines.setService([second.id], false)
  expect(await namesOf()).toEqual(['m1', 'm2', 'm10'])
  expect(await namesOf({ descending: true })).toEqual(['m10', 'm2', 'm1'])
  expect(await namesOf({ sort: 'cpu', descending: true })).toEqual(['m1', 'm2', 'm10'])
  expect(await namesOf({ search: 'M1' })).toEqual(['m1', 'm10'])
  expect(await namesOf({ state: 'offline' })).toEqual(['m10'])
  expect(await namesOf({ state: 'outOfService' })).toEqual(['m2'])
  expect(await namesOf({ clusterId: 'none' })).toEqual([])
  expect(await namesOf({ clusterId: await clusters.ensureLocalCluster() })).toHaveLength(3)
  expect(await machines.list(query({ page: 2 }))).toMatchObject({ total: 3, rows: [] })
})

const runRow = (run: { id: string; projectId: string; number: number; plannedDurationMs: number }) => ({
  id: run.id,
  project_id: run.projectId,
  number: run.number,
  scenario_id: null,
  scenario_name: 'checkout',
  cluster_id: randomUUID(),
  cluster_name: 'local',
  scenario: '{}',
  plan: '{}',
  labels: '[]',
  state: 'running' as const,
  cause: null,
  cause_detail: '',
  stop_cause: null,
  manual_load: null,
  started_by: 'x',
  created_at: 1,
  started_at: 5_000,
  ended_at: null,
  planned_duration_ms: run.plannedDurationMs,
  ramp_up_end_ms: 0,
  peak_users: 0,
  requests: 0,
  failed: 0,
  requests_per_second: 0,
  p95_ms: null,
  sla: 'none' as const,
  sla_results: '[]',
  suspect: '[]',
  controller_id: null,
  epoch: 0,
})

describe('the measurement of a machine', () => {
  const figures = { requestsPerSecond: 61_000, cpu01: 0.85, bytesPerUser: 100_000 }
  const joinOnline = async (name: string) => {
    const { agentId } = await join(name)
    rise(agentId)
    return agentId
  }
  /** Answers the latest query to the machine. */
  const answer = (agentId: string, reply: MachineAnswer) => {
    const query = sent.findLast(command => command.kind === 'machineQuery')
    for (const each of handlers)
      each.machineAnswer?.(agentId, { kind: 'machineAnswer', queryId: query?.queryId ?? '', answer: reply })
  }
  /** Resolves when the machine has received a query. */
  const begin = async (agentId: string) => {
    sent = []
    const measured = machines.calibrate(agentId)
    await vi.waitFor(
      () => expect(sent).toMatchObject([{ kind: 'machineQuery', query: { about: 'calibrate' } }]),
      { timeout: 10_000 },
    )
    return { measured }
  }

  test('is kept with its time, the machine’s size and the limit that follows from it', async () => {
    const agentId = await joinOnline('measured')
    const { measured } = await begin(agentId)
    expect(await machineOf(agentId)).toMatchObject({ calibration: null, isCalibrating: true })
    expect(await refusal(machines.calibrate(agentId))).toMatchObject({ code: 'CalibrationBusy' })
    answer(agentId, { about: 'calibrate', figures })
    const kept = {
      ...figures,
      at: now,
      cores: 8,
      memoryBytes: 1024 ** 4,
      definition: 1,
      proposedUsers: 4_200,
    }
    expect(await measured).toEqual(kept)
    expect(await machineOf(agentId)).toMatchObject({
      calibration: kept,
      isCalibrating: false,
      maxUsers: 16_000,
    })
  })

  test.each([
    ['busy', 'CalibrationBusy'],
    ['cancelled', 'CalibrationCancelled'],
    ['failed', 'CalibrationFailed'],
  ] as const)(
    'that the machine refuses with %s is told as %s and keeps what was there',
    async (reason, code) => {
      const agentId = await joinOnline(`refuses-${reason}`)
      const { measured } = await begin(agentId)
      answer(agentId, { about: 'refused', reason, detail: 'no room' })
      expect(await refusal(measured)).toMatchObject({ code, machine: `refuses-${reason}` })
      expect(await machineOf(agentId)).toMatchObject({ calibration: null, isCalibrating: false })
    },
  )

  test('of a machine that is away or drives a run is not begun, and a cancellation reaches the machine', async () => {
    const agentId = await joinOnline('away')
    online = []
    expect(await refusal(machines.calibrate(agentId))).toMatchObject({ code: 'CalibrationFailed' })
    const other = await joinOnline('busy')
    await database
      .insertInto('run_reservations')
      .values({ run_id: randomUUID(), machine_id: other, users: 1, scripts: 1, created_at: 1 })
      .execute()
    expect(await refusal(machines.calibrate(other))).toMatchObject({ code: 'CalibrationBusy' })
    sent = []
    const cancelled = machines.cancelCalibration(other)
    await vi.waitFor(() => expect(sent).toMatchObject([{ query: { about: 'cancelCalibration' } }]), {
      timeout: 10_000,
    })
    answer(other, { about: 'cancelCalibration' })
    await cancelled
  })
})
