/** Deletes unneeded pods: idle ones, those that never joined, and those that a server before this one left. */
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import type { PodApi } from '../../adapters/kubernetes/pod-api.ts'
import { poolLabel } from './pod-manifest.ts'
import type { PodPoolRepository, PoolPodRow } from './pod-pool.repository.ts'
import { problemOf } from './pod-problem.ts'

/** Beyond the time that its run waits. */
const lateMarginMs = 60_000

/** Everything is decided from what Kubernetes and the database hold, so that any server can do it at any time, several at once too. */
export async function reapPods(
  { clusterId, settings, isRemoved }: { clusterId: string; settings: PodPoolSettings; isRemoved?: boolean },
  { repository, api, now }: { repository: PodPoolRepository; api: PodApi; now: () => number },
): Promise<void> {
  await repository.bindJoined(clusterId)
  await repository.noteUse(clusterId, now())
  // Rows come first: a pod that is being made at this moment has its row already.
  const pods = await api.pods({ [poolLabel]: clusterId })
  const rows = await repository.podsOf(clusterId)
  const rowOf = new Map(rows.map(row => [row.name, row]))
  const podOf = new Map(pods.map(pod => [pod.metadata?.name ?? '', pod]))

  const isOver = (row: PoolPodRow): boolean => {
    const pod = podOf.get(row.name)
    const ageMs = now() - row.created_at
    const longestStartMs = settings.startMinutes * 60_000 + lateMarginMs
    if (isRemoved === true) return true
    if (row.machine_id === null) return ageMs > longestStartMs
    if (pod === undefined) return ageMs > longestStartMs
    const hasEnded = problemOf(pod)?.isFinal === true
    return hasEnded || now() - row.used_at >= settings.idleMinutes * 60_000
  }
  for (const row of rows.filter(isOver)) {
    if (row.machine_id !== null && !(await repository.retireMachine(row.machine_id))) continue
    await api.deletePod(row.name)
    await repository.removePod(row.name)
  }
  for (const name of podOf.keys()) if (!rowOf.has(name)) await api.deletePod(name)
  await deleteEmptySecrets(clusterId, { repository, api })
}

/** A secret goes with the last of its pods. */
async function deleteEmptySecrets(
  clusterId: string,
  { repository, api }: { repository: PodPoolRepository; api: PodApi },
): Promise<void> {
  const secrets = await api.secretNames({ [poolLabel]: clusterId })
  const used = new Set((await repository.podsOf(clusterId)).map(row => row.secret_name))
  for (const name of secrets) if (!used.has(name)) await api.deleteSecret(name)
}
