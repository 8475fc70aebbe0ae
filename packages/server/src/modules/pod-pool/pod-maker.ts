/** Makes the pods that a run lacks, waits until they have joined, and reserves them for it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { KubernetesError, type PodApi } from '../../adapters/kubernetes/pod-api.ts'
import { hashOf, newSecret } from '../cluster/secrets.ts'
import { type PodPlan, podManifest, poolLabel, runLabel, secretManifest } from './pod-manifest.ts'
import type { PodPoolRepository } from './pod-pool.repository.ts'
import { faultText, type PodProblem, problemOf, problemOfEvents, problemText } from './pod-problem.ts'

/** How far the machines of a run are. */
export interface MachineProgress {
  readonly joined: number
  readonly wanted: number
  /** What stands in the way, in words; '' when nothing does. */
  readonly problem: string
}

export interface MakeOrder<T> {
  readonly clusterId: string
  readonly clusterName: string
  readonly runId: string
  readonly users: number
  readonly language: Language
  readonly signal: AbortSignal
  /** Tries to reserve; a refusal with a code of `lackCodes` means that machines are lacking. */
  readonly reserve: () => Promise<T>
  readonly tell: (progress: MachineProgress) => void
}

/** Refusals that more machines can mend. */
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
/** A pod that is still on its way after this has its events looked at. */
const quietMs = 5_000

export type PodMaker = ReturnType<typeof createPodMaker>

export function createPodMaker(deps: {
  repository: PodPoolRepository
  now: () => number
  serverAuthority: () => string | null
  /** How often the pods are looked at. */
  lookEveryMs?: number | undefined
}) {
  const { repository, now, serverAuthority } = deps

  /** Refuses what the pool cannot reach with all the pods it may have. @throws AppError CapacityExceeded */
  const assertReach = async (
    order: { clusterId: string; clusterName: string; users: number },
    settings: PodPoolSettings,
    lack: AppError,
  ): Promise<void> => {
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

  /** @throws AppError PodsFailed, KubernetesFailed, CapacityExceeded, and what `reserve` refuses for good; DOMException AbortError */
  const make = async <T>(order: MakeOrder<T>, settings: PodPoolSettings, api: PodApi): Promise<T> => {
    const { clusterId, runId, users, language, signal } = order
    const deadline = now() + settings.startMinutes * 60_000
    const secretName = `pone-agents-${runId.slice(0, 8)}-${randomBytes(2).toString('hex')}`
    const held: { secret: (PodPlan['secret'] & { tokenId: string }) | null } = { secret: null }
    const names: string[] = []
    let problem: PodProblem | null = null

    const openSecret = async () => {
      const token = newSecret()
      const tokenId = randomUUID()
      await repository.addToken({
        id: tokenId,
        name: secretName,
        tokenHash: hashOf(token),
        clusterId,
        maxUsers: settings.usersPerPod,
        at: now(),
        expiresAt: deadline,
      })
      const authority = settings.serverUrl.startsWith('https:') ? serverAuthority() : null
      const made = await api.createSecret(
        secretManifest({ name: secretName, clusterId, runId, token, authority }),
      )
      return { name: secretName, uid: made.metadata?.uid ?? '', hasAuthority: authority !== null, tokenId }
    }

    const addPods = async (count: number): Promise<void> => {
      const rows = Array.from({ length: count }, () => ({
        name: `pone-agent-${runId.slice(0, 8)}-${randomBytes(4).toString('hex')}`,
        cluster_id: clusterId,
        run_id: runId,
        secret_name: secretName,
        machine_id: null,
        created_at: now(),
        used_at: now(),
      }))
      if (!(await repository.addPods(clusterId, rows, settings.maxPods))) return
      names.push(...rows.map(row => row.name))
      // After the rows, because a secret that no row names is swept away.
      const secret = (held.secret ??= await openSecret())
      for (const { name } of rows) {
        signal.throwIfAborted()
        await api.createPod(podManifest({ clusterId, runId, name, settings, secret }))
      }
    }

    /** Pods of this run that have not joined and are still on their way; one that failed is given up. */
    const onTheirWay = async (): Promise<number> => {
      const rows = (await repository.podsOf(clusterId)).filter(row => names.includes(row.name))
      const found = new Map(
        (await api.pods({ [poolLabel]: clusterId, [runLabel]: runId })).map(pod => [pod.metadata?.name, pod]),
      )
      problem = null
      let count = 0
      for (const row of rows.filter(each => each.machine_id === null)) {
        const pod = found.get(row.name)
        const seen = pod === undefined ? null : problemOf(pod)
        const isQuiet = seen === null && now() - row.created_at > quietMs
        problem = seen ?? (isQuiet ? problemOfEvents(await api.events(row.name)) : null) ?? problem
        if (seen?.isFinal === true) {
          throw new AppError('PodsFailed', { pod: row.name, detail: problemText(seen, language) })
        }
        count += 1
      }
      return count
    }

    try {
      for (;;) {
        signal.throwIfAborted()
        await repository.bindJoined(clusterId)
        const outcome = await order.reserve().then(
          value => ({ value }),
          (cause: unknown) => {
            if (isLack(cause)) return { lack: cause }
            throw cause
          },
        )
        if ('value' in outcome) {
          if (held.secret !== null) await repository.removeToken(held.secret.tokenId)
          return outcome.value
        }
        const coming = await onTheirWay()
        const lacking = Math.ceil((users - remainingOf(outcome.lack)) / settings.usersPerPod) - coming
        const joined = names.length - coming
        if (lacking > 0) await addPods(lacking)
        const wanted = names.length
        order.tell({
          joined,
          wanted,
          problem: problem === null ? '' : problemText(problem, language),
        })
        if (now() >= deadline) {
          const detail = problem === null ? '' : problemText(problem, language)
          throw new AppError('PodsLate', { joined, wanted, detail, minutes: settings.startMinutes })
        }
        await pause(deps.lookEveryMs ?? lookEveryMs, undefined, { signal })
      }
    } catch (cause) {
      await giveUp(names, held.secret).catch(() => undefined)
      throw cause instanceof KubernetesError
        ? new AppError('KubernetesFailed', { detail: faultText(cause, language) }, { cause })
        : cause
    }

    /** What has joined stays for others until it has been idle long enough; the rest goes. */
    async function giveUp(made: readonly string[], token: { tokenId: string } | null): Promise<void> {
      if (token !== null) await repository.removeToken(token.tokenId)
      await repository.bindJoined(clusterId)
      for (const row of await repository.podsOf(clusterId)) {
        if (!made.includes(row.name) || row.machine_id !== null) continue
        await api.deletePod(row.name)
        await repository.removePod(row.name)
      }
      const left = await repository.podsOf(clusterId)
      if (!left.some(row => row.secret_name === secretName)) await api.deleteSecret(secretName)
    }
  }

  return { make, assertReach }
}

/** Users that the refusal says are free; what is free behind other limits does not count. */
const remainingOf = ({ code, params }: AppError): number =>
  code === 'CapacityExceeded' || code === 'CapacityBehindScripts' ? Number(params['remaining']) : 0
