/** A compared run as tables and curves show it: the server's figures with the colour from the selection; pure. */
import type { ComparedRun, Comparison } from '@pone/contract/entities/comparison.ts'
import type { MetricColor } from '../../ui/theme/palette.ts'
import { colorAt } from './model/comparison-plan.ts'

export interface ShownRun extends ComparedRun {
  readonly id: string
  readonly number: number
  readonly color: MetricColor
}

/** In the order of the comparison, the baseline first; `chosen` are the ids in the order of selection. */
export function shownRuns({ runs }: Comparison, chosen: readonly string[]): ShownRun[] {
  return runs.map(compared => {
    const at = chosen.indexOf(compared.run.id)
    return {
      ...compared,
      id: compared.run.id,
      number: compared.run.number,
      // While the next selection is being computed, the previous figures stay.
      color: at < 0 ? 'users' : colorAt(at),
    }
  })
}
