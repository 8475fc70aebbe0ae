/** CPU, memory and network of nodes and pods → records: the Metrics API and what kubelets tell. Pure. */
import { type Json, textAt } from '../../reading/json.ts'
import { metricRecords } from '../../reading/metrics.ts'
import { type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import { listAt, numberAt, quantityAt, sumOf } from './records.ts'

/** Use of a node by `metrics.k8s.io`, beside what pods may use of it. @see https://kubernetes.io/docs/reference/external-api/metrics.v1beta1/ */
export function nodeUsageRecord(usage: Json, nodes: Records): TargetRecord {
  const name = textAt(usage, 'metadata.name')
  const node = nodes.find(one => one['node'] === name)
  return recordOf({
    node: name,
    cpu: quantityAt(usage, 'usage.cpu'),
    memory: quantityAt(usage, 'usage.memory'),
    cpuLimit: node?.['cpuAllocatable'] ?? '',
    memoryLimit: node?.['memoryAllocatable'] ?? '',
  })
}

/** Sums over the nodes whose use is known. */
export function clusterUsageRecord(nodes: Records): TargetRecord {
  const total = (field: string) => sumOf(nodes.map(node => Number(node[field] ?? Number.NaN)))
  return recordOf(
    Object.fromEntries(['cpu', 'memory', 'cpuLimit', 'memoryLimit'].map(field => [field, total(field)])),
  )
}

const identityOf = ({ namespace = '', pod = '' }: TargetRecord): string => `${namespace}/${pod}`

/** Use of all pods: the sums of their containers, beside their requests and limits. */
export function podUsageRecords(usages: readonly Json[], pods: Records): Records {
  const known = new Map(pods.map(pod => [identityOf(pod), pod]))
  return usages.map(usage => {
    const labels = { namespace: textAt(usage, 'metadata.namespace'), pod: textAt(usage, 'metadata.name') }
    const total = (path: string) =>
      sumOf(listAt(usage, 'containers').map(container => quantityAt(container, path)))
    const pod = known.get(identityOf(labels))
    return recordOf({
      ...labels,
      cpu: total('usage.cpu'),
      memory: total('usage.memory'),
      cpuLimit: pod?.['cpuLimit'] ?? '',
      memoryLimit: pod?.['memoryLimit'] ?? '',
    })
  })
}

/**
 * Numbers of a network as `stats/summary` tells it: those of all interfaces where they are listed, else those of the
 * default one.
 */
function networkFields(of: Json): Record<string, number> {
  const listed = listAt(of, 'network.interfaces')
  const all = (name: string) =>
    listed.length === 0 ? numberAt(of, `network.${name}`) : sumOf(listed.map(one => numberAt(one, name)))
  return {
    receivedBytes: all('rxBytes'),
    sentBytes: all('txBytes'),
    receiveErrors: all('rxErrors'),
    sendErrors: all('txErrors'),
  }
}

/** @see https://kubernetes.io/docs/reference/instrumentation/node-metrics/ */
export const nodeTrafficRecord = (summary: Json): TargetRecord => {
  const node = summary !== null && typeof summary === 'object' && 'node' in summary ? summary.node : undefined
  return recordOf({
    node: textAt(node, 'nodeName'),
    ...networkFields(node),
    fsUsed: numberAt(node, 'fs.usedBytes'),
    fsCapacity: numberAt(node, 'fs.capacityBytes'),
    inodesUsed: numberAt(node, 'fs.inodesUsed'),
    inodes: numberAt(node, 'fs.inodes'),
    processes: numberAt(node, 'rlimit.curproc'),
    maxProcesses: numberAt(node, 'rlimit.maxpid'),
  })
}

/** Of pods that have a network of their own; those that use that of the node have none. */
export const podTrafficRecords = (summary: Json): Records =>
  listAt(summary, 'pods').flatMap(pod => {
    const { receivedBytes, ...fields } = networkFields(pod)
    if (receivedBytes === undefined || Number.isNaN(receivedBytes)) return []
    return [
      recordOf({
        namespace: textAt(pod, 'podRef.namespace'),
        pod: textAt(pod, 'podRef.name'),
        receivedBytes,
        ...fields,
      }),
    ]
  })

const throttlingPrefix = 'container_cpu_cfs_'

/** Containers with a CPU limit, by the metrics of cAdvisor; the other metrics, most of the answer, are not parsed. */
export const throttlingRecords = (metrics: string): Records =>
  metricRecords(
    metrics
      .split('\n')
      .filter(line => line.startsWith(throttlingPrefix))
      .join('\n'),
    {
      labels: ['namespace', 'pod', 'container'],
      fields: {
        periods: ['container_cpu_cfs_periods_total'],
        throttledPeriods: ['container_cpu_cfs_throttled_periods_total'],
        throttled: ['container_cpu_cfs_throttled_seconds_total'],
      },
      texts: {},
    },
    // Control groups of whole pods, and others that are no container, have no name.
  ).filter(({ container = '' }) => container !== '')
