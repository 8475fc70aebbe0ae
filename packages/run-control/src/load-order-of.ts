/** What an ordered change of the load means for a run at this moment: from which load to which, when, and by component; pure. */
import { largestRemainder } from '@pone/plan/load-models/largest-remainder.ts'
import { type LoadOrder, orderedLoad, orderedParts } from '@pone/plan/load-models/load-order.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import type { RunRecord } from '@pone/results/run-record.ts'

/** A change begins so long after it was ordered, that all machines know of it before, ms. */
export const loadLeadMs = 500

export interface WantedLoad {
  /** The sum of the parts, where there are any. */
  readonly load: number
  readonly rampSeconds: number
  /** By component, in the order of the run's plan; null shares the load as the scenario says. */
  readonly parts: readonly number[] | null
}

/** `percentages` of the components of the run's plan; `now` by the server's clock. */
export function loadOrderOf(
  { startedAt, loadOrder, scenario }: Pick<RunRecord, 'startedAt' | 'loadOrder' | 'scenario'>,
  { load, rampSeconds, parts }: WantedLoad,
  { percentages, now }: { readonly percentages: readonly number[]; readonly now: number },
): LoadOrder {
  const atMs = Math.max(0, now + loadLeadMs - (startedAt ?? now))
  const rampMs = rampSeconds * 1_000
  const from = loadOrder === null ? targetAt(scenario.loadModel, atMs) : orderedLoad(loadOrder, atMs)
  if (parts === null) return { from, load, atMs, rampMs, parts: null }
  const before =
    (loadOrder === null ? null : orderedParts(loadOrder, atMs)) ??
    largestRemainder(weightsOf(scenario, percentages), Math.round(from))
  return {
    from: before.reduce((sum, part) => sum + part, 0),
    load: parts.reduce((sum, part) => sum + part, 0),
    atMs,
    rampMs,
    parts: parts.map((part, at) => ({ from: before[at] ?? 0, load: part })),
  }
}

/** How a load without parts is shared: by percentages, or by the threads of the groups. */
const weightsOf = (
  { loadModel }: RunRecord['scenario'],
  percentages: readonly number[],
): readonly number[] =>
  loadModel.kind === 'threadGroups' ? loadModel.groups.map(({ threads }) => threads) : percentages
