import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { describe, expect, it } from 'vitest'
import { type ScenarioContext, scenarioProblems } from './scenario-problems.ts'

const a = '00000000-0000-4000-8000-00000000000a'
const b = '00000000-0000-4000-8000-00000000000b'
const cluster = '00000000-0000-4000-8000-0000000000cc'
const machine = (remainingUsers: number, remainingScripts: number) => ({
  name: `m${remainingUsers}`,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  remainingUsers,
  remainingScripts,
})
const around: ScenarioContext = {
  components: new Set([a, b]),
  clusters: [
    {
      id: cluster,
      name: 'local',
      isOnline: true,
      licensedUsers: 5_000,
      licensedTotal: 6_000,
      makesMachines: false,
      machines: [machine(100, 2)],
    },
  ],
  labels: new Set(['Order']),
  peakUsers: 10,
  language: 'en',
}
const complete: ScenarioDocument = scenarioDocumentSchema.parse({
  bindings: [
    { componentId: a, percentage: 60 },
    { componentId: b, percentage: 40 },
  ],
  clusterId: cluster,
})
const rule = {
  id: 'r',
  label: 'Order',
  metric: 'p95',
  operator: '<',
  threshold: 500,
  window: { kind: 'wholeRun' },
  action: 'record',
  whenNotRun: 'fail',
} as const
const codes = (document: ScenarioDocument, surroundings = around): string[] =>
  scenarioProblems(document, surroundings).map(
    problem => `${problem.section}.${problem.field}:${problem.code}`,
  )

describe('problems of a scenario', () => {
  it('finds none in a complete scenario', () => {
    expect(codes({ ...complete, sla: [rule] })).toEqual([])
  })

  it.each([
    [
      'no machine has room for both scripts',
      [machine(100, 1), machine(100, 0)],
      ['cluster.clusterId:scripts'],
    ],
    [
      'the machines with room for both scripts have too few users',
      [machine(95, 1), machine(5, 2)],
      ['cluster.clusterId:usersBehindScripts'],
    ],
  ])('scripts count: %s', (_what, machines, expected) => {
    const [own] = around.clusters
    if (own === undefined) throw new Error('no cluster')
    expect(codes(complete, { ...around, clusters: [{ ...own, machines }] })).toEqual(expected)
  })

  it.each([
    [
      'offline',
      { isOnline: false, machines: [{ ...machine(100, 2), isOnline: false }] },
      ['noMachineOnline'],
    ],
    ['without any machine', { isOnline: false, machines: [] }, ['noMachineOnline']],
    ['out of service', { machines: [{ ...machine(100, 2), isInService: false }] }, ['noMachineInService']],
    ['offline, but makes its machines', { isOnline: false, machines: [], makesMachines: true }, []],
    ['full', { machines: [machine(9, 2)] }, ['capacity']],
    ['full by the licence', { licensedUsers: 9 }, ['licence']],
    ['full, and by the licence', { licensedUsers: 9, machines: [machine(9, 2)] }, ['capacity', 'licence']],
    ['without a usable licence', { licensedUsers: 0, licensedTotal: 0 }, ['licenceUnusable']],
  ])('a cluster is not ready that is %s', (_what, changes, expected) => {
    const [own] = around.clusters
    if (own === undefined) throw new Error('no cluster')
    expect(codes(complete, { ...around, clusters: [{ ...own, ...changes }] })).toEqual(
      expected.map(code => `cluster.clusterId:${code}`),
    )
  })

  it.each([
    ['no component', { bindings: [] }, 'components.:noBinding'],
    ['shares that do not add up', { bindings: [{ componentId: a, percentage: 60 }] }, 'components.sum:sum'],
    [
      'a component that was deleted',
      { bindings: [{ componentId: cluster, percentage: 100 }] },
      'components.0:missingComponent',
    ],
    [
      'the same component twice',
      {
        bindings: [
          { componentId: a, percentage: 50 },
          { componentId: a, percentage: 50 },
        ],
      },
      'components.1:duplicate',
    ],
    [
      'a share of nothing',
      {
        bindings: [
          { componentId: a, percentage: 100 },
          { componentId: b, percentage: 0 },
        ],
      },
      'components.1:zeroShare',
    ],
    ['no cluster', { clusterId: null }, 'cluster.clusterId:noCluster'],
    ['a cluster that is gone', { clusterId: a }, 'cluster.clusterId:clusterMissing'],
    ['a rule about an unknown label', { sla: [{ ...rule, label: 'Gone' }] }, 'sla.r:label'],
  ])('%s', (_, change, expected) => {
    expect(codes({ ...complete, ...change } as ScenarioDocument)).toContain(expected)
  })

  it('reports by how much the cluster is too small', () => {
    const problems = scenarioProblems(complete, { ...around, peakUsers: 130 })
    expect(problems[0]).toMatchObject({
      code: 'capacity',
      params: { wanted: 130, remaining: 100, missing: 30 },
    })
  })

  it('reports what the licence allows in the figures of the refusal at the start', () => {
    const [own] = around.clusters
    if (own === undefined) throw new Error('no cluster')
    const problems = scenarioProblems(complete, { ...around, clusters: [{ ...own, licensedUsers: 4 }] })
    expect(problems[0]).toMatchObject({
      code: 'licence',
      params: { wanted: 10, total: 6_000, used: 5_996, missing: 6 },
    })
  })

  it('reports what the machines or plans of a JMeter scenario cannot do', () => {
    const rounds = {
      kind: 'concurrency',
      users: 60,
      rounds: 1,
      durationSeconds: 0,
      gatherTimeoutSeconds: 9,
    } as const
    const jmeter = { ...complete, engine: 'jmeter', loadModel: rounds } as const
    const [local] = around.clusters
    if (local === undefined) throw new Error('no cluster')
    const two = [{ ...local, machines: [machine(40, 2), machine(60, 2)] }]
    expect(codes(jmeter, { ...around, clusters: two, peakUsers: 60 })).toEqual([])
    expect(codes(jmeter, { ...around, clusters: two, peakUsers: 61 })).toEqual([
      'cluster.clusterId:oneMachine',
    ])
    const bare = { ...machine(60, 2), jmeter: { versions: [], hasJava: true } }
    const clusters = [{ ...local, machines: [machine(40, 2), bare] }]
    expect(codes(jmeter, { ...around, clusters })).toEqual(['cluster.clusterId:machine'])
    expect(codes(complete, { ...around, clusters })).toEqual([])
    const options = { ...jmeter, jmeter: { ...complete.jmeter, jvmOptions: ['-Xmx1g', '-XX:OnError=x'] } }
    expect(codes(options, { ...around, clusters: two })).toEqual(['engine.jvmOptions:engineSetting'])
    const loadReasons = new Map([[b, [{ zh: '没有线程组', en: 'no thread group' }]]])
    expect(scenarioProblems(jmeter, { ...around, clusters: two, loadReasons })).toMatchObject([
      { section: 'components', field: '1', code: 'plan', text: 'no thread group' },
    ])
    const many = Array.from({ length: 7 }, (_, at) => ({ zh: `第 ${at}`, en: `no ${at}` }))
    const [first] = scenarioProblems(jmeter, {
      ...around,
      clusters: two,
      loadReasons: new Map([[b, many]]),
    })
    expect(first?.text).toBe('no 0; no 1; no 2; no 3; no 4; 2 more')
  })

  it('includes the rules of the load model itself, with their text', () => {
    const loadModel = {
      kind: 'surge',
      min: 10,
      max: 5,
      peakSeconds: 5,
      count: 2,
      durationSeconds: 60,
    } as const
    expect(scenarioProblems({ ...complete, loadModel }, around)[0]).toMatchObject({
      section: 'load',
      code: 'loadModel',
      text: expect.any(String),
    })
  })
})
