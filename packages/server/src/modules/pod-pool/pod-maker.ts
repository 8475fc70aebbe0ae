/** Creates the pods that a run lacks, waits until they have joined, and reserves them for it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { KubernetesError, type PodApi } from '../../adapters/kubernetes/pod-api.ts'
import { faultText, problemText } from './pod-problem.ts'
import { type PodMakerDeps, RunPods } from './run-pods.ts'

/** Progress of the machines of a run. */
export interface MachineProgress {
  readonly joined: number
  readonly wanted: number
  /** The present problem as text; '' when there is none. */
  readonly problem: string
}

export interface MakeOrder<T> {
  readonly clusterId: string
  readonly clusterName: string
  readonly runId: string
  readonly users: number
  readonly language: Language
  readonly signal: AbortSignal
  /** Tries to reserve; an error with a code of `lackCodes` means that machines are lacking. */
  readonly reserve: () => Promise<T>
  readonly onProgress: (progress: MachineProgress) => void
}

/** Error codes that more machines can resolve. */
const lackCodes = new Set([
  'NoMachineOnline',
  'NoMachineInService',
  'ScriptsExceeded',
  'CapacityExceeded',
  'CapacityBehindScripts',
])
export const isLack = (cause: unknown): cause is AppError =>
  cause instanceof AppError && lackCodes.has(cause.code)

const lookEveryMs = 1_000

export interface PodMaker {
  /** Refuses a load that the pool cannot generate with its maximum number of pods. @throws AppError CapacityExceeded */
  assertReach(
    order: Pick<MakeOrder<unknown>, 'clusterId' | 'clusterName' | 'users'>,
    settings: PodPoolSettings,
    lack: AppError,
  ): Promise<void>
  /** @throws AppError PodsFailed, KubernetesFailed, CapacityExceeded, and every other error of `reserve`; DOMException AbortError */
  make<T>(order: MakeOrder<T>, settings: PodPoolSettings, api: PodApi): Promise<T>
}

export const createPodMaker = (deps: PodMakerDeps): PodMaker => ({
  assertReach: (order, settings, lack) => assertReach(deps, order, settings, lack),
  make: async (order, settings, api) => {
    const pods = new RunPods(deps, { ...order, settings }, api)
    try {
      return await reserveWith(pods, order, settings, deps)
    } catch (cause) {
      await pods.giveUp().catch(() => undefined)
      throw cause instanceof KubernetesError
        ? new AppError('KubernetesFailed', { detail: faultText(cause, order.language) }, { cause })
        : cause
    }
  },
})

/** Creates pods until the reservation succeeds; returns its result. */
async function reserveWith<T>(
  pods: RunPods,
  order: MakeOrder<T>,
  settings: PodPoolSettings,
  { repository, now, lookEveryMs: everyMs = lookEveryMs }: PodMakerDeps,
): Promise<T> {
  const { clusterId, users, language, signal } = order
  const deadline = now() + settings.startMinutes * 60_000
  for (;;) {
    signal.throwIfAborted()
    await repository.bindJoined(clusterId)
    const outcome = await tried(order.reserve)
    if ('value' in outcome) {
      await pods.closeToken()
      return outcome.value
    }
    const { coming, problem } = await pods.look()
    const joined = pods.made - coming
    const lacking = Math.ceil((users - remainingOf(outcome.lack)) / settings.usersPerPod) - coming
    if (lacking > 0) await pods.add(lacking, deadline)
    const wanted = pods.made
    const detail = problem === null ? '' : problemText(problem, language)
    order.onProgress({ joined, wanted, problem: detail })
    if (now() >= deadline)
      throw new AppError('PodsLate', { joined, wanted, detail, minutes: settings.startMinutes })
    await pause(everyMs, undefined, { signal })
  }
}

/** The result of the reservation, or the error that machines are lacking. */
async function tried<T>(reserve: () => Promise<T>): Promise<{ value: T } | { lack: AppError }> {
  try {
    return { value: await reserve() }
  } catch (cause) {
    if (isLack(cause)) return { lack: cause }
    throw cause
  }
}

async function assertReach(
  { repository }: Pick<PodMakerDeps, 'repository'>,
  order: Pick<MakeOrder<unknown>, 'clusterId' | 'clusterName' | 'users'>,
  settings: PodPoolSettings,
  lack: AppError,
): Promise<void> {
  const pods = await repository.podsOf(order.clusterId)
  const remaining = remainingOf(lack) + (settings.maxPods - pods.length) * settings.usersPerPod
  if (order.users <= remaining) return
  throw new AppError('CapacityExceeded', {
    wanted: order.users,
    cluster: order.clusterName,
    remaining: Math.max(0, remaining),
    missing: order.users - Math.max(0, remaining),
  })
}

/** Free users according to the error; users above other limits do not count. */
const remainingOf = ({ code, params }: AppError): number =>
  code === 'CapacityExceeded' || code === 'CapacityBehindScripts' ? Number(params['remaining']) : 0
