/** Clusters that create machines on demand: settings, pods, and creation and deletion of pods. */
import type { InputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import {
  type PodPool,
  type PodPoolSettings,
  type PoolPod,
  podPoolSettingsSchema,
} from '@pone/contract/entities/pod-pool.ts'
import { AppError } from '@pone/contract/errors.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { assertKubeconfig } from '../../adapters/kubernetes/kubeconfig.ts'
import { type Connection, KubernetesError, type PodApi } from '../../adapters/kubernetes/pod-api.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import { createPodMaker, isLack, type MachineProgress, type MakeOrder, type PodMaker } from './pod-maker.ts'
import { poolLabel } from './pod-manifest.ts'
import type { PodPoolRepository, PodPoolRow } from './pod-pool.repository.ts'
import { faultText, problemOf, problemText } from './pod-problem.ts'
import { reapPods } from './pod-reaper.ts'

export type PoolInput = InputOf<Calls['podPool']['save']>

/** The interface of the controller for a cluster that has too few machines. */
export interface MachinesOnDemand {
  /**
   * null when this cluster cannot resolve the refusal by creating machines; otherwise a handle to create them. @throws AppError CapacityExceeded when even all of them would be too few
   */
  provision(
    order: Pick<MakeOrder<unknown>, 'clusterId' | 'users'>,
    refusal: unknown,
  ): Promise<MakeMachines | null>
}
/** Resolves with the result of `reserve` once it succeeds. @throws AppError PodsFailed, PodsLate, KubernetesFailed */
export interface MakeMachines {
  readonly clusterName: string
  /** Time limit of the creation, ms. */
  readonly patienceMs: number
  readonly make: <T>(order: {
    readonly runId: string
    readonly language: Language
    readonly signal: AbortSignal
    readonly reserve: () => Promise<T>
    readonly onProgress: (progress: MachineProgress) => void
  }) => Promise<T>
}

const reapEveryMs = 10_000

export type PodPoolService = ReturnType<typeof createPodPoolService>

interface PodPoolServiceDeps {
  readonly repository: PodPoolRepository
  readonly secrets: SecretBox
  readonly open: (connection: Connection, namespace: string) => Promise<PodApi>
  readonly now: () => number
  /** PEM of the CA of this server's certificate, if machines do not trust it by default. */
  readonly serverAuthority: () => string | null
  readonly warn: (text: string, cause?: unknown) => void
  readonly lookEveryMs?: number | undefined
}

export function createPodPoolService(deps: PodPoolServiceDeps) {
  const { warn } = deps
  const maker = createPodMaker(deps)
  let timer: NodeJS.Timeout | undefined
  let reaping: Promise<void> = Promise.resolve()
  /** Pools whose problem has been reported. */
  const troubled = new Set<string>()
  return {
    ...poolSettings(deps),
    ...poolPods(deps),
    ...machinesOnDemand(deps, maker),
    /** Starts the periodic clean-up of all pools. */
    start(): void {
      timer = setInterval(() => {
        reaping = reaping
          .then(() => reap(deps, troubled))
          .catch((cause: unknown) => warn('looking after pods', cause))
      }, reapEveryMs)
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await reaping
    },
    /** Cleans up all pools once. */
    reap: () => reap(deps, troubled),
  }
}

/** Settings of pools. */
function poolSettings(deps: Pick<PodPoolServiceDeps, 'repository' | 'secrets' | 'open' | 'now' | 'warn'>) {
  const { repository, secrets, now, warn, open } = deps
  const described = (row: PodPoolRow): PodPool => ({
    ...row.settings,
    hasKubeconfig: row.kubeconfig !== null,
  })
  /** Effective settings and kubeconfig: the given ones, else the stored ones, else the defaults. @throws AppError BadInput */
  const resolve = async (
    input: PoolInput,
  ): Promise<{ settings: PodPoolSettings; kubeconfig: string; connection: Connection }> => {
    const row = await repository.find(input.clusterId)
    const { kubeconfig = '' } = input
    const settings =
      row === undefined
        ? podPoolSettingsSchema.parse(input.settings)
        : changedBy<PodPoolSettings>(row.settings, input.settings)
    if (settings.connection === 'inCluster') return { settings, kubeconfig, connection: null }
    if (kubeconfig.trim() === '') {
      const stored = row?.kubeconfig ?? null
      return { settings, kubeconfig, connection: connectionOf(deps, { settings, kubeconfig: stored }) }
    }
    assertKubeconfig(kubeconfig)
    return { settings, kubeconfig, connection: kubeconfig }
  }
  return {
    /** null when the cluster does not create machines. */
    async get(clusterId: string): Promise<PodPool | null> {
      const row = await repository.find(clusterId)
      return row === undefined ? null : described(row)
    },
    /** For administrators' PR clusters. @throws AppError NotFound, BadInput */
    async save(input: PoolInput): Promise<PodPool> {
      const { clusterId } = input
      if ((await repository.clusterName(clusterId)) === null)
        throw new AppError('NotFound', { what: 'cluster' })
      const { settings, kubeconfig } = await resolve(input)
      const isNew = settings.connection === 'kubeconfig' && kubeconfig.trim() !== ''
      await repository.save(clusterId, settings, isNew ? secrets.seal(kubeconfig) : null)
      return described(await find(deps, clusterId))
    },
    /** Also deletes its pods, as far as Kubernetes can be reached. Does nothing for a cluster without pods. @throws AppError RunActive while a run holds or awaits any of them */
    async remove(clusterId: string): Promise<void> {
      const row = await repository.find(clusterId)
      if (row === undefined) return
      if (await repository.isAnyBusy(clusterId)) throw new AppError('RunActive')
      try {
        const api = await openPool(deps, row)
        await reapPods({ clusterId, settings: row.settings, isRemoved: true }, { repository, api, now })
      } catch (cause) {
        warn('pods of a cluster that makes none any more could not be deleted', cause)
      }
      await repository.remove(clusterId)
    },
    /** @throws AppError BadInput */
    async check(input: PoolInput, language: Language): Promise<{ problem: string; version: string }> {
      const { settings, connection } = await resolve(input)
      try {
        const api = await open(connection, settings.namespace)
        const version = await api.version()
        await api.pods({ [poolLabel]: input.clusterId })
        await api.secretNames({ [poolLabel]: input.clusterId })
        return { problem: '', version }
      } catch (cause) {
        if (!(cause instanceof KubernetesError)) throw cause
        return { problem: faultText(cause, language), version: '' }
      }
    },
  }
}

/** Pods for display. */
function poolPods(deps: Pick<PodPoolServiceDeps, 'repository' | 'open' | 'secrets'>) {
  const { repository } = deps

  return {
    /** @throws AppError NotFound, KubernetesFailed */
    async pods(clusterId: string, language: Language): Promise<PoolPod[]> {
      const row = await find(deps, clusterId)
      try {
        const api = await openPool(deps, row)
        const [pods, rows] = [await api.pods({ [poolLabel]: clusterId }), await repository.podsOf(clusterId)]
        const found = new Map(pods.map(pod => [pod.metadata?.name, pod]))
        return rows.map(({ name, machine_id, created_at }) => {
          const pod = found.get(name)
          const problem = pod === undefined ? null : problemOf(pod)
          const isEnding = pod?.metadata?.deletionTimestamp !== undefined
          const state = isEnding
            ? 'ending'
            : problem?.isFinal === true || (pod === undefined && machine_id !== null)
              ? 'failed'
              : machine_id === null
                ? 'starting'
                : 'joined'
          return {
            name,
            state,
            machineId: machine_id,
            createdAt: created_at,
            problem: problem === null ? '' : problemText(problem, language),
          }
        })
      } catch (cause) {
        if (!(cause instanceof KubernetesError)) throw cause
        throw new AppError('KubernetesFailed', { detail: faultText(cause, language) }, { cause })
      }
    },
  }
}

/** Creates machines for a run that lacks some. */
function machinesOnDemand(
  deps: Pick<PodPoolServiceDeps, 'repository' | 'open' | 'secrets'>,
  maker: PodMaker,
) {
  const { repository } = deps

  return {
    async provision(
      { clusterId, users }: { clusterId: string; users: number },
      refusal: unknown,
    ): Promise<MakeMachines | null> {
      if (!isLack(refusal)) return null
      const row = await repository.find(clusterId)
      if (row === undefined) return null
      const clusterName = (await repository.clusterName(clusterId)) ?? ''
      await maker.assertReach({ clusterId, clusterName, users }, row.settings, refusal)
      return {
        clusterName,
        patienceMs: row.settings.startMinutes * 60_000,
        make: async order => {
          try {
            const api = await openPool(deps, row)
            return await maker.make({ ...order, clusterId, clusterName, users }, row.settings, api)
          } catch (cause) {
            if (!(cause instanceof KubernetesError)) throw cause
            throw new AppError('KubernetesFailed', { detail: faultText(cause, order.language) }, { cause })
          }
        },
      }
    },
  }
}

const connectionOf = (
  { secrets }: Pick<PodPoolServiceDeps, 'secrets'>,
  row: Pick<PodPoolRow, 'settings' | 'kubeconfig'>,
): Connection => {
  if (row.settings.connection === 'inCluster') return null
  if (row.kubeconfig === null)
    throw new AppError('BadInput', { detail: 'kubeconfigMissing', field: 'kubeconfig' })
  return secrets.open(row.kubeconfig)
}

const openPool = (deps: Pick<PodPoolServiceDeps, 'open' | 'secrets'>, row: PodPoolRow): Promise<PodApi> =>
  deps.open(connectionOf(deps, row), row.settings.namespace)

const find = async (
  { repository }: Pick<PodPoolServiceDeps, 'repository'>,
  clusterId: string,
): Promise<PodPoolRow> => {
  const row = await repository.find(clusterId)
  if (row === undefined) throw new AppError('NotFound', { what: 'podPool' })
  return row
}

const reap = async (
  deps: Pick<PodPoolServiceDeps, 'repository' | 'open' | 'secrets' | 'now' | 'warn'>,
  troubled: Set<string>,
): Promise<void> => {
  for (const row of await deps.repository.all()) {
    try {
      const api = await openPool(deps, row)
      await reapPods(
        { clusterId: row.cluster_id, settings: row.settings },
        { repository: deps.repository, api, now: deps.now },
      )
      troubled.delete(row.cluster_id)
    } catch (cause) {
      if (!troubled.has(row.cluster_id)) deps.warn('the pods of a cluster could not be looked after', cause)
      troubled.add(row.cluster_id)
    }
  }
}
