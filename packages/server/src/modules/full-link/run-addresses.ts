/** Where the labels of a run go, from the plan that its load machines got; pure. */
import type { FullLinkRun } from '@pone/contract/entities/full-link.ts'
import { engineOf, type RunPlan } from '@pone/contract/link/plan.ts'
import type { LabelAddress } from '@pone/plan/scenario/label-addresses.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'
import { enginePlanners } from '@pone/run-control/engines/registry.ts'

export interface RunAddresses {
  readonly source: FullLinkRun['source']
  /** By the index of the label. */
  readonly byLabel: ReadonlyMap<number, readonly LabelAddress[]>
}

export function runAddresses(
  { labels, clusterId }: Pick<RunRecord, 'labels' | 'clusterId'>,
  plan: RunPlan | null,
): RunAddresses {
  if (plan === null || clusterId === importedClusterId) return { source: 'imported', byLabel: new Map() }
  const byLabel = enginePlanners[engineOf(plan)].labelAddresses(plan, labels)
  return byLabel === null ? { source: 'unreadable', byLabel: new Map() } : { source: 'plan', byLabel }
}
