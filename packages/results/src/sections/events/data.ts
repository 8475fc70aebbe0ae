/** Data of the section "events". */
import { runEventSchema } from '@pone/contract/entities/run.ts'
import { z } from 'zod'

export const eventsData = { events: z.array(runEventSchema).default(() => []) }
