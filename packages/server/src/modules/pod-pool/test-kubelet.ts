/** For tests: does a node's work for the pods of one namespace - real agents run as processes; images of certain names fail as they would on a node. */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api, KubeConfig, type V1Pod, type V1PodStatus } from '@kubernetes/client-node'
import { endProcess, startAgentProcess } from '../../link/agent-harness.ts'
import { poolLabel } from './pod-manifest.ts'

/** Images, and the result of pods with them; any other one runs an agent. */
export const images = {
  agent: 'pone-agent:test',
  missing: 'pone-agent:missing',
  invalid: 'pone-agent:invalid',
  tooBig: 'pone-agent:too-big',
  silent: 'pone-agent:silent',
} as const

const lookEveryMs = 100

export interface TestKubelet {
  /** Names of the pool's pods and secrets. */
  pods(clusterId: string): Promise<string[]>
  secrets(clusterId: string): Promise<string[]>
  /** Creates a pod that no pool has created. */
  addPod(pod: V1Pod): Promise<void>
  /** Stops every agent and deletes the remaining objects of the namespace. */
  close(): Promise<void>
}

export function startTestKubelet(kubeconfig: string, namespace: string): TestKubelet {
  const config = new KubeConfig()
  config.loadFromString(kubeconfig)
  const core = config.makeApiClient(CoreV1Api)
  const running = new Map<string, { process: ChildProcess; data: string }>()
  const known = new Set<string>()
  let working: Promise<void> = Promise.resolve()
  let isClosed = false

  const list = async () => (await core.listNamespacedPod({ namespace })).items
  const nameOf = ({ metadata }: V1Pod) => metadata?.name ?? ''

  const setStatus = async (pod: V1Pod, status: V1PodStatus) => {
    pod.status = status
    await core.replaceNamespacedPodStatus({ namespace, name: nameOf(pod), body: pod })
  }
  const start = async (pod: V1Pod) => {
    const [container] = pod.spec?.containers ?? []
    const failure = failureOf(container?.image ?? '')
    if (failure !== null) return setStatus(pod, failure)
    const data = await mkdtemp(join(tmpdir(), 'pone-pod-'))
    const env: NodeJS.ProcessEnv = { ...process.env, PONE_AGENT_DATA: data, PONE_AGENT_WORKERS: '1' }
    for (const { name, value, valueFrom } of container?.env ?? []) {
      const from = valueFrom?.secretKeyRef
      const secret =
        from === undefined ? undefined : await core.readNamespacedSecret({ namespace, name: from.name ?? '' })
      env[name] = value ?? Buffer.from(secret?.data?.[from?.key ?? ''] ?? '', 'base64').toString()
    }
    running.set(nameOf(pod), { process: startAgentProcess(env).process, data })
    await setStatus(pod, { phase: 'Running' })
  }
  const stop = async (name: string) => {
    const agent = running.get(name)
    if (agent === undefined) return
    running.delete(name)
    await endProcess(agent.process)
    await rm(agent.data, { recursive: true, force: true })
  }
  const look = async () => {
    const pods = await list()
    const present = new Set(pods.map(nameOf))
    for (const name of running.keys()) if (!present.has(name)) await stop(name)
    for (const pod of pods.filter(each => !known.has(nameOf(each)))) {
      known.add(nameOf(pod))
      await start(pod)
    }
  }
  const timer = setInterval(() => {
    working = working.then(() => (isClosed ? undefined : look())).catch(() => undefined)
  }, lookEveryMs)

  return {
    pods: async clusterId => {
      const { items } = await core.listNamespacedPod({
        namespace,
        labelSelector: `${poolLabel}=${clusterId}`,
      })
      return items.map(nameOf)
    },
    secrets: async clusterId => {
      const { items } = await core.listNamespacedSecret({
        namespace,
        labelSelector: `${poolLabel}=${clusterId}`,
      })
      return items.map(({ metadata }) => metadata?.name ?? '')
    },
    addPod: async body => {
      known.add(nameOf(body))
      await core.createNamespacedPod({ namespace, body })
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await working
      for (const pod of await list()) await core.deleteNamespacedPod({ namespace, name: nameOf(pod) })
      for (const name of running.keys()) await stop(name)
    },
  }
}

function failureOf(image: string): V1PodStatus | null {
  const waiting = (reason: string, message: string): V1PodStatus => ({
    phase: 'Pending',
    containerStatuses: [
      {
        name: 'agent',
        image,
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { waiting: { reason, message } },
      },
    ],
  })
  if (image === images.missing) return waiting('ImagePullBackOff', `Back-off pulling image "${image}"`)
  if (image === images.invalid) return waiting('InvalidImageName', `couldn't parse image name "${image}"`)
  if (image === images.silent) return { phase: 'Pending' }
  if (image !== images.tooBig) return null
  return {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/3 nodes are available: 3 Insufficient cpu.',
      },
    ],
  }
}
