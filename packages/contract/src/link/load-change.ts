/** A load set by hand, as the link carries it: agents of versions before 0.9 know the load alone and set it at once. */
import { type LoadOrder, loadAtOnce, loadOrderSchema } from '@pone/plan/load-models/load-order.ts'
import { z } from 'zod'

export const loadChangeShape = {
  /** Of the whole run; null gives the load model back its rule. */
  load: z.int().min(0).nullable(),
  /** Its ramp and its parts; left out by servers of versions before 0.9. */
  order: loadOrderSchema.optional(),
}
export type LoadChange = z.infer<z.ZodObject<typeof loadChangeShape>>

export const loadChangeOf = (order: LoadOrder | null): LoadChange =>
  order === null ? { load: null } : { load: order.load, order }

/** null while the load model applies. */
export const orderOf = ({ load, order }: LoadChange): LoadOrder | null =>
  load === null ? null : (order ?? loadAtOnce(load))
