/** Type `kubernetes` over real TLS against documented answers; no cluster was at hand. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import type { Records } from '../../reading/records.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { KubernetesReader } from '../../requests.ts'
import type { ParamValues } from '../../type.ts'
import { freePort, knownType } from '../test-servers.ts'
import {
  account,
  documented,
  nodeOf,
  podOf,
  startCluster,
  statusOf,
  type TestCluster,
  token,
} from './test-cluster.ts'
import { kubernetesTransport } from './transport.ts'

const type = knownType('kubernetes')
const never = new AbortController().signal
const host = '127.0.0.1'
let cluster: TestCluster

beforeAll(async () => {
  cluster = await startCluster()
})
beforeEach(() => {
  cluster.answers = documented()
  cluster.requests.length = 0
})
afterAll(() => cluster.stop())

const known = (): ParamValues => ({ host, port: cluster.port, token, ca: cluster.cert })
const trial = (params: ParamValues = {}): Promise<TrialResult> =>
  tryTarget({
    type,
    params: { ...known(), ...params },
    transports: { kubernetes: kubernetesTransport },
    signal: never,
  })
const causesOf = ({ sections, cause }: TrialResult) =>
  cause
    ? [cause.code]
    : sections.flatMap(section => (section.cause ? [`${section.section} ${section.cause.code}`] : []))

async function ask(reader: KubernetesReader): Promise<{ records: Records; code?: string | undefined }> {
  const connection = await kubernetesTransport.open(known(), never)
  try {
    const { records, fault } = await connection.ask({ reader }, never)
    return { records, code: fault?.code }
  } finally {
    connection.close()
  }
}
const recordsOf = async (reader: KubernetesReader) => (await ask(reader)).records

test('documented answers: every section has all its counters, with GET alone and the token in each request', async () => {
  cluster.answers['/api/v1/pods'] = {
    body: {
      metadata: {},
      items: [
        podOf('web-1', {
          limits: { cpu: '1', memory: '1Gi' },
          statuses: [
            { name: 'app', ready: false, restartCount: 0, state: { waiting: { reason: 'ErrImagePull' } } },
          ],
        }),
      ],
    },
  }
  const result = await trial({ kubelet: true })
  expect(result).toMatchObject({
    isReached: true,
    product: 'Kubernetes',
    version: '1.31.2',
    cause: undefined,
  })
  expect(causesOf(result)).toEqual([])
  expect(result.sections.map(({ section }) => section)).toEqual(type.sections.map(({ key }) => key))
  // A node whose network was set up by no plugin of the cloud does not tell whether it is.
  expect(
    result.sections.flatMap(({ missing, section }) => missing.map(name => `${section}.${name}`)),
  ).toEqual(['nodes.networkUnavailable'])
  expect(new Set(cluster.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(new Set(cluster.requests.map(request => request.token))).toEqual(new Set([`Bearer ${token}`]))
  const count = (path: string) => cluster.requests.filter(({ url }) => url.startsWith(path)).length
  expect({ pods: count('/api/v1/pods'), events: count('/api/v1/events') }).toEqual({ pods: 1, events: 1 })
})

test('documented answers: kubelets are asked only where the monitor says so', async () => {
  const result = await trial()
  expect(result.sections.map(({ section }) => section)).not.toContain('throttling')
  expect(cluster.requests.filter(({ url }) => url.includes('/proxy/'))).toEqual([])
})

test('documented answers: nodes with conditions and exact amounts', async () => {
  cluster.answers['/api/v1/nodes'] = {
    body: { metadata: {}, items: [nodeOf('one', 'True'), nodeOf('two', 'Unknown')] },
  }
  const [one, two] = await recordsOf('nodes')
  expect(one).toMatchObject({
    node: 'one',
    ready: 'True',
    memoryPressure: 'False',
    unschedulable: 'false',
    cpuCapacity: '4',
    cpuAllocatable: '3.92',
    memoryCapacity: '16767242240',
    memoryAllocatable: '16662384640',
    storageCapacity: '103865303040',
    storageAllocatable: '93478772582',
    podsCapacity: '110',
    roles: 'control-plane',
    address: '192.0.2.10',
  })
  expect(two).toMatchObject({ ready: 'Unknown', unschedulable: 'true' })
})

test('documented answers: pods by phase, restarts, requests and limits', async () => {
  expect(await recordsOf('podCounts')).toEqual([
    {
      total: '4',
      pending: '1',
      running: '2',
      succeeded: '1',
      failed: '0',
      unknown: '0',
      notReady: '1',
      crashLooping: '1',
      waitingContainers: '1',
      restarts: '20',
    },
  ])
  const [web, cart] = await recordsOf('pods')
  expect(web).toMatchObject({
    namespace: 'shop',
    pod: 'web-1',
    phase: 'Running',
    restarts: '3',
    readyContainers: '2',
    cpuRequest: '0.35',
    cpuLimit: '1',
    memoryRequest: `${192 * 1024 ** 2}`,
    memoryLimit: `${512 * 1024 ** 2}`,
    oomKilled: 'false',
  })
  expect(cart).toMatchObject({
    restarts: '17',
    oomKilled: 'true',
    reason: 'CrashLoopBackOff',
    isReady: 'False',
  })
  // A container without a limit makes that of the pod unknown.
  expect(cart).not.toHaveProperty('cpuLimit')
})

test('documented answers: workloads, counts that are left out are 0', async () => {
  const rows = (await recordsOf('workloads')).map(({ kind, name, desired, ready, available }) => [
    kind,
    name,
    desired,
    ready,
    available,
  ])
  expect(rows).toEqual([
    ['Deployment', 'web', '3', '2', '2'],
    ['Deployment', 'off', '0', '0', '0'],
    ['StatefulSet', 'cart', '1', '0', '0'],
    ['StatefulSet', 'old', '2', '2', '2'],
    ['DaemonSet', 'proxy', '5', '4', '4'],
  ])
})

test('documented answers: use of nodes and pods beside their limits', async () => {
  expect(await recordsOf('nodeUsage')).toEqual([
    { node: 'one', cpu: '1.96', memory: '8331192320', cpuLimit: '3.92', memoryLimit: '16662384640' },
  ])
  const nodes = cluster.answers['/api/v1/nodes']
  cluster.answers['/api/v1/nodes'] = {
    body: { metadata: {}, items: [nodeOf('one', 'True'), nodeOf('two', 'True')] },
  }
  cluster.answers['/apis/metrics.k8s.io/v1beta1/nodes'] = {
    body: {
      items: ['one', 'two'].map(name => ({ metadata: { name }, usage: { cpu: '980m', memory: '1Gi' } })),
    },
  }
  expect(await recordsOf('clusterUsage')).toEqual([
    { cpu: '1.96', memory: '2147483648', cpuLimit: '7.84', memoryLimit: '33324769280' },
  ])
  cluster.answers['/api/v1/nodes'] = nodes
  expect(await recordsOf('podUsage')).toEqual([
    {
      namespace: 'shop',
      pod: 'web-1',
      cpu: '0.25',
      memory: `${128 * 1024 ** 2}`,
      cpuLimit: '1',
      memoryLimit: `${512 * 1024 ** 2}`,
    },
    { namespace: 'shop', pod: 'cart-0', cpu: '0', memory: `${3 * 1024 ** 2}` },
  ])
})

test('documented answers: warnings are counted and the newest stands first', async () => {
  expect(await recordsOf('warningCounts')).toEqual([{ events: '3', occurrences: '46' }])
  expect(await recordsOf('warningReasons')).toEqual([
    { reason: 'BackOff', events: '2', occurrences: '45' },
    { reason: 'FailedScheduling', events: '1', occurrences: '1' },
  ])
  const last = await recordsOf('warnings')
  expect(last.map(({ event }) => event)).toEqual(['cart-0.2', 'cart-0.1', 'cart-0.3'])
  expect(last[0]).toMatchObject({ object: 'Pod/cart-0', reason: 'BackOff', occurrences: '5' })
  expect(cluster.requests.map(({ url }) => url)).toContain(
    '/api/v1/events?fieldSelector=type%3DWarning&limit=250',
  )
})

test('documented answers: network of nodes and pods, throttling of containers', async () => {
  expect(await recordsOf('nodeTraffic')).toMatchObject([
    {
      node: 'one',
      receivedBytes: '1500',
      sentBytes: '2100',
      receiveErrors: '1',
      sendErrors: '3',
      processes: '812',
    },
  ])
  expect(await recordsOf('podTraffic')).toEqual([
    {
      namespace: 'shop',
      pod: 'web-1',
      receivedBytes: '700',
      sentBytes: '800',
      receiveErrors: '0',
      sendErrors: '0',
    },
  ])
  expect(await recordsOf('throttling')).toEqual([
    {
      namespace: 'shop',
      pod: 'web-1',
      container: 'app',
      periods: '1000',
      throttledPeriods: '250',
      throttled: '12.5',
    },
  ])
})

test('documented answers: a node that does not answer leaves the figures of the others', async () => {
  cluster.answers['/api/v1/nodes'] = {
    body: { metadata: {}, items: [nodeOf('gone', 'Unknown'), nodeOf('one', 'True')] },
  }
  cluster.answers['/api/v1/nodes/gone/proxy/stats/summary'] = statusOf(
    503,
    'error trying to reach service: i/o timeout',
  )
  const { records, code } = await ask('nodeTraffic')
  expect(records.map(({ node }) => node)).toEqual(['one'])
  expect(code).toBe('unreachable')
})

test('documented answers: a token that is refused, and one that no request can carry', async () => {
  expect(causesOf(await trial({ token: 'expired' }))).toEqual(['wrongPassword'])
  const before = cluster.requests.length
  const broken = await trial({ token: 'two\nlines' })
  expect(causesOf(broken)).toEqual(['wrongPassword'])
  expect(JSON.stringify(broken)).not.toContain('two')
  expect(cluster.requests.length).toBe(before)
})

test('documented answers: a missing right is told with the role that grants it to this account', async () => {
  const refused = (what: string) =>
    statusOf(403, `${what} is forbidden: User "${account}" cannot list resource "${what}"`)
  cluster.answers['/api/v1/pods'] = refused('pods')
  cluster.answers['/api/v1/nodes/one/proxy/stats/summary'] = refused('nodes/proxy')
  const { sections, ...result } = await trial({ kubelet: true })
  expect(causesOf({ ...result, sections })).toEqual([
    'podCounts missingRight',
    'pods missingRight',
    'podUsage missingRight',
    'nodeTraffic missingRight',
    'podTraffic missingRight',
  ])
  const grantOf = (section: string) =>
    sections.find(one => one.section === section)?.cause?.params['grant'] ?? ''
  expect(grantOf('pods')).toMatchInlineSnapshot(`
    "kubectl apply -f - <<'EOF'
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: pone-monitor}
    rules:
    - {apiGroups: [""], resources: [nodes, pods, events], verbs: [list]}
    - {apiGroups: [apps], resources: [deployments, statefulsets, daemonsets], verbs: [list]}
    - {apiGroups: [metrics.k8s.io], resources: [nodes, pods], verbs: [list]}
    - {nonResourceURLs: [/version], verbs: [get]}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata: {name: pone-monitor}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pone-monitor}
    subjects:
    - {kind: ServiceAccount, namespace: monitoring, name: pone}
    EOF"
  `)
  expect(grantOf('pods')).not.toContain('proxy')
  expect(grantOf('podTraffic')).toContain('resources: [nodes/proxy], verbs: [get]')
})

test('documented answers: a name of an account that would end the statement is not put in', async () => {
  cluster.answers['/api/v1/pods'] = statusOf(
    403,
    `pods is forbidden: User "a\nEOF\nrm -rf /" cannot list resource "pods"`,
  )
  const { sections } = await trial()
  const grant = sections.find(({ section }) => section === 'pods')?.cause?.params['grant'] ?? ''
  expect(grant).toContain('name: NAME')
  expect(grant).not.toContain('rm -rf')
})

test.each([
  [404, 'the server could not find the requested resource', /components\.yaml$/],
  [
    503,
    'the server is currently unable to handle the request',
    /describe apiservice v1beta1\.metrics\.k8s\.io/,
  ],
])(
  'documented answers: status %i of the Metrics API names what to install',
  async (status, message, statement) => {
    for (const of of ['nodes', 'pods'])
      cluster.answers[`/apis/metrics.k8s.io/v1beta1/${of}`] = statusOf(status, message)
    const { sections, ...result } = await trial()
    expect(causesOf({ ...result, sections })).toEqual([
      'clusterUsage notSetUp',
      'nodeUsage notSetUp',
      'podUsage notSetUp',
    ])
    expect(sections.find(({ section }) => section === 'nodeUsage')?.cause?.params['grant']).toMatch(statement)
  },
)

test('a certificate that the CA did not sign, and a port without TLS', async () => {
  expect(causesOf(await trial({ ca: '' }))).toEqual(['tlsMismatch'])
  expect(causesOf(await trial({ ca: '', verifyTls: false }))).toEqual([])
  const plain = createServer((_, response) => void response.end('hello'))
  await new Promise<void>(resolve => plain.listen(0, host, resolve))
  const { port } = plain.address() as AddressInfo
  expect(causesOf(await trial({ port }))).toEqual(['tlsMismatch'])
  plain.closeAllConnections()
  plain.close()
  expect(causesOf(await trial({ port: await freePort() }))).toEqual(['refused'])
})

test.each([
  ['a page', { '/version': { body: '<html>Welcome</html>' } }],
  ['JSON of another product', { '/version': { body: { Version: '27.0' } } }],
  ['no such path', {}],
])('%s over TLS is another product', async (_, answers) => {
  cluster.answers = answers
  expect(causesOf(await trial())).toEqual(['wrongProduct'])
})

test('documented answers: 5,000 pods come page by page; 200 are kept and the others added up', async () => {
  const pageOf = (from: number) => ({
    body: {
      metadata: from + 250 < 5_000 ? { continue: `at ${from + 250}` } : {},
      items: Array.from({ length: 250 }, (_, index) => podOf(`web-${from + index}`)),
    },
  })
  cluster.answers['/api/v1/pods'] = undefined
  cluster.answers['/api/v1/pods?limit=250'] = pageOf(0)
  for (let from = 250; from < 5_000; from += 250)
    cluster.answers[`/api/v1/pods?limit=250&continue=at%20${from}`] = pageOf(from)
  const records = await recordsOf('pods')
  expect(records.length).toBe(5_000)
  const section = type.sections.find(({ key }) => key === 'pods')
  if (!section) throw new Error('no section')
  const { samples, omittedSets } = samplesOf(section, records, new Set())
  expect(omittedSets).toBe(4_800)
  const restarts = samples.filter(({ counter }) => counter === 'restarts')
  expect(restarts.length).toBe(201)
  expect(restarts.find(({ labels }) => labels['pod'] === 'other')?.value).toBe(4_800 * 3)
})

test('documented answers: an endless list ends, and counts of a part of it are not told', async () => {
  const items = Array.from({ length: 2_500 }, (_, index) => ({
    metadata: { name: `p${index}`, namespace: 'a' },
  }))
  cluster.answers['/api/v1/pods'] = { body: { metadata: { continue: 'more' }, items } }
  const { records, code } = await ask('pods')
  expect([records.length, code]).toEqual([20_000, 'tooLarge'])
  await expect(ask('podCounts')).rejects.toMatchObject({ code: 'tooLarge' })
})
