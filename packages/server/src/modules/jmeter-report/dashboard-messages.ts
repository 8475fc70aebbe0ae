/** What the thread that computes a dashboard and the server say to each other. */
import {
  jmeterReportContentSchema,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { z } from 'zod'

/** What a thread is begun with. */
export const dashboardTaskSchema = z.object({
  settings: jmeterReportSettingsSchema,
  /** Names of the machines whose logs are read, in the order of their numbers. */
  machines: z.array(z.string()),
  /** What `fromMs` and `toMs` count from, epoch ms. */
  startedAt: z.number(),
  /** Width of an interval where the settings name none. */
  granularityMs: z.number(),
  missingLogs: z.int(),
})
export type DashboardTask = z.infer<typeof dashboardTaskSchema>

/** To the server: bytes of that log are wanted; or the end. */
export const dashboardNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('want'), log: z.int() }),
  /** `content` is null when no sample was counted; `faults` says why logs could not be read. */
  z.object({
    kind: z.literal('done'),
    content: jmeterReportContentSchema.nullable(),
    rows: z.int(),
    faults: z.array(z.string()),
  }),
])
export type DashboardNews = z.infer<typeof dashboardNewsSchema>

/** To the thread: the next compressed bytes of a log; null at its end, `failed` when it could not be opened. */
export const dashboardBytesSchema = z.object({
  log: z.int(),
  bytes: z.instanceof(Uint8Array).nullable(),
  failed: z.boolean(),
})
export type DashboardBytes = z.infer<typeof dashboardBytesSchema>
