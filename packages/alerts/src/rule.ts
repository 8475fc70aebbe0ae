/** What an alert rule is: an indicator of monitors, its thresholds, cycles, and when notices may be sent. Browser-safe. */
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const minuteMs = 60_000
const counterName = z.string().min(1).max(120)
const labelName = z.string().min(1).max(120)

export const alertLevels = ['notice', 'warning', 'critical'] as const

/** `rate`: growth per second of a counter that only grows; of a gauge its value. */
const readingSchema = z.strictObject({ counter: counterName, fn: z.enum(['value', 'rate']).default('value') })
export type AlertReading = z.infer<typeof readingSchema>

/** Which value of a monitor is compared with the thresholds. */
export const indicatorSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('counter'), section: counterName, reading: readingSchema }),
  /** `left operator right × factor` of the same label set; a right side without labels goes with every left one. */
  z.strictObject({
    kind: z.literal('expression'),
    section: counterName,
    left: readingSchema,
    operator: z.enum(['+', '-', '*', '/']),
    right: readingSchema,
    factor: z.number().default(1),
  }),
  /** Seconds since the newest value of the monitor. */
  z.strictObject({ kind: z.literal('noData') }),
  /** 1: the target answers; 0: it does not. */
  z.strictObject({ kind: z.literal('availability') }),
  /** Days until the certificate of an availability monitor ends. */
  z.strictObject({ kind: z.literal('certificateDays') }),
])
export type AlertIndicator = z.infer<typeof indicatorSchema>

const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('monitors'), monitorIds: z.array(idSchema).min(1).max(1_000) }),
  /** All monitors of a type in the project. */
  z.strictObject({ kind: z.literal('type'), type: z.string().min(1).max(60) }),
  z.strictObject({ kind: z.literal('group'), groupId: idSchema }),
])

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const scheduleSchema = z.strictObject({
  /** IANA name. */
  timeZone: z.string().max(60).refine(isTimeZone),
  /** Notices are sent within these only; none: at any time. `to` at or before `from` is on the next day. */
  workingHours: z
    .array(
      z.strictObject({
        /** 1 Monday to 7 Sunday. */
        days: z.array(z.int().min(1).max(7)).min(1).max(7),
        from: timeOfDay,
        to: timeOfDay,
      }),
    )
    .max(20),
  /** No notices from `from` to before `to`, epoch ms. */
  maintenance: z
    .array(
      z
        .strictObject({ from: instantSchema, to: instantSchema })
        .refine(({ from, to }) => from < to, { path: ['to'] }),
    )
    .max(50),
})
export type AlertSchedule = z.infer<typeof scheduleSchema>

const cycleMinutes = z.int().max(7 * 24 * 60)

/** What of a rule decides its evaluation; a change of it closes open incidents. */
export const alertRuleContentSchema = z
  .strictObject({
    scope: scopeSchema,
    indicator: indicatorSchema,
    /** Only series with one of the values of each label. */
    onlyLabels: z.record(labelName, z.array(z.string().max(400)).min(1).max(100)),
    /** A value above is a breach; equality is none. */
    max: z.number().nullable(),
    /** A value below is a breach; equality is none. */
    min: z.number().nullable(),
    triggerCycleMinutes: cycleMinutes.min(1),
    /** 0: notices whenever the trigger threshold is reached. */
    silentCycleMinutes: cycleMinutes.min(0),
    /** Breaches within the trigger cycle that trigger the alert. */
    times: z.int().min(1).max(1_000),
    schedule: scheduleSchema,
    /** While one of these monitors does not answer, notices are held back: its own alert tells the cause. */
    dependsOn: z.array(idSchema).max(20),
  })
  .refine(({ max, min }) => max !== null || min !== null, { path: ['max'] })
  .refine(({ max, min }) => max === null || min === null || min <= max, { path: ['min'] })
export type AlertRuleContent = z.infer<typeof alertRuleContentSchema>

export const alertRuleSchema = z.strictObject({
  name: nameSchema,
  isEnabled: z.boolean(),
  level: z.enum(alertLevels),
  /** Added to every notice, for those that route notices further. */
  labels: z.record(labelName, z.string().max(400)),
  /** Channels that are told. */
  channelIds: z.array(idSchema).max(20),
  content: alertRuleContentSchema,
})

/** Numbers with which the state machine runs. */
export interface AlertTiming {
  readonly max: number | null
  readonly min: number | null
  /** Breaches within the trigger cycle that trigger. */
  readonly times: number
  readonly triggerCycleMs: number
  readonly silentCycleMs: number
  /** A good sample that is older than this says nothing about the present, so that it is no recovery. */
  readonly freshMs: number
  /** A sample that is older than this triggers nothing. */
  readonly recentMs: number
}

/** How the values of a monitor come in, all in ms. */
export interface ValueTiming {
  /** The longer one of its send and receive interval. */
  readonly expectedMs: number
  /** Between two values of what is evaluated. */
  readonly cadenceMs: number
}

/** Collectors, network and storage may take so long besides the intervals of a monitor until a value stands for its absence. */
const graceMs = 60_000
/** Gathering, sending and storing a value may take so long besides. */
const transferMs = 3_000

/** The longest time from collecting a value to evaluating it that is nothing special, ms. */
export const valueDelayMs = ({ expectedMs }: Pick<ValueTiming, 'expectedMs'>): number =>
  2 * expectedMs + graceMs

/** After so long without a value there is no present one: two receive intervals, or two cadences of values that come less often. */
export const recentMsOf = ({ expectedMs, cadenceMs }: ValueTiming): number =>
  2 * Math.max(expectedMs, cadenceMs) + transferMs

export const timingOf = (content: AlertRuleContent, values: ValueTiming): AlertTiming => ({
  max: content.max,
  min: content.min,
  times: content.times,
  triggerCycleMs: content.triggerCycleMinutes * minuteMs,
  silentCycleMs: content.silentCycleMinutes * minuteMs,
  freshMs: content.triggerCycleMinutes * minuteMs + valueDelayMs(values),
  recentMs: recentMsOf(values),
})

/** Samples that a trigger cycle holds at most; a rule that needs more breaches would never trigger. */
export const samplesPerCycle = (triggerCycleMinutes: number, intervalMs: number): number =>
  Math.floor((triggerCycleMinutes * minuteMs) / intervalMs)

/** Whether the value is above the maximum or below the minimum. */
export const isBreach = (value: number, { max, min }: Pick<AlertTiming, 'max' | 'min'>): boolean =>
  (max !== null && value > max) || (min !== null && value < min)
