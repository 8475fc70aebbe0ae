/** Whether the windows of two runs are compared at equal elapsed times: their load was alike over the time. */
import { isDeepStrictEqual } from 'node:util'
import type { Pairing } from '@pone/metrics/window-test.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import { importedClusterId } from '../run-record.ts'
import type { KnownPart } from './run-facts.ts'

export type LoadedPart = Pick<KnownPart, 'record' | 'span' | 'events'>

/** Standard deviation of the target over the time, in terms of its mean, from which on a load counts as changing. */
const changing01 = 0.1
const instants = 64

/** Of the parts as they are tested; known before any figure is seen, as the choice of a test has to be. */
export function pairingOf(baseline: LoadedPart, part: LoadedPart): Pairing {
  const isAlike =
    [baseline, part].every(isPlanned) &&
    baseline.span.fromSecond === part.span.fromSecond &&
    areOfOneLoad(baseline, part)
  if (!isAlike) return 'never'
  return changes(baseline) ? 'always' : 'whereSurer'
}

/** Whether both plan the same load, whatever became of it. */
export function areOfOneLoad({ record: first }: LoadedPart, { record: second }: LoadedPart): boolean {
  return (
    first.scenario.drive === second.scenario.drive &&
    isDeepStrictEqual(first.scenario.loadModel, second.scenario.loadModel)
  )
}

/** The load was what its model says. */
const isPlanned = ({ record, events }: LoadedPart): boolean =>
  record.clusterId !== importedClusterId && events.every(({ kind }) => kind !== 'loadChanged')

function changes({ record, span: { fromSecond, toSecond } }: LoadedPart): boolean {
  const targets = Array.from({ length: instants }, (_, at) =>
    targetAt(
      record.scenario.loadModel,
      1_000 * (fromSecond + ((toSecond - fromSecond) * (at + 0.5)) / instants),
    ),
  )
  const mean = targets.reduce((sum, target) => sum + target, 0) / instants
  const variance = targets.reduce((sum, target) => sum + (target - mean) ** 2, 0) / instants
  return Math.sqrt(variance) > changing01 * mean
}
