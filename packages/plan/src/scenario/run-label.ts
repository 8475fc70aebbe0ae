/** Labels of a run: what its figures are kept apart by. */
import { z } from 'zod'

/** What figures are kept apart by: every request and every transaction of the components, in plan order. */
export const runLabelSchema = z.object({
  /** Position in the run's label table; batches refer to it. */
  index: z.int().min(0),
  name: z.string(),
  /** iteration: only in runs driven by arrivals; one per component, times counted from the intended start. */
  kind: z.enum(['request', 'transaction', 'iteration']),
  /** Component that the label comes from. */
  component: z.string(),
})
export type RunLabel = z.infer<typeof runLabelSchema>

/** Whether it stands for all that come after maxRunLabels. */
export const isOverflowLabel = ({ component }: Pick<RunLabel, 'component'>): boolean => component === ''
