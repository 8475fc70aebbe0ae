/** How a change of the selected runs or time ranges changes what is compared; pure. */
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { maxComparedRuns } from '@pone/schema/limits.ts'
import type { Chosen, Part } from './comparison-address.ts'

/** The selection with these runs; runs that stay keep their time ranges, and the baseline is kept if it is among them. */
export const withRuns = (chosen: Chosen, ids: readonly string[]): Pick<Chosen, 'runs' | 'baseline'> => ({
  runs: ids.map(id => chosen.runs.find(run => run.id === id) ?? { id, part: null }),
  baseline: ids.find(id => id === chosen.baseline) ?? null,
})

/** Sets the time range of one run (null: use the common one), or with `id` null the common range of all runs without their own. */
export function withPart(chosen: Chosen, id: string | null, part: Part | null): Partial<Chosen> {
  if (id !== null) return { runs: chosen.runs.map(run => (run.id === id ? { ...run, part } : run)) }
  return part === null ? {} : { part }
}

/** The longest ramp-up of the runs whose load model has one, s; 0: none has. */
export const rampUpSeconds = (runs: readonly RunDetail[]): number =>
  Math.max(
    0,
    ...runs.map(({ scenario: { loadModel } }) =>
      loadModel.kind === 'constant' ? loadModel.rampUpSeconds : 0,
    ),
  )

/** The ids without this one, or with it if the maximum is not reached. */
export function toggled(ids: readonly string[], id: string): readonly string[] {
  if (ids.includes(id)) return ids.filter(one => one !== id)
  return ids.length < maxComparedRuns ? [...ids, id] : ids
}
