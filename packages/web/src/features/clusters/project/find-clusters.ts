/** Search among the clusters of a project; pure. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'

/** Clusters whose name holds the text, whole; of others the machines whose name, host or address holds it. */
export function findClusters(clusters: readonly Cluster[], search: string): Cluster[] {
  const wanted = search.trim().toLowerCase()
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  return clusters.flatMap(cluster => {
    if (holds(cluster.name)) return [cluster]
    const machines = cluster.machines.filter(({ name, host, address }) => [name, host, address].some(holds))
    return machines.length > 0 ? [{ ...cluster, machines }] : []
  })
}
