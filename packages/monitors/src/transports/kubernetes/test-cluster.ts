/** For tests: an HTTPS server that answers documents in the form of Kubernetes' documentation; no cluster was at hand. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { madeCertificate } from '../reach/test-certificate.ts'

/** Status and body of an answer; 404 in the form of the API where none is told. */
export type Answers = Record<string, { readonly status?: number; readonly body: unknown } | undefined>

export interface TestCluster {
  readonly port: number
  readonly cert: string
  /** By path, and by path and query where the query matters. */
  answers: Answers
  /** Methods, paths and tokens of all requests. */
  readonly requests: { readonly method: string; readonly url: string; readonly token: string }[]
  stop(): void
}

export const token = 'eyJhbGciOiJSUzI1NiJ9.test.token'
export const account = 'system:serviceaccount:monitoring:pone'

/** What the API says of a refused request. */
export const statusOf = (code: number, message: string) => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code },
})

export async function startCluster(): Promise<TestCluster> {
  const { key, cert } = await madeCertificate(2)
  const server = createServer({ key, cert }, (request, response) => {
    const { url = '', method = '' } = request
    cluster.requests.push({ method, url, token: request.headers.authorization ?? '' })
    const isKnown = request.headers.authorization === `Bearer ${token}`
    const found = cluster.answers[url] ?? cluster.answers[url.split('?')[0] ?? '']
    const { status = 200, body } = isKnown
      ? (found ?? statusOf(404, 'the server could not find the requested resource'))
      : statusOf(401, 'Unauthorized')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cluster: TestCluster = {
    port: (server.address() as AddressInfo).port,
    cert,
    answers: {},
    requests: [],
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return cluster
}

const list = (kind: string, items: readonly unknown[]) => ({
  body: { kind, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items },
})
const conditions = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([type, status]) => ({ type, status }))

export const nodeOf = (name: string, ready: string) => ({
  metadata: { name, labels: { 'node-role.kubernetes.io/control-plane': '', 'kubernetes.io/os': 'linux' } },
  spec: ready === 'True' ? {} : { unschedulable: true },
  status: {
    capacity: { cpu: '4', 'ephemeral-storage': '101430960Ki', memory: '16374260Ki', pods: '110' },
    allocatable: { cpu: '3920m', 'ephemeral-storage': '93478772582', memory: '16271860Ki', pods: '110' },
    conditions: conditions({
      MemoryPressure: 'False',
      DiskPressure: 'False',
      PIDPressure: 'False',
      Ready: ready,
    }),
    addresses: [
      { type: 'InternalIP', address: '192.0.2.10' },
      { type: 'Hostname', address: name },
    ],
    nodeInfo: {
      kernelVersion: '6.1.0',
      osImage: 'Debian GNU/Linux 12 (bookworm)',
      containerRuntimeVersion: 'containerd://1.7.13',
      kubeletVersion: 'v1.31.2',
    },
  },
})

export const podOf = (
  name: string,
  more: { phase?: string; statuses?: unknown[]; limits?: object } = {},
) => ({
  metadata: { name, namespace: 'shop' },
  spec: {
    nodeName: 'one',
    containers: [
      { name: 'app', resources: { requests: { cpu: '250m', memory: '128Mi' }, limits: more.limits } },
      { name: 'sidecar', resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: more.limits } },
    ],
  },
  status: {
    phase: more.phase ?? 'Running',
    startTime: '2026-11-20T08:00:00Z',
    conditions: conditions({ Ready: more.statuses ? 'False' : 'True' }),
    containerStatuses: more.statuses ?? [
      { name: 'app', ready: true, restartCount: 2, state: { running: {} } },
      { name: 'sidecar', ready: true, restartCount: 1, state: { running: {} } },
    ],
  },
})

const crashing = [
  {
    name: 'app',
    ready: false,
    restartCount: 17,
    state: { waiting: { reason: 'CrashLoopBackOff' } },
    lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } },
  },
  { name: 'sidecar', ready: true, restartCount: 0, state: { running: {} } },
]

const event = (name: string, reason: string, more: object) => ({
  metadata: { name, namespace: 'shop', creationTimestamp: '2026-11-23T08:00:00Z' },
  involvedObject: { kind: 'Pod', namespace: 'shop', name: 'cart-0' },
  type: 'Warning',
  reason,
  message: `${reason} of cart-0`,
  ...more,
})

const summary = {
  node: {
    nodeName: 'one',
    network: {
      name: 'eth0',
      rxBytes: 1_000,
      txBytes: 2_000,
      rxErrors: 1,
      txErrors: 0,
      interfaces: [
        { name: 'eth0', rxBytes: 1_000, txBytes: 2_000, rxErrors: 1, txErrors: 0 },
        { name: 'eth1', rxBytes: 500, txBytes: 100, rxErrors: 0, txErrors: 3 },
      ],
    },
    fs: { capacityBytes: 103_865_303_040, usedBytes: 25_966_325_760, inodes: 6_000_000, inodesUsed: 300_000 },
    rlimit: { maxpid: 32_768, curproc: 812 },
  },
  pods: [
    {
      podRef: { name: 'web-1', namespace: 'shop' },
      network: { name: 'eth0', rxBytes: 700, txBytes: 800, rxErrors: 0, txErrors: 0 },
    },
    // Uses the network of the node.
    { podRef: { name: 'proxy-1', namespace: 'kube-system' } },
  ],
}

const cadvisor = `# TYPE container_cpu_cfs_periods_total counter
container_cpu_cfs_periods_total{container="app",id="/kubepods/a",image="shop",name="x",namespace="shop",pod="web-1"} 1000 1700000000000
container_cpu_cfs_periods_total{container="",id="/kubepods",image="",name="",namespace="shop",pod="web-1"} 1000 1700000000000
container_cpu_cfs_throttled_periods_total{container="app",id="/kubepods/a",image="shop",name="x",namespace="shop",pod="web-1"} 250 1700000000000
container_cpu_cfs_throttled_seconds_total{container="app",id="/kubepods/a",image="shop",name="x",namespace="shop",pod="web-1"} 12.5 1700000000000
container_memory_rss{container="app",id="/kubepods/a",image="shop",name="x",namespace="shop",pod="web-1"} 5 1700000000000
`

const proxy = '/api/v1/nodes/one/proxy/'

export const documented = (): Answers => ({
  '/version': {
    body: {
      major: '1',
      minor: '31',
      gitVersion: 'v1.31.2',
      buildDate: '2026-10-22T20:00:00Z',
      platform: 'linux/amd64',
    },
  },
  '/api/v1/nodes': list('NodeList', [nodeOf('one', 'True')]),
  '/api/v1/pods': list('PodList', [
    podOf('web-1', { limits: { cpu: '500m', memory: '256Mi' } }),
    podOf('cart-0', { statuses: crashing }),
    podOf('job-1', { phase: 'Succeeded', statuses: [] }),
    podOf('new-1', { phase: 'Pending', statuses: [] }),
  ]),
  '/apis/apps/v1/deployments': list('DeploymentList', [
    {
      metadata: { name: 'web', namespace: 'shop' },
      spec: { replicas: 3 },
      status: {
        replicas: 3,
        readyReplicas: 2,
        availableReplicas: 2,
        updatedReplicas: 3,
        unavailableReplicas: 1,
      },
    },
    { metadata: { name: 'off', namespace: 'shop' }, spec: { replicas: 0 }, status: {} },
  ]),
  '/apis/apps/v1/statefulsets': list('StatefulSetList', [
    {
      metadata: { name: 'cart', namespace: 'shop' },
      spec: { replicas: 1 },
      status: { replicas: 1, availableReplicas: 0 },
    },
    {
      metadata: { name: 'old', namespace: 'shop' },
      spec: { replicas: 2 },
      status: { replicas: 2, readyReplicas: 2 },
    },
  ]),
  '/apis/apps/v1/daemonsets': list('DaemonSetList', [
    {
      metadata: { name: 'proxy', namespace: 'kube-system' },
      status: { desiredNumberScheduled: 5, numberReady: 4, numberAvailable: 4, updatedNumberScheduled: 5 },
    },
  ]),
  '/apis/metrics.k8s.io/v1beta1/nodes': list('NodeMetricsList', [
    { metadata: { name: 'one' }, window: '20s', usage: { cpu: '1960000000n', memory: '8135930Ki' } },
  ]),
  '/apis/metrics.k8s.io/v1beta1/pods': list('PodMetricsList', [
    {
      metadata: { name: 'web-1', namespace: 'shop' },
      containers: [
        { name: 'app', usage: { cpu: '249500000n', memory: '100Mi' } },
        { name: 'sidecar', usage: { cpu: '500u', memory: '28Mi' } },
      ],
    },
    {
      metadata: { name: 'cart-0', namespace: 'shop' },
      containers: [{ name: 'app', usage: { cpu: '0', memory: '3Mi' } }],
    },
  ]),
  '/api/v1/events': list('EventList', [
    event('cart-0.1', 'BackOff', { count: 40, lastTimestamp: '2026-11-23T09:30:00Z' }),
    event('cart-0.2', 'BackOff', {
      series: { count: 5, lastObservedTime: '2026-11-23T09:40:00.000000Z' },
      eventTime: '2026-11-23T09:00:00.000000Z',
    }),
    event('cart-0.3', 'FailedScheduling', {
      count: null,
      lastTimestamp: null,
      eventTime: '2026-11-23T09:10:00.000000Z',
    }),
  ]),
  [`${proxy}stats/summary`]: { body: summary },
  [`${proxy}metrics/cadvisor`]: { body: cadvisor },
})
