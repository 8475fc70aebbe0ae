/** The production mix that a run is compared with, and which requests the run's labels stand for. */
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import type { LabelRequest } from '@pone/plan/scenario/label-requests.ts'

export interface RunMix {
  readonly name: string
  readonly document: Pick<
    ProductionMixDocument,
    'fromMs' | 'toMs' | 'requests' | 'otherRequests' | 'intervalSeconds' | 'arrivals' | 'templates'
  >
  /** Where in the mix the run begins, s. */
  readonly fromSeconds: number
  /** null: the plan of the run cannot be read. */
  readonly requests: readonly LabelRequest[] | null
}

/** `deleted`: its scenario names a mix that the project does not have any more. */
export type BoundMix = RunMix | 'deleted'
