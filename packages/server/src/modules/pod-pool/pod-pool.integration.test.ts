import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type PodPoolSettings, podPoolSettingsSchema } from '@pone/contract/entities/pod-pool.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPodApi } from '../../adapters/kubernetes/pod-api.ts'
import { createSecretBox } from '../../adapters/secrets.ts'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { createRunHarness, type RunHarness } from '../controller/run-harness.ts'
import { poolLabel } from './pod-manifest.ts'
import { createPodPoolRepository } from './pod-pool.repository.ts'
import { createPodPoolService, type PodPoolService } from './pod-pool.service.ts'
import { kubeconfigOf, startTestApiServer, type TestApiServer } from './test-api-server.ts'
import { images, startTestKubelet, type TestKubelet } from './test-kubelet.ts'

const realKubeconfig = process.env['PONE_TEST_KUBECONFIG']
const place =
  realKubeconfig === undefined ? 'an API server of our own, not a real Kubernetes' : 'a real API server'
const namespace = 'default'

let api: TestApiServer
let kubeconfig = ''
let harness: RunHarness
let kubelet: TestKubelet
let pools: PodPoolService
let clusterId = ''
let offsetMs = 0
const warnings: string[] = []

beforeAll(async () => {
  api = await startTestApiServer()
  kubeconfig = realKubeconfig === undefined ? api.kubeconfig : readFileSync(realKubeconfig, 'utf8')
})
afterAll(() => api.close())

beforeEach(async () => {
  offsetMs = 0
  warnings.length = 0
  harness = await createRunHarness({
    onDemand: database => {
      pools = createPodPoolService({
        repository: createPodPoolRepository(database),
        secrets: createSecretBox(randomBytes(32)),
        open: openPodApi,
        now: () => Date.now() + offsetMs,
        serverAuthority: () => null,
        warn: text => warnings.push(text),
        lookEveryMs: 50,
      })
      return pools
    },
  })
  clusterId = randomUUID()
  await harness.database
    .insertInto('clusters')
    .values({ id: clusterId, name: 'k8s', engine: 'pr', is_public: true, created_at: 1 })
    .execute()
  kubelet = startTestKubelet(kubeconfig, namespace)
})
afterEach(async () => {
  await harness.close()
  await kubelet.close()
})

const settingsWith = (changes: Partial<PodPoolSettings> = {}): PodPoolSettings =>
  podPoolSettingsSchema.parse({
    connection: 'kubeconfig',
    namespace,
    image: images.agent,
    serverUrl: `http://127.0.0.1:${harness.port()}`,
    usersPerPod: 3,
    maxPods: 3,
    ...changes,
  })
const save = (changes: Partial<PodPoolSettings> = {}) =>
  pools.save({ clusterId, settings: settingsWith(changes), kubeconfig })
const scenario = (users: number, durationSeconds = 2) =>
  harness.addScenario(documentOf(harness.target.url), {
    clusterId,
    loadModel: constantLoad(users, durationSeconds),
  })
/** The run's events about its machines, latest last. */
const progressOf = (runId: string) =>
  harness
    .execution()
    .runs.get(harness.projectId, runId)
    .then(() => harness.database.selectFrom('run_events').selectAll().where('run_id', '=', runId).execute())
    .then(rows => rows.filter(row => row.kind === 'machinesAwaited').map(row => row.params))
const whenTold = async (runId: string, isWanted: (params: Record<string, unknown>) => boolean) => {
  await expect.poll(async () => (await progressOf(runId)).some(isWanted), { timeout: 20_000 }).toBe(true)
}
const machines = () => harness.database.selectFrom('load_machines').selectAll().execute()

describe(`load machines on demand, on ${place}`, () => {
  test('a start makes the pod that is missing, tells how far it is, runs on it, and goes idle until it is deleted', async () => {
    await save()
    const run = await harness.start(await scenario(3))
    expect(run).toMatchObject({ state: 'new', clusterName: 'k8s' })
    const ended = await harness.ended(run.id)
    expect(ended).toMatchObject({ state: 'complete', cause: 'planned', failed: 0, peakUsers: 3 })
    expect(ended.requests).toBe(harness.target.received())
    const progress = await progressOf(run.id)
    expect(progress[0]).toMatchObject({ joined: 0, wanted: 1 })
    await pools.reap()
    expect(await pools.pods(clusterId, 'en')).toMatchObject([{ state: 'joined', problem: '' }])
    const [machine] = await machines()
    expect(machine).toMatchObject({ max_users: 3 })
    // A run that holds the pod keeps it, however long it takes.
    const held = { run_id: randomUUID(), machine_id: machine?.id ?? '', users: 1, scripts: 1, created_at: 1 }
    await harness.database.insertInto('run_reservations').values(held).execute()
    offsetMs = 60 * 60_000
    await pools.reap()
    await harness.database.deleteFrom('run_reservations').execute()
    offsetMs += 9 * 60_000
    await pools.reap()
    expect(await kubelet.pods(clusterId)).toHaveLength(1)
    offsetMs += 60_000
    await pools.reap()
    expect(await kubelet.pods(clusterId)).toEqual([])
    expect(await kubelet.secrets(clusterId)).toEqual([])
    expect(await machines()).toEqual([])
    expect(warnings).toEqual([])
  }, 120_000)

  test('more than all pods together could drive is refused with the figures, and none is made', async () => {
    await save()
    const refused = harness.start(await scenario(10))
    await expect(refused).rejects.toMatchObject({
      code: 'CapacityExceeded',
      params: { wanted: 10, cluster: 'k8s', remaining: 9, missing: 1 },
    })
    expect(await kubelet.pods(clusterId)).toEqual([])
  })

  test('a cluster that makes no machines refuses as before', async () => {
    await expect(harness.start(await scenario(1))).rejects.toMatchObject({ code: 'NoMachineOnline' })
  })

  test('a run is stopped while it waits, and its pods go with it', async () => {
    await save({ image: images.silent })
    const run = await harness.start(await scenario(5))
    await whenTold(run.id, params => params['wanted'] === 2)
    await expect(pools.remove(clusterId)).rejects.toMatchObject({ code: 'RunActive' })
    await harness.execution().runs.stop(harness.projectId, run.id, 'tester')
    expect(await harness.ended(run.id)).toMatchObject({ state: 'userStopped', cause: 'stoppedByUser' })
    await expect.poll(() => kubelet.secrets(clusterId)).toEqual([])
    expect(await kubelet.pods(clusterId)).toEqual([])
  })

  test.each([
    [images.missing, /image pull failed \(ImagePullBackOff: Back-off pulling/],
    [images.tooBig, /no node has enough resources \(Unschedulable: 0\/3 nodes are available/],
  ])(
    'what keeps pods with %s from starting is told in words, and ends the run in time',
    async (image, words) => {
      await save({ image })
      const run = await harness.start(await scenario(2))
      await whenTold(run.id, params => words.test(String(params['problem'])))
      offsetMs = 6 * 60_000
      const ended = await harness.ended(run.id)
      expect(ended).toMatchObject({ state: 'failed', cause: 'startFailed' })
      expect(ended.causeDetail).toMatch(/^Only 0 of 1 load machines were ready within 5 min\./)
      expect(ended.causeDetail).toMatch(words)
      expect(await kubelet.pods(clusterId)).toEqual([])
    },
  )

  test('what waiting does not mend ends the run at once', async () => {
    await save({ image: images.invalid })
    const ended = await harness.ended((await harness.start(await scenario(2))).id)
    expect(ended).toMatchObject({ state: 'failed', cause: 'startFailed' })
    expect(ended.causeDetail).toMatch(/could not be created: invalid image name/)
    expect(await kubelet.pods(clusterId)).toEqual([])
  })

  test('what a server leaves behind when it dies is swept away by the next', async () => {
    await save({ image: images.silent })
    const run = await harness.start(await scenario(5))
    await whenTold(run.id, params => params['wanted'] === 2)
    const repository = createPodPoolRepository(harness.database)
    await kubelet.addPod({
      metadata: { name: `stray-${run.id.slice(0, 8)}`, labels: { [poolLabel]: clusterId } },
      spec: { containers: [{ name: 'agent', image: images.silent }] },
    })
    await harness.restartServer()
    await save({ image: images.silent })
    expect(await harness.get(run.id)).toMatchObject({ state: 'failed', cause: 'serverRestart' })
    offsetMs = 10 * 60_000
    await pools.reap()
    expect(await kubelet.pods(clusterId)).toEqual([])
    expect(await kubelet.secrets(clusterId)).toEqual([])
    expect(await repository.podsOf(clusterId)).toEqual([])
  })

  test('two runs at once never make more pods than the cluster may have', async () => {
    await save({ image: images.silent, maxPods: 3 })
    const scenarios = await Promise.all([scenario(6), scenario(6)])
    const starts = await Promise.allSettled(scenarios.map(made => harness.start(made)))
    // One that begins after the pods of the other were ordered is refused at once.
    const [refused, ...others] = starts.filter(start => start.status === 'rejected')
    if (refused !== undefined) expect(refused.reason).toMatchObject({ code: 'CapacityExceeded' })
    expect(others).toEqual([])
    const runs = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []))
    for (const run of runs) await whenTold(run.id, () => true)
    expect((await kubelet.pods(clusterId)).length).toBeLessThanOrEqual(3)
    for (const run of runs) await harness.execution().runs.stop(harness.projectId, run.id, 'tester')
    for (const run of runs) await harness.ended(run.id)
    await expect.poll(() => kubelet.pods(clusterId)).toEqual([])
  })

  test('the connection can be tried before it is kept', async () => {
    const input = { clusterId, settings: settingsWith(), kubeconfig }
    expect(await pools.check(input, 'en')).toMatchObject({
      problem: '',
      version: expect.stringMatching(/^v/),
    })
    const nowhere = kubeconfigOf('http://127.0.0.1:9', 'x')
    expect((await pools.check({ ...input, kubeconfig: nowhere }, 'en')).problem).toMatch(
      /ECONNREFUSED|bad port/,
    )
    const stranger = kubeconfig.replaceAll(/token-of-the-test|admin-token/g, 'guess')
    expect((await pools.check({ ...input, kubeconfig: stranger }, 'en')).problem).toBe('Unauthorized')
    const inCluster = { ...input, settings: settingsWith({ connection: 'inCluster' }) }
    expect((await pools.check(inCluster, 'en')).problem).toMatch(/does not run in a Kubernetes cluster/)
    expect(await pools.get(clusterId)).toBeNull()
  })

  test('a kubeconfig is kept sealed and never given out', async () => {
    expect(await save()).toMatchObject({ hasKubeconfig: true })
    const row = await harness.database.selectFrom('pod_pools').selectAll().executeTakeFirstOrThrow()
    expect(row.kubeconfig).not.toContain('clusters')
    expect(JSON.stringify(await pools.get(clusterId))).not.toContain('clusters')
    // Saving again without the kubeconfig keeps the stored one.
    await pools.save({ clusterId, settings: settingsWith({ maxPods: 7 }), kubeconfig: '' })
    expect(await pools.get(clusterId)).toMatchObject({ maxPods: 7, hasKubeconfig: true })
    await pools.remove(clusterId)
    expect(await pools.get(clusterId)).toBeNull()
  })
})
