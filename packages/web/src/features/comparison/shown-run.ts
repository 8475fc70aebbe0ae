/** A compared run as the tables and curves show it: the server's figures with the colour of the choice; pure. */
import type { ComparedRun, Comparison } from '@pone/contract/entities/comparison.ts'
import type { MetricColor } from '../../ui/theme/palette.ts'
import type { PlannedRun } from './comparison-plan.ts'

export interface ShownRun extends ComparedRun {
  readonly id: string
  readonly number: number
  readonly color: MetricColor
}

/** In the order of the comparison: the baseline first. */
export function shownRuns({ runs }: Comparison, entries: readonly PlannedRun[]): ShownRun[] {
  return runs.map(compared => ({
    ...compared,
    id: compared.run.id,
    number: compared.run.number,
    // While the next choice is being computed, the figures of the last one stay.
    color: entries.find(({ id }) => id === compared.run.id)?.color ?? 'users',
  }))
}
