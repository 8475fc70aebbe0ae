/** The form of an alert rule: its flat schema, a rule → its fields → a rule, and the rules across its fields; pure. */
import {
  type AlertIndicator,
  type AlertReading,
  alertLevels,
  alertRuleContentSchema,
  alertRuleSchema,
  samplesPerCycle,
  scheduleSchema,
} from '@pone/alerts/rule.ts'
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

export type AlertRule = z.infer<typeof alertRuleSchema>

export const scopeKinds = ['monitors', 'type', 'group'] as const
export const indicatorKinds = ['counter', 'expression', 'noData', 'availability', 'certificateDays'] as const
export type IndicatorKind = (typeof indicatorKinds)[number]
const operators = ['+', '-', '*', '/'] as const

const content = alertRuleContentSchema.shape
const fn = z.enum(['value', 'rate']).default('value')
/** `section counter` */
const counterKey = z.string().nullable().default(null)

/** Fields of all kinds of scopes and indicators side by side; those of the kinds that are not chosen are ignored. */
export const ruleFormSchema = z.object({
  name: alertRuleSchema.shape.name,
  isEnabled: z.boolean().default(true),
  level: z.enum(alertLevels).default('warning'),
  scopeKind: z.enum(scopeKinds).default('monitors'),
  monitorIds: z.array(idSchema).max(1_000).default([]),
  type: z.string().nullable().default(null),
  groupId: idSchema.nullable().default(null),
  indicatorKind: z.enum(indicatorKinds).default('counter'),
  left: counterKey,
  leftFn: fn,
  operator: z.enum(operators).default('/'),
  right: counterKey,
  rightFn: fn,
  factor: z.number().default(1),
  onlyLabels: content.onlyLabels.default({}),
  max: content.max.default(null),
  min: content.min.default(null),
  triggerCycleMinutes: content.triggerCycleMinutes.default(5),
  times: content.times.default(1),
  silentCycleMinutes: content.silentCycleMinutes.default(30),
  labels: z.array(z.object({ name: z.string(), value: z.string().max(400) })).default([]),
  channelIds: alertRuleSchema.shape.channelIds.default([]),
  timeZone: scheduleSchema.shape.timeZone,
  workingHours: scheduleSchema.shape.workingHours.default([]),
  maintenance: z
    .array(z.object({ from: z.number().nullable(), to: z.number().nullable() }))
    .max(50)
    .default([]),
  dependsOn: content.dependsOn.default([]),
})
export type RuleForm = z.output<typeof ruleFormSchema>

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Names of time zones, with the one that is chosen. */
export const timeZones = (chosen: string | undefined): string[] => [
  ...new Set([...(chosen === undefined ? [] : [chosen]), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

export const counterKeyOf = (section: string, counter: string): string => `${section} ${counter}`

export function partsOfCounter(key: string): { readonly section: string; readonly counter: string } {
  const [section = '', counter = ''] = key.split(' ')
  return { section, counter }
}

/** Fields with which the form of a new rule begins. */
export type RuleStart = Partial<RuleForm>

export const newRule = (over: RuleStart = {}): RuleForm => ({
  ...ruleFormSchema.parse({ name: '-', timeZone: ownTimeZone() }),
  name: '',
  ...over,
})

/** The fields of a stored rule. */
export function formOf(rule: AlertRule): RuleForm {
  const { scope, indicator, schedule, ...rest } = rule.content
  return {
    ...newRule(),
    name: rule.name,
    isEnabled: rule.isEnabled,
    level: rule.level,
    labels: Object.entries(rule.labels).map(([name, value]) => ({ name, value })),
    channelIds: rule.channelIds,
    scopeKind: scope.kind,
    ...(scope.kind === 'monitors' && { monitorIds: scope.monitorIds }),
    ...(scope.kind === 'type' && { type: scope.type }),
    ...(scope.kind === 'group' && { groupId: scope.groupId }),
    indicatorKind: indicator.kind,
    ...indicatorFields(indicator),
    ...rest,
    ...schedule,
  }
}

function indicatorFields(indicator: AlertIndicator): Partial<RuleForm> {
  if (indicator.kind === 'counter')
    return {
      left: counterKeyOf(indicator.section, indicator.reading.counter),
      leftFn: indicator.reading.fn,
    }
  if (indicator.kind !== 'expression') return {}
  const { section, left, operator, right, factor } = indicator
  return {
    left: counterKeyOf(section, left.counter),
    leftFn: left.fn,
    operator,
    right: counterKeyOf(section, right.counter),
    rightFn: right.fn,
    factor,
  }
}

/** The rule of fields without faults, see `faultsOf`. */
export function ruleOf(form: RuleForm): AlertRule {
  const { name, isEnabled, level, channelIds } = form
  return {
    name,
    isEnabled,
    level,
    channelIds,
    labels: Object.fromEntries(form.labels.map(each => [each.name.trim(), each.value])),
    content: contentOf(form),
  }
}

export function contentOf(form: RuleForm): AlertRule['content'] {
  const { max, min, triggerCycleMinutes, silentCycleMinutes, times, dependsOn } = form
  return {
    scope: scopeOf(form),
    indicator: indicatorOf(form),
    onlyLabels: hasSeries(form.indicatorKind) ? form.onlyLabels : {},
    max,
    min,
    triggerCycleMinutes,
    silentCycleMinutes,
    times,
    schedule: {
      timeZone: form.timeZone,
      workingHours: form.workingHours,
      maintenance: form.maintenance.map(({ from, to }) => ({ from: from ?? 0, to: to ?? 0 })),
    },
    dependsOn,
  }
}

function scopeOf({ scopeKind, monitorIds, type, groupId }: RuleForm): AlertRule['content']['scope'] {
  if (scopeKind === 'type') return { kind: 'type', type: type ?? '' }
  if (scopeKind === 'group') return { kind: 'group', groupId: groupId ?? '' }
  return { kind: 'monitors', monitorIds }
}

const readingOf = (key: string | null, fnOf: AlertReading['fn']): AlertReading => ({
  counter: partsOfCounter(key ?? '').counter,
  fn: fnOf,
})

function indicatorOf(form: RuleForm): AlertIndicator {
  const { indicatorKind: kind, left, leftFn, operator, right, rightFn, factor } = form
  const { section } = partsOfCounter(left ?? '')
  if (kind === 'counter') return { kind, section, reading: readingOf(left, leftFn) }
  if (kind === 'expression')
    return {
      kind,
      section,
      left: readingOf(left, leftFn),
      operator,
      right: readingOf(right, rightFn),
      factor,
    }
  return { kind }
}

/** Whether an indicator is read from series, which have labels. */
export const hasSeries = (kind: IndicatorKind): boolean => kind === 'counter' || kind === 'expression'

/** Text of a fault by field; `most`: collections that the trigger cycle holds. */
export type RuleFaults = Readonly<
  Partial<Record<keyof RuleForm, { readonly text: RuleFault; readonly most?: number }>>
>
export type RuleFault =
  | 'alert.fault.monitors'
  | 'alert.fault.type'
  | 'alert.fault.group'
  | 'alert.fault.counter'
  | 'alert.fault.otherSection'
  | 'alert.fault.threshold'
  | 'alert.fault.minAboveMax'
  | 'alert.fault.times'
  | 'alert.fault.labelName'
  | 'alert.fault.maintenance'

/** Rules across fields. `intervalMs`: between two values of the monitor that has most of them; null where it is not known. */
export function faultsOf(form: RuleForm, intervalMs: number | null): RuleFaults {
  const { scopeKind, indicatorKind: kind, left, right, max, min } = form
  const isExpression = kind === 'expression'
  const sectionOf = (key: string) => partsOfCounter(key).section
  const most = intervalMs === null ? null : samplesPerCycle(form.triggerCycleMinutes, intervalMs)
  const names = form.labels.map(({ name }) => name.trim())
  return {
    ...(scopeKind === 'monitors' &&
      form.monitorIds.length === 0 &&
      fault('monitorIds', 'alert.fault.monitors')),
    ...(scopeKind === 'type' && !form.type && fault('type', 'alert.fault.type')),
    ...(scopeKind === 'group' && !form.groupId && fault('groupId', 'alert.fault.group')),
    ...(hasSeries(kind) && !left && fault('left', 'alert.fault.counter')),
    ...(isExpression && !right && fault('right', 'alert.fault.counter')),
    ...(isExpression &&
      left &&
      right &&
      sectionOf(left) !== sectionOf(right) &&
      fault('right', 'alert.fault.otherSection')),
    ...(max === null && min === null && fault('max', 'alert.fault.threshold')),
    ...(max !== null && min !== null && min > max && fault('min', 'alert.fault.minAboveMax')),
    ...(most !== null && form.times > most && { times: { text: 'alert.fault.times' as const, most } }),
    ...((names.includes('') || new Set(names).size < names.length) &&
      fault('labels', 'alert.fault.labelName')),
    ...(form.maintenance.some(({ from, to }) => from === null || to === null || from >= to) &&
      fault('maintenance', 'alert.fault.maintenance')),
  }
}

const fault = (field: keyof RuleForm, text: RuleFault): RuleFaults => ({ [field]: { text } })

/** Fields in which two versions of a rule differ, in the order of the form. */
export const differingFields = (one: RuleForm, other: RuleForm): (keyof RuleForm)[] =>
  (Object.keys(ruleFormSchema.shape) as (keyof RuleForm)[]).filter(
    field => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )
