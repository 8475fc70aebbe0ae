/** Alert rules as they are stored, incidents with their timeline, and what a rule would have done with past values. */
import { alertLevels, alertRuleSchema, indicatorSchema } from '@pone/alerts/rule.ts'
import { alertPhases, closeReasons, muteCauses, noticeKinds } from '@pone/alerts/state.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const bilingual = z.object({ zh: z.string(), en: z.string() })
/** How the type of a monitor calls what a rule compares. */
export const indicatorNamesSchema = z.object({
  names: bilingual,
  /** Of values and thresholds; '' for none. */
  unit: z.string(),
  /** Of a counter that tells a state. */
  states: z.array(z.object({ value: z.number(), names: bilingual })).optional(),
})
export type IndicatorNames = z.infer<typeof indicatorNamesSchema>

export const storedAlertRuleSchema = alertRuleSchema.extend({
  id: idSchema,
  revision: z.int(),
  /** Alerts of it that are triggered or silent. */
  open: z.int(),
  /** By the type of its monitors, of a group by one that has the counter; null of what is no counter, or is not known. */
  indicatorNames: indicatorNamesSchema.nullable(),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type StoredAlertRule = z.infer<typeof storedAlertRuleSchema>

const assigneeSchema = z.object({ userId: idSchema, account: z.string() })

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
  /** Who works on it; null: nobody. */
  assignee: assigneeSchema.nullable(),
  /** What was compared with which thresholds when it was opened; null in incidents of an older version. */
  indicator: indicatorSchema.nullable(),
  max: z.number().nullable(),
  min: z.number().nullable(),
  /** As they were when it was opened; null of what is no counter, or is not known. */
  indicatorNames: indicatorNamesSchema.nullable(),
})
export type AlertIncident = z.infer<typeof alertIncidentSchema>

/** What delays a notice on its way to a channel: more than the receiver takes, a receiver that fails, or a channel that is off. */
export const deliveryHolds = ['rateLimit', 'receiver', 'channelOff'] as const
export type DeliveryHold = (typeof deliveryHolds)[number]

/** What became of a notice in one of its channels. */
export const noticeDeliverySchema = z.object({
  /** Name; null: the channel was deleted. */
  channel: z.string().nullable(),
  /** `superseded`: it was delayed, and a later notice of its incident took its place. */
  state: z.enum(['waiting', 'sent', 'failed', 'superseded']),
  attempts: z.int(),
  /** When it was sent, given up or superseded; null: it waits. */
  endedAt: instantSchema.nullable(),
  heldBy: z.enum(deliveryHolds).nullable(),
  /** Notices of the message with which it was sent. */
  together: z.int(),
})
export type NoticeDelivery = z.infer<typeof noticeDeliverySchema>

/** An entry of the timeline of an incident; `by` are accounts. */
export const alertTimelineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transition'),
    at: instantSchema,
    key: z.string(),
    from: z.enum(alertPhases),
    to: z.enum(alertPhases),
    value: z.number().nullable(),
    notice: z.enum(noticeKinds).nullable(),
    mutedBy: z.enum(muteCauses).nullable(),
    /** Names of the monitors that do not answer, where those hold the notice back. */
    mutedFor: z.string().nullable().optional(),
    /** Until when the schedule holds notices back, or the silence that a trigger begins; null: not known, or neither. */
    heldUntil: instantSchema.nullable(),
    /** Of its notice, by channel; none of a notice that was told more than 30 days ago. */
    deliveries: z.array(noticeDeliverySchema),
    reason: z.enum(closeReasons).nullable(),
  }),
  z.object({ kind: z.literal('acknowledgement'), at: instantSchema, by: z.string() }),
  /** `to` null: nobody any more. */
  z.object({
    kind: z.literal('assignment'),
    at: instantSchema,
    by: z.string(),
    to: z.string().nullable(),
  }),
  z.object({ kind: z.literal('comment'), at: instantSchema, by: z.string(), text: z.string() }),
])
export type AlertTimelineEntry = z.infer<typeof alertTimelineSchema>

export const maxIncidentComments = 200
export const maxIncidentRuns = 50

/** An incident with all that is known of it. */
export const alertIncidentDetailSchema = z.object({
  incident: alertIncidentSchema,
  /** Oldest first; of transitions the first 1,000. */
  timeline: z.array(alertTimelineSchema),
  /** Notices that channels were to be told. */
  told: z.int(),
  /** Notices that were held back. */
  heldBack: z.int(),
  /** Load tests that ran during it, newest first, at most 50; null for those who may not view executions. */
  runs: z
    .array(
      z.object({
        id: idSchema,
        number: z.int(),
        scenarioName: z.string(),
        state: z.string(),
        startedAt: instantSchema,
        endedAt: instantSchema.nullable(),
      }),
    )
    .nullable(),
})
export type AlertIncidentDetail = z.infer<typeof alertIncidentDetailSchema>

/** Open incidents by level. */
export const openAlertsSchema = z.object({
  notice: z.int(),
  warning: z.int(),
  critical: z.int(),
  /** Of all these, those that nobody has acknowledged. */
  unacknowledged: z.int(),
})
export type OpenAlerts = z.infer<typeof openAlertsSchema>

/** For home pages. */
export const alertFiguresSchema = z.object({
  open: openAlertsSchema,
  /** Incidents that were opened in the last 24 hours, by level. */
  lastDay: openAlertsSchema.omit({ unacknowledged: true }),
})
export type AlertFigures = z.infer<typeof alertFiguresSchema>

/** The time of an incident on a chart. */
export const alertMarkSchema = z.object({
  incidentId: idSchema,
  ruleId: idSchema,
  rule: z.string(),
  level: z.enum(alertLevels),
  monitorId: idSchema,
  labels: z.record(z.string(), z.string()),
  from: instantSchema,
  /** null: it is open. */
  to: instantSchema.nullable(),
})
export type AlertMark = z.infer<typeof alertMarkSchema>
export const maxAlertMarks = 1_000

/** With few points: extremes of equal parts of the range, ascending; null is a gap. */
export const alertCurveSchema = z.object({
  at: z.array(instantSchema),
  values: z.array(z.number().nullable()),
})
export type AlertCurve = z.infer<typeof alertCurveSchema>

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
  /** Of the values that were compared. */
  curve: alertCurveSchema,
  after: rehearsalSchema,
  /** null: there is no stored rule. */
  before: rehearsalSchema.nullable(),
  added: z.array(noticeSchema).readonly(),
  removed: z.array(noticeSchema).readonly(),
})
export type RehearsedSeries = z.infer<typeof rehearsedSeriesSchema>

/** A rule that compares nothing at present on some of its monitors: what it compares has had no value for two receive intervals. */
export const ruleWithoutValuesSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Monitors that run, are in its scope, and give it no value. */
  monitors: z.int(),
  /** Of so many that run and are in its scope. */
  of: z.int(),
  /** Of the first of these monitors. */
  names: z.array(z.string()),
})
export type RuleWithoutValues = z.infer<typeof ruleWithoutValuesSchema>

export const maxAlertRules = 10_000
/** Series of a monitor that a rehearsal shows. */
export const maxRehearsedSeries = 20
