/** Data of the section "errors". */
import { errorGroupSchema } from '@pone/contract/entities/run.ts'
import { z } from 'zod'

export const errorsData = { errors: z.array(errorGroupSchema).default(() => []) }
