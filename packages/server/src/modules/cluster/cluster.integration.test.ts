import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@pone/contract/errors.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Hello } from '@pone/contract/link/messages.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import type { OnlineMachine } from '../../link/agent-link.ts'
import { createAdmissionRepository } from './admission.repository.ts'
import { createAdmissionService } from './admission.ts'
import { createClusterRepository } from './cluster.repository.ts'
import { createClusterService } from './cluster.service.ts'
import { createClusterAdminRepository } from './cluster-admin.repository.ts'
import { createJoinTokenRepository } from './join-token.repository.ts'
import { createJoinTokenService } from './join-token.service.ts'

const test_ = await createTestDatabase()
const { database } = test_
afterAll(() => test_.close())

let now = 1_000
let online: OnlineMachine[] = []
const clusters = createClusterService({
  repository: createClusterRepository(database),
  link: { onlineMachines: () => online },
  now: () => now,
})
const admission = createAdmissionService({
  repository: createAdmissionRepository(database),
  localToken: 'local-token',
  localClusterId: () => clusters.ensureLocalCluster(),
  now: () => now,
})
const joinTokens = createJoinTokenService({
  repository: createJoinTokenRepository(database),
  clusters: createClusterAdminRepository(database),
  now: () => now,
})

const hello = (facts: Partial<Hello> = {}): Hello => ({
  kind: 'hello',
  name: 'machine',
  host: 'host',
  system: 'Linux',
  architecture: 'x64',
  cores: 1,
  memoryBytes: 1024 ** 4,
  version: '0.1.0',
  incarnation: randomUUID(),
  runs: [],
  ...facts,
})
const join = async (facts: Partial<Hello> = {}) => {
  const admitted = await admission.admit(hello({ token: 'local-token', ...facts }))
  if (!admitted.isAdmitted || admitted.key === undefined) throw new Error('not admitted')
  return { agentId: admitted.agentId, key: admitted.key }
}
const present = (agentId: string): OnlineMachine => ({
  agentId,
  name: 'machine',
  host: 'host',
  since: 1,
  cores: 1,
  memoryBytes: 1,
  status: null,
  runIds: [],
})
const codeOf = async (work: Promise<unknown>): Promise<ErrorCode | 'none'> => {
  try {
    await work
    return 'none'
  } catch (cause) {
    if (cause instanceof AppError) return cause.code
    throw cause
  }
}
const localCluster = async () => ({
  clusterId: await clusters.ensureLocalCluster(),
  projectId: randomUUID(),
})

beforeEach(async () => {
  now = 1_000
  online = []
  await database.deleteFrom('load_machines').execute()
})

test('the local cluster is made once and every project may use it', async () => {
  const [one, two] = await Promise.all([clusters.ensureLocalCluster(), clusters.ensureLocalCluster()])
  expect(one).toBe(two)
  expect(await clusters.clustersFor(randomUUID())).toMatchObject([
    { id: one, name: 'local', isOnline: false },
  ])
})

test('an agent joins by the token once and proves itself by its key afterwards', async () => {
  const { agentId, key } = await join()
  expect(await admission.admit(hello({ agentId, key, name: 'renamed' }))).toEqual({
    isAdmitted: true,
    agentId,
  })
  expect(await admission.isAgent(agentId, key)).toBe(true)
  expect(await clusters.machines()).toMatchObject([{ id: agentId, name: 'renamed', maxUsers: 2_000 }])
})

test.each([
  ['a wrong token', { token: 'guess' }, 'wrongToken'],
  ['no proof', {}, 'nothingGiven'],
  ['an unknown agent', { agentId: randomUUID(), key: 'key' }, 'unknownAgent'],
  ['an id that is none', { agentId: "' or 1=1", key: 'key' }, 'unknownAgent'],
])('%s is refused', async (_, facts, reason) => {
  expect(await admission.admit(hello(facts))).toEqual({ isAdmitted: false, reason })
})

test('a wrong key is refused, on the link and for files', async () => {
  const { agentId } = await join()
  expect(await admission.admit(hello({ agentId, key: 'guess' }))).toMatchObject({ reason: 'wrongKey' })
  expect(await admission.isAgent(agentId, 'guess')).toBe(false)
})

test('a join token leads into its cluster until it expires', async () => {
  const { clusterId } = await localCluster()
  const { token } = await joinTokens.create({ name: 'rack', clusterId, days: 1, maxUses: null, by: 'chief' })
  expect(await admission.admit(hello({ token }))).toMatchObject({ isAdmitted: true })
  expect(await joinTokens.list()).toMatchObject([
    { name: 'rack', state: 'valid', uses: 1, createdBy: 'chief' },
  ])
  now += 24 * 3_600_000
  expect(await admission.admit(hello({ token }))).toMatchObject({ reason: 'wrongToken' })
})

test('a join token is used by as many machines as it says, also when more come at the same moment', async () => {
  const { clusterId } = await localCluster()
  const { token } = await joinTokens.create({ name: 'two', clusterId, days: 1, maxUses: 2, by: 'chief' })
  const tokenOf = async () => (await joinTokens.list()).find(each => each.name === 'two')
  const admitted = await Promise.all(
    Array.from({ length: 8 }, () => admission.admit(hello({ token, name: 'same' }))),
  )
  expect(admitted.filter(each => each.isAdmitted)).toHaveLength(2)
  expect(admitted.filter(each => !each.isAdmitted)).toEqual(
    Array.from({ length: 6 }, () => ({ isAdmitted: false, reason: 'tokenUsedUp' })),
  )
  expect(await tokenOf()).toMatchObject({ state: 'usedUp', uses: 2, maxUses: 2 })
  // A joined machine authenticates with its key from then on.
  const [first] = admitted.flatMap(each => (each.isAdmitted ? [each] : []))
  const comeBack = hello({ agentId: first?.agentId ?? '', key: first?.key ?? '' })
  expect(await admission.admit(comeBack)).toMatchObject({ isAdmitted: true })
})

test('no run is put on a machine whose disk is full', async () => {
  const { agentId } = await join()
  const { clusterId, projectId } = await localCluster()
  const disk = { freeBytes: 63 * 1024 ** 2, totalBytes: 1024 ** 3 }
  const status = { cpu01: 0, memoryUsedBytes: 1, memoryTotalBytes: 2, loadAverage: 0 }
  const reserve = () => clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 1 })
  online = [{ ...present(agentId), status: { ...status, disk } }]
  await expect(reserve()).rejects.toMatchObject({
    code: 'MachineDiskFull',
    params: { free: '63 MiB', least: '64 MiB' },
  })
  online = [{ ...present(agentId), status: { ...status, disk: { ...disk, freeBytes: 64 * 1024 ** 2 } } }]
  expect(await reserve()).toMatchObject({ machines: [{ agentId }] })
})

test('a reservation takes room until it is released', async () => {
  const { agentId } = await join()
  const { clusterId, projectId } = await localCluster()
  online = [present(agentId)]
  const runId = randomUUID()
  const reservation = await clusters.reserve({ runId, projectId, clusterId, users: 1_600 })
  expect(reservation).toEqual({
    clusterName: 'local',
    machines: [{ agentId, name: 'machine', users: 1_600, from01: 0, to01: 1 }],
  })
  expect(await clusters.clustersFor(projectId)).toMatchObject([
    {
      remainingUsers: 400,
      machines: [{ remainingUsers: 400, runs: [{ run: null, users: 1_600, scripts: 1 }] }],
    },
  ])
  await clusters.release(runId)
  expect(await clusters.clustersFor(projectId)).toMatchObject([{ remainingUsers: 2_000 }])
})

test('what exceeds the room is refused with the figures, and nothing is reserved', async () => {
  const { agentId } = await join()
  const { clusterId, projectId } = await localCluster()
  online = [present(agentId)]
  const refused = clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 2_001 })
  await expect(refused).rejects.toMatchObject({
    code: 'CapacityExceeded',
    params: { wanted: 2_001, cluster: 'local', remaining: 2_000, missing: 1 },
  })
  expect(await clusters.clustersFor(projectId)).toMatchObject([{ remainingUsers: 2_000 }])
})

test('a cluster without a machine online is refused', async () => {
  await join()
  const { clusterId, projectId } = await localCluster()
  expect(await codeOf(clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 1 }))).toBe(
    'NoMachineOnline',
  )
})

test('a cluster of other projects does not exist for this one', async () => {
  const clusterId = randomUUID()
  await database
    .insertInto('clusters')
    .values({ id: clusterId, name: `own ${clusterId}`, engine: 'pr', is_public: false, created_at: 1 })
    .execute()
  const projectId = randomUUID()
  expect(await codeOf(clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 1 }))).toBe(
    'NotFound',
  )
  expect(await clusters.clustersFor(projectId)).toHaveLength(1)
})

test('reservations at the same moment never take more than there is', async () => {
  const machines = await Promise.all([join({ name: 'a' }), join({ name: 'b' })])
  const { clusterId, projectId } = await localCluster()
  online = machines.map(({ agentId }) => present(agentId))
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      codeOf(clusters.reserve({ runId: randomUUID(), projectId, clusterId, users: 1_200 })),
    ),
  )
  expect(outcomes.filter(code => code === 'none')).toHaveLength(3)
  expect(outcomes.filter(code => code === 'CapacityExceeded')).toHaveLength(5)
})
