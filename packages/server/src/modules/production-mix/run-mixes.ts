/** What a run is compared with: the production mix that its scenario names, and the requests of its labels. */
import { engineOf, type RunPlan } from '@pone/contract/link/plan.ts'
import type { BoundMix } from '@pone/results/run-mix.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { enginePlanners } from '@pone/run-control/engines/registry.ts'
import type { ProductionMixRepository } from './production-mix.repository.ts'

export interface RunMixesDeps {
  readonly mixes: Pick<ProductionMixRepository, 'find'>
  /** That the machines got; null: there is none. */
  readonly planOf: (runId: string) => Promise<RunPlan | null>
}

/** null: the scenario of the run names none. */
export type MixOfRun = (record: RunRecord) => Promise<BoundMix | null>

export const mixOfRun =
  ({ mixes, planOf }: RunMixesDeps): MixOfRun =>
  async ({ id, projectId, labels, scenario: { productionMix } }) => {
    if (productionMix === null) return null
    const found = await mixes.find(projectId, productionMix.id)
    if (found === undefined) return 'deleted'
    const plan = await planOf(id)
    const { name, document } = found
    return {
      name,
      document,
      fromSeconds: productionMix.fromSeconds,
      requests: plan === null ? null : enginePlanners[engineOf(plan)].labelRequests(plan, labels),
    }
  }
