/** Objects of the API of Kubernetes → records. Pure. @see https://kubernetes.io/docs/reference/kubernetes-api/ */
import { type Json, textAt, valueAtPath } from '../../reading/json.ts'
import { type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import { keysAt, listAt, numberAt, quantityAt, sumOf } from './records.ts'

const rolePrefix = 'node-role.kubernetes.io/'

export function nodeRecord(node: Json): TargetRecord {
  const condition = (type: string) =>
    textAt(
      listAt(node, 'status.conditions').find(one => textAt(one, 'type') === type),
      'status',
    )
  const roles = keysAt(node, 'metadata.labels').flatMap(name =>
    name.startsWith(rolePrefix) ? [name.slice(rolePrefix.length)] : [],
  )
  const amounts = (part: 'capacity' | 'allocatable', end: string) => ({
    [`cpu${end}`]: quantityAt(node, `status.${part}.cpu`),
    [`memory${end}`]: quantityAt(node, `status.${part}.memory`),
    [`storage${end}`]: quantityAt(node, `status.${part}.ephemeral-storage`),
    [`pods${end}`]: quantityAt(node, `status.${part}.pods`),
  })
  const info = (name: string) => textAt(node, `status.nodeInfo.${name}`)
  return recordOf({
    node: textAt(node, 'metadata.name'),
    ready: condition('Ready'),
    memoryPressure: condition('MemoryPressure'),
    diskPressure: condition('DiskPressure'),
    pidPressure: condition('PIDPressure'),
    networkUnavailable: condition('NetworkUnavailable'),
    unschedulable: textAt(node, 'spec.unschedulable') || 'false',
    ...amounts('capacity', 'Capacity'),
    ...amounts('allocatable', 'Allocatable'),
    roles: roles.join(', '),
    kubelet: info('kubeletVersion'),
    runtime: info('containerRuntimeVersion'),
    system: info('osImage'),
    kernel: info('kernelVersion'),
    address: textAt(
      listAt(node, 'status.addresses').find(one => textAt(one, 'type') === 'InternalIP'),
      'address',
    ),
  })
}

const isTrue = (value: Json, path: string): boolean => valueAtPath(value, path) === true

/** Requests and limits are unknown where a container has none: it is not bounded then. */
export function podRecord(pod: Json): TargetRecord {
  const containers = listAt(pod, 'spec.containers')
  const running = listAt(pod, 'status.containerStatuses')
  const statuses = [...listAt(pod, 'status.initContainerStatuses'), ...running]
  const total = (path: string) => sumOf(containers.map(one => quantityAt(one, `resources.${path}`)))
  const waiting = statuses.map(one => textAt(one, 'state.waiting.reason')).filter(reason => reason !== '')
  const ended = statuses
    .flatMap(one => [textAt(one, 'state.terminated.reason'), textAt(one, 'lastState.terminated.reason')])
    .filter(reason => reason !== '' && reason !== 'Completed')
  const ready = listAt(pod, 'status.conditions').find(one => textAt(one, 'type') === 'Ready')
  return recordOf({
    namespace: textAt(pod, 'metadata.namespace'),
    pod: textAt(pod, 'metadata.name'),
    phase: textAt(pod, 'status.phase'),
    isReady: textAt(ready, 'status') || 'False',
    containers: containers.length,
    readyContainers: running.filter(one => isTrue(one, 'ready')).length,
    waitingContainers: waiting.length,
    restarts: statuses.reduce<number>((sum, one) => sum + (numberAt(one, 'restartCount') || 0), 0),
    oomKilled: String(ended.includes('OOMKilled')),
    isCrashLooping: String(waiting.includes('CrashLoopBackOff')),
    reason: textAt(pod, 'status.reason') || (waiting[0] ?? ended[0] ?? ''),
    node: textAt(pod, 'spec.nodeName'),
    startedAt: textAt(pod, 'status.startTime'),
    cpuRequest: total('requests.cpu'),
    cpuLimit: total('limits.cpu'),
    memoryRequest: total('requests.memory'),
    memoryLimit: total('limits.memory'),
  })
}

const phases = { pending: 'Pending', running: 'Running', succeeded: 'Succeeded', failed: 'Failed' } as const

/** Counts over the records of all pods. */
export function podCounts(pods: Records): TargetRecord {
  const count = (isCounted: (pod: TargetRecord) => boolean) => pods.filter(isCounted).length
  const sum = (field: string) => pods.reduce((total, pod) => total + Number(pod[field] ?? 0), 0)
  const known = new Set<string | undefined>(Object.values(phases))
  return recordOf({
    total: pods.length,
    ...Object.fromEntries(
      Object.entries(phases).map(([field, phase]) => [field, count(pod => pod['phase'] === phase)]),
    ),
    unknown: count(pod => !known.has(pod['phase'])),
    notReady: count(pod => pod['phase'] === 'Running' && pod['isReady'] !== 'True'),
    crashLooping: count(pod => pod['isCrashLooping'] === 'true'),
    waitingContainers: sum('waitingContainers'),
    restarts: sum('restarts'),
  })
}

export const workloadKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const
type WorkloadKind = (typeof workloadKinds)[number]

/** The API leaves counts out that are 0. */
const countAt = (value: Json, path: string): number => numberAt(value, path) || 0

export function workloadRecord(kind: WorkloadKind, workload: Json): TargetRecord {
  const status = (name: string) => `status.${name}`
  const names = {
    kind,
    namespace: textAt(workload, 'metadata.namespace'),
    name: textAt(workload, 'metadata.name'),
  }
  if (kind === 'DaemonSet')
    return recordOf({
      ...names,
      desired: countAt(workload, status('desiredNumberScheduled')),
      ready: countAt(workload, status('numberReady')),
      available: countAt(workload, status('numberAvailable')),
      updated: countAt(workload, status('updatedNumberScheduled')),
    })
  const ready = countAt(workload, status('readyReplicas'))
  const available = numberAt(workload, status('availableReplicas'))
  // Stateful sets before 1.22 do not tell how many replicas are available.
  const untold = kind === 'StatefulSet' ? ready : 0
  return recordOf({
    ...names,
    // Without the number, one is desired.
    desired: textAt(workload, 'spec.replicas') === '' ? 1 : countAt(workload, 'spec.replicas'),
    ready,
    available: Number.isNaN(available) ? untold : available,
    updated: countAt(workload, status('updatedReplicas')),
  })
}

/** A warning as the cluster keeps it; equal ones are one object with a count. */
export function warningRecord(event: Json): TargetRecord {
  const of = (name: string) => textAt(event, `involvedObject.${name}`)
  const number = ['series.count', 'count'].map(path => numberAt(event, path)).find(Number.isFinite)
  const at = ['series.lastObservedTime', 'lastTimestamp', 'eventTime', 'metadata.creationTimestamp']
  return recordOf({
    namespace: textAt(event, 'metadata.namespace'),
    event: textAt(event, 'metadata.name'),
    reason: textAt(event, 'reason'),
    object: `${of('kind')}/${of('name')}`,
    message: textAt(event, 'message'),
    occurrences: number ?? 1,
    lastAt: at.map(path => textAt(event, path)).find(text => text !== '') ?? '',
  })
}

const occurrencesOf = (warnings: Records): number =>
  warnings.reduce((total, { occurrences = '0' }) => total + Number(occurrences), 0)

export const warningCounts = (warnings: Records): TargetRecord =>
  recordOf({ events: warnings.length, occurrences: occurrencesOf(warnings) })

export const warningReasons = (warnings: Records): Records =>
  [...Map.groupBy(warnings, ({ reason = '' }) => reason)].map(([reason, all]) =>
    recordOf({ reason, events: all.length, occurrences: occurrencesOf(all) }),
  )

const shownWarnings = 100

/** The last ones, the newest first. */
export const lastWarnings = (warnings: Records): Records =>
  warnings
    .toSorted((one, other) => Date.parse(other['lastAt'] ?? '') - Date.parse(one['lastAt'] ?? ''))
    .slice(0, shownWarnings)
