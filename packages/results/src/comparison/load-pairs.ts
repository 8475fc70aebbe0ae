/** Whether the windows of two runs are compared at equal elapsed times: the load changed over the time, and alike in both. */
import { isDeepStrictEqual } from 'node:util'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import { importedClusterId } from '../run-record.ts'
import type { KnownPart } from './run-facts.ts'

type LoadedPart = Pick<KnownPart, 'record' | 'span' | 'events'>

/** Standard deviation of the target over the time, in terms of its mean, from which on a load counts as changing. */
const changing01 = 0.1
const instants = 64

/** Known before any figure is seen, as the choice of a test has to be. */
export function arePaired(baseline: LoadedPart, part: LoadedPart): boolean {
  const [first, second] = [baseline.record.scenario, part.record.scenario]
  return (
    [baseline, part].every(isPlanned) &&
    baseline.span.fromSecond === part.span.fromSecond &&
    first.drive === second.drive &&
    isDeepStrictEqual(first.loadModel, second.loadModel) &&
    changes(baseline)
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
