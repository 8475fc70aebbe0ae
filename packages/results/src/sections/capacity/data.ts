/** Data of the section "capacity". */
import { capacitySchema } from '@pone/contract/entities/capacity.ts'

export const capacityData = {
  /** null: no search drove the load. */
  capacity: capacitySchema.nullable().default(null),
}
