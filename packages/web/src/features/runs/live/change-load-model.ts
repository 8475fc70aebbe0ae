/** The load of a run as the form for its change begins with it: the components that can have a load of their own, and their present loads; pure. */
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { largestRemainder } from '@pone/plan/load-models/largest-remainder.ts'

export interface ComponentLoad {
  readonly componentId: string
  readonly load: number
}

/** Present loads by component; empty where the load can only be changed as a whole. `total` is the present load. */
export function componentLoads(
  { scenario, loadOrder }: Pick<RunDetail, 'scenario' | 'loadOrder'>,
  total: number,
): ComponentLoad[] {
  const { loadModel } = scenario
  const isByGroups = loadModel.kind === 'threadGroups'
  // In the order of the run's plan, which leaves out what has no share.
  const bindings = scenario.bindings.filter(({ percentage }) => isByGroups || percentage > 0)
  if (bindings.length < 2 || loadModel.kind === 'concurrency') return []
  const weights = isByGroups
    ? loadModel.groups.map(({ threads }) => threads)
    : bindings.map(({ percentage }) => percentage)
  const loads = loadOrder?.parts?.map(({ load }) => load) ?? largestRemainder(weights, total)
  return bindings.map(({ componentId }, at) => ({ componentId, load: loads[at] ?? 0 }))
}
