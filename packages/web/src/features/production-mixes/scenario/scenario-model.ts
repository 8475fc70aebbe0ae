/** Parts of a mix from which a scenario can be made, and the load of a chosen one; pure. */
import { peak, plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { busiestPart, type MixPart, wholeMix } from '@pone/recording/mix/mix-part.ts'
import { loadOfDocument } from '@pone/recording/mix/scenario-of-mix.ts'
import type { MixLoad } from '@pone/recording/steps/mix-load.ts'

const busiestSeconds = [60, 300, 900, 3_600]

export interface PartChoice {
  /** Of the choice in the form; 0: the whole mix. */
  readonly seconds: number
  readonly part: MixPart
}

/** The whole mix, and its busiest parts that are shorter. */
export function partsOf(document: ProductionMixDocument): readonly PartChoice[] {
  const length = document.arrivals.length * document.intervalSeconds
  return [
    { seconds: 0, part: wholeMix(document) },
    ...busiestSeconds
      .filter(seconds => seconds < length && seconds >= document.intervalSeconds)
      .map(seconds => ({ seconds, part: busiestPart(document, seconds) })),
  ]
}

export interface LoadPreview extends MixLoad {
  readonly durationMs: number
  readonly peakPerSecond: number
  readonly requests: number
}

/** null: no request came in the part. */
export function previewOf(
  document: ProductionMixDocument,
  choice: { readonly part: MixPart; readonly factor: number },
): LoadPreview | null {
  const load = loadOfDocument(document, choice)
  if (load === null) return null
  return {
    ...load,
    durationMs: plannedDurationMs(load.loadModel) ?? 0,
    peakPerSecond: peak(load.loadModel),
    requests: load.loadModel.rows.reduce((sum, { users, holdSeconds }) => sum + users * holdSeconds, 0),
  }
}
