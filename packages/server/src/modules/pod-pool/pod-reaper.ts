/** Deletes unneeded pods: idle ones, those that never joined, and those that a previous server process left behind. */
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import type { PodApi } from '../../adapters/kubernetes/pod-api.ts'
import { poolLabel } from './pod-manifest.ts'
import type { PodPoolRepository, PoolPodRow } from './pod-pool.repository.ts'
import { problemOf } from './pod-problem.ts'

/** Added to the time for which the pod's run waits. */
const lateMarginMs = 60_000

/** All decisions are based on Kubernetes and the database, so that any server can clean up at any time, also concurrently. */
export async function reapPods(
  { clusterId, settings, isRemoved }: { clusterId: string; settings: PodPoolSettings; isRemoved?: boolean },
  { repository, api, now }: { repository: PodPoolRepository; api: PodApi; now: () => number },
): Promise<void> {
  await repository.bindJoined(clusterId)
  await repository.noteUse(clusterId, now())
  // Rows are read first, because the row of a pod is inserted before the pod is created.
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

/** The secret is deleted with the last of its pods. */
async function deleteEmptySecrets(
  clusterId: string,
  { repository, api }: { repository: PodPoolRepository; api: PodApi },
): Promise<void> {
  const secrets = await api.secretNames({ [poolLabel]: clusterId })
  const used = new Set((await repository.podsOf(clusterId)).map(row => row.secret_name))
  for (const name of secrets) if (!used.has(name)) await api.deleteSecret(name)
}
