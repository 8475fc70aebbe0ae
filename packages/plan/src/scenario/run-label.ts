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
  /**
   * Index of the transaction whose steps include this one, the innermost if several do: its samples are taken within
   * that transaction. Left out outside of transactions, and where it is not known: runs of versions before 0.9, imported
   * results, engines that do not tell.
   */
  parent: z.int().min(0).optional(),
})
export type RunLabel = z.infer<typeof runLabelSchema>

/** Whether it stands for all that come after maxRunLabels. */
export const isOverflowLabel = ({ component }: Pick<RunLabel, 'component'>): boolean => component === ''
