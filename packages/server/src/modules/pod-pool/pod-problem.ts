/** Why a pod does not become a load machine, as text; pure. */
import type { CoreV1Event, V1Pod } from '@kubernetes/client-node'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import { type KubernetesError, notInKubernetes } from '../../adapters/kubernetes/pod-api.ts'

export interface PodProblem {
  /** The reason from Kubernetes, e.g. `ImagePullBackOff`. */
  readonly reason: string
  /** The message from Kubernetes, may be empty. */
  readonly message: string
  /** Whether waiting cannot resolve it. */
  readonly isFinal: boolean
}

const words: Readonly<Record<string, Bilingual>> = {
  Unschedulable: { zh: '没有节点放得下', en: 'no node has enough resources' },
  FailedScheduling: { zh: '没有节点放得下', en: 'no node has enough resources' },
  ErrImagePull: { zh: '镜像拉取失败', en: 'image pull failed' },
  ImagePullBackOff: { zh: '镜像拉取失败', en: 'image pull failed' },
  ErrImageNeverPull: { zh: '节点上没有镜像', en: 'image not present on the node' },
  InvalidImageName: { zh: '镜像名称无效', en: 'invalid image name' },
  CreateContainerConfigError: { zh: '容器配置有误', en: 'container configuration error' },
  CreateContainerError: { zh: '容器无法创建', en: 'container could not be created' },
  RunContainerError: { zh: '容器无法启动', en: 'container could not be started' },
  OOMKilled: { zh: '内存不足被终止', en: 'terminated because it ran out of memory' },
  Error: { zh: '容器异常退出', en: 'container exited with an error' },
  Evicted: { zh: '被节点驱逐', en: 'evicted by the node' },
  DeadlineExceeded: { zh: '超过最长存活时间', en: 'maximum lifetime exceeded' },
  Failed: { zh: '已失败', en: 'failed' },
  Succeeded: { zh: '已退出', en: 'exited' },
}
/** Reasons that do not resolve by themselves. */
const finalReasons = new Set([
  'InvalidImageName',
  'ErrImageNeverPull',
  'CreateContainerError',
  'RunContainerError',
])
const harmless = new Set(['ContainerCreating', 'PodInitializing'])

/** null while there is no problem. */
export function problemOf(pod: V1Pod): PodProblem | null {
  const { status } = pod
  const state = status?.containerStatuses?.[0]?.state
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') {
    const ended = state?.terminated
    const reason = status.reason ?? ended?.reason ?? status.phase
    const exit = ended === undefined ? '' : `exit code ${ended.exitCode}`
    return { reason, message: status.message ?? ended?.message ?? exit, isFinal: true }
  }
  const waiting = state?.waiting
  if (waiting?.reason !== undefined && !harmless.has(waiting.reason)) {
    return {
      reason: waiting.reason,
      message: waiting.message ?? '',
      isFinal: finalReasons.has(waiting.reason),
    }
  }
  const unscheduled = status?.conditions?.find(
    ({ type, status: holds }) => type === 'PodScheduled' && holds === 'False',
  )
  if (unscheduled === undefined) return null
  return {
    reason: unscheduled.reason ?? 'Unschedulable',
    message: unscheduled.message ?? '',
    isFinal: false,
  }
}

/** The latest warning among a pod's events, for pods whose status shows no problem. */
export function problemOfEvents(events: readonly CoreV1Event[]): PodProblem | null {
  const warnings = events.filter(({ type }) => type === 'Warning')
  const latest = warnings.toSorted((a, b) => timeOf(b) - timeOf(a))[0]
  if (latest === undefined) return null
  return { reason: latest.reason ?? 'Failed', message: latest.message ?? '', isFinal: false }
}

const timeOf = ({ lastTimestamp, eventTime }: CoreV1Event): number =>
  new Date(lastTimestamp ?? eventTime ?? 0).getTime()

/** Text of an error of Kubernetes or of the connection to it, mostly unchanged. */
export function faultText({ message }: KubernetesError, language: Language): string {
  if (message !== notInKubernetes) return message
  return language === 'zh'
    ? '服务器不在 Kubernetes 集群中运行，请改用 kubeconfig'
    : 'this server does not run in a Kubernetes cluster; use a kubeconfig'
}

/** E.g. `镜像拉取失败（ImagePullBackOff：…）`. */
export function problemText({ reason, message }: PodProblem, language: Language): string {
  const own = words[reason]?.[language]
  const detail =
    message === '' ? reason : language === 'zh' ? `${reason}：${message}` : `${reason}: ${message}`
  if (own === undefined) return detail
  return language === 'zh' ? `${own}（${detail}）` : `${own} (${detail})`
}
