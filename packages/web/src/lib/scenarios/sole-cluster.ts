/** What a scenario takes where there is no choice: the only cluster that its engine can use. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'

/** The document with the only able cluster, unless one is chosen or there are several. */
export function withSoleCluster<D extends Pick<ScenarioDocument, 'engine' | 'clusterId'>>(
  document: D,
  clusters: readonly Pick<Cluster, 'id' | 'engine'>[],
): D {
  const able = clusters.filter(cluster =>
    engines[document.engine].clusterTypes.some(type => type === cluster.engine),
  )
  const [sole] = able
  return document.clusterId === null && able.length === 1 && sole !== undefined
    ? { ...document, clusterId: sole.id }
    : document
}
