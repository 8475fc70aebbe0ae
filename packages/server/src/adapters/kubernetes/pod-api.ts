/** The Kubernetes API that pools use: secrets, pods and their events in one namespace; the official client is loaded on first use. */

import type { ConfigurationOptions, CoreV1Event, V1Pod, V1Secret } from '@kubernetes/client-node'
import { errorText } from '@pone/schema/error-text.ts'

/** null: the cluster that this server runs in. */
export type Connection = string | null

export interface PodApi {
  /** Version of the cluster's API. */
  version(): Promise<string>
  createSecret(secret: V1Secret): Promise<V1Secret>
  createPod(pod: V1Pod): Promise<void>
  /** Pods with all these labels. */
  pods(labels: Readonly<Record<string, string>>): Promise<V1Pod[]>
  events(podName: string): Promise<CoreV1Event[]>
  secretNames(labels: Readonly<Record<string, string>>): Promise<string[]>
  /** Does nothing when it does not exist. */
  deletePod(name: string): Promise<void>
  deleteSecret(name: string): Promise<void>
}

/** The cluster refused, or could not be reached; the message is one sentence. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError'
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** Detail key for: this server does not run in a Kubernetes cluster. */
export const notInKubernetes = 'notInKubernetes'
const patienceMs = 15_000
const graceSeconds = 10
const notFound = 404

/** @throws KubernetesError, also from every call of the result */
export async function openPodApi(connection: Connection, namespace: string): Promise<PodApi> {
  const { CoreV1Api, KubeConfig, Observable, VersionApi } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  if (connection !== null) config.loadFromString(connection)
  else if (process.env['KUBERNETES_SERVICE_HOST'] === undefined) {
    throw new KubernetesError(notInKubernetes, 0)
  } else config.loadFromCluster()
  const core = config.makeApiClient(CoreV1Api)
  const versions = config.makeApiClient(VersionApi)

  /** Sets a time-out for each request. */
  const limited = (): ConfigurationOptions => ({
    middlewareMergeStrategy: 'append',
    middleware: [
      {
        pre: request => {
          request.setSignal(AbortSignal.timeout(patienceMs))
          return new Observable(Promise.resolve(request))
        },
        post: response => new Observable(Promise.resolve(response)),
      },
    ],
  })
  const withKubernetesError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      throw toKubernetesError(cause)
    }
  }
  const unlessGone = async (work: Promise<unknown>): Promise<void> => {
    try {
      await withKubernetesError(work)
    } catch (cause) {
      if (!(cause instanceof KubernetesError && cause.status === notFound)) throw cause
    }
  }
  const selectorOf = (labels: Readonly<Record<string, string>>): string =>
    Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(',')

  return {
    version: async () => (await withKubernetesError(versions.getCode(limited()))).gitVersion,
    createSecret: body => withKubernetesError(core.createNamespacedSecret({ namespace, body }, limited())),
    createPod: async body => {
      await withKubernetesError(core.createNamespacedPod({ namespace, body }, limited()))
    },
    pods: async labels =>
      (
        await withKubernetesError(
          core.listNamespacedPod({ namespace, labelSelector: selectorOf(labels) }, limited()),
        )
      ).items,
    events: async podName =>
      (
        await withKubernetesError(
          core.listNamespacedEvent(
            { namespace, fieldSelector: `involvedObject.kind=Pod,involvedObject.name=${podName}` },
            limited(),
          ),
        )
      ).items,
    secretNames: async labels =>
      (
        await withKubernetesError(
          core.listNamespacedSecret({ namespace, labelSelector: selectorOf(labels) }, limited()),
        )
      ).items.flatMap(({ metadata }) => metadata?.name ?? []),
    deletePod: name =>
      unlessGone(core.deleteNamespacedPod({ namespace, name, gracePeriodSeconds: graceSeconds }, limited())),
    deleteSecret: name => unlessGone(core.deleteNamespacedSecret({ namespace, name }, limited())),
  }
}

/** The message of the Kubernetes response, if there is one. */
function toKubernetesError(cause: unknown): KubernetesError {
  if (cause instanceof KubernetesError) return cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'number' && 'body' in cause) {
    const said = messageOf(cause.body) ?? /^Message: (.+)$/m.exec(cause.message)?.[1]
    return new KubernetesError(said ?? `HTTP ${cause.code}`, cause.code, { cause })
  }
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  // An AggregateError of several attempts has no message of its own.
  return new KubernetesError(errorText(inner) || String(inner), 0, { cause })
}

function messageOf(body: unknown): string | undefined {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
    return typeof value === 'object' && value !== null && 'message' in value
      ? String(value.message)
      : undefined
  } catch {
    return undefined
  }
}
