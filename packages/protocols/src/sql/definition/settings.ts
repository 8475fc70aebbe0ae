/** The section of the run-time settings that belongs to SQL: nothing beyond what all protocols share. */
import { z } from 'zod'

export const sqlSettingsSchema = z.object({})
export type SqlSettings = z.infer<typeof sqlSettingsSchema>
