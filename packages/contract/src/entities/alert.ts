/** Alert rules as they are stored, incidents with their timeline, and what a rule would have done with past values. */
import { alertLevels, alertRuleSchema } from '@pone/alerts/rule.ts'
import { alertPhases, closeReasons, muteCauses, noticeKinds } from '@pone/alerts/state.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

export const storedAlertRuleSchema = alertRuleSchema.extend({
  id: idSchema,
  revision: z.int(),
  /** Alerts of it that are triggered or silent. */
  open: z.int(),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type StoredAlertRule = z.infer<typeof storedAlertRuleSchema>

export const alertIncidentSchema = z.object({
  id: idSchema,
  ruleId: idSchema,
  rule: z.string(),
  level: z.enum(alertLevels),
  monitorId: idSchema,
  monitor: z.string(),
  labels: z.record(z.string(), z.string()),
  openedAt: instantSchema,
  /** null: it is open. */
  closedAt: instantSchema.nullable(),
  /** null: it is open or has recovered. */
  closeReason: z.enum(closeReasons).nullable(),
  openedValue: z.number().nullable(),
  closedValue: z.number().nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instantSchema.nullable(),
})
export type AlertIncident = z.infer<typeof alertIncidentSchema>

export const alertTimelineSchema = z.object({
  key: z.string(),
  from: z.enum(alertPhases),
  to: z.enum(alertPhases),
  at: instantSchema,
  value: z.number().nullable(),
  notice: z.enum(noticeKinds).nullable(),
  mutedBy: z.enum(muteCauses).nullable(),
  reason: z.enum(closeReasons).nullable(),
})

const noticeSchema = z.object({
  at: instantSchema,
  kind: z.enum(noticeKinds),
  value: z.number().nullable(),
  incident: z.int(),
})
const rehearsalSchema = z.object({
  samples: z.int(),
  breaches: z.int(),
  incidents: z.int(),
  intervals: z
    .array(z.object({ from: instantSchema, to: instantSchema, phase: z.enum(alertPhases) }))
    .readonly(),
  notices: z.array(noticeSchema).readonly(),
  muted: z.array(z.object({ at: instantSchema, by: z.enum(muteCauses) })).readonly(),
})

/** Of one series: what the rule, and the stored one that it would replace, do with the values of the last day. */
export const rehearsedSeriesSchema = z.object({
  labels: z.record(z.string(), z.string()),
  after: rehearsalSchema,
  /** null: there is no stored rule. */
  before: rehearsalSchema.nullable(),
  added: z.array(noticeSchema).readonly(),
  removed: z.array(noticeSchema).readonly(),
})
export type RehearsedSeries = z.infer<typeof rehearsedSeriesSchema>

export const maxAlertRules = 10_000
/** Series of a monitor that a rehearsal shows. */
export const maxRehearsedSeries = 20
