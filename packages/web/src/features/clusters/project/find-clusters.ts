/** Search among the clusters of a project; pure. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'

/** Clusters whose name contains the text, with all their machines; otherwise only the machines whose name, host or address contains it. */
export function findClusters(clusters: readonly Cluster[], search: string): Cluster[] {
  const wanted = search.trim().toLowerCase()
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  return clusters.flatMap(cluster => {
    if (holds(cluster.name)) return [cluster]
    const machines = cluster.machines.filter(({ name, host, address }) => [name, host, address].some(holds))
    return machines.length > 0 ? [{ ...cluster, machines }] : []
  })
}

/** The items of a page, counted from 1; a number after the last page means the last page. */
export function pageOf<T>(items: readonly T[], page: number, pageSize: number) {
  const current = Math.min(page, Math.max(1, Math.ceil(items.length / pageSize)))
  return { current, shown: items.slice((current - 1) * pageSize, current * pageSize) }
}
