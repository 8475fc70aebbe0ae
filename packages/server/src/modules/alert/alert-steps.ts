/** Evaluates events of alerts and collects what is to be stored; pure. */
import { createHash } from 'node:crypto'
import { type AlertRuleContent, timingOf, type ValueTiming } from '@pone/alerts/rule.ts'
import {
  type AlertEvent,
  type AlertState,
  type AlertTransition,
  isQuiet,
  quietAlertState,
  stepAlert,
} from '@pone/alerts/state.ts'
import { labelKey } from '@pone/monitors/series/counter-values.ts'
import type { MonitorType } from '@pone/monitors/type.ts'

/** A rule as it is evaluated. */
export interface EvaluatedRule {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly isEnabled: boolean
  readonly level: 'notice' | 'warning' | 'critical'
  readonly labels: Readonly<Record<string, string>>
  readonly channelIds: readonly string[]
  readonly content: AlertRuleContent
  readonly evaluation: number
}

/** A monitor as rules see it. */
export interface AlertMonitor {
  readonly id: string
  readonly projectId: string
  readonly type: string
  readonly groupId: string | null
  /** The longer one of its send and receive interval, ms. */
  readonly expectedMs: number
  /** Its own, also while it is collected faster for a run, ms. */
  readonly frequencyMs: number
  /** What its counters are; undefined: not known. */
  readonly definition: MonitorType | undefined
}

export interface AlertKey {
  readonly ruleId: string
  readonly monitorId: string
  readonly labelsHash: string
}

/** An alert whose state is stored. */
export interface StoredAlert extends AlertKey {
  readonly labels: Readonly<Record<string, string>>
  readonly evaluation: number
  readonly state: AlertState
}

/** What has to be stored of an alert. */
export interface SteppedAlert extends StoredAlert {
  readonly rule: EvaluatedRule
  readonly transitions: readonly AlertTransition[]
}

const hashLength = 32

export const labelsHash = (labels: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(labelKey(labels)).digest('hex').slice(0, hashLength)

export const alertKey = ({ ruleId, monitorId, labelsHash: hash }: AlertKey): string =>
  `${ruleId}/${monitorId}/${hash}`

/** The id of an incident follows from its alert and number, so that it is the same when it is made again. */
export function incidentId(key: AlertKey, number: number): string {
  const hex = createHash('sha256')
    .update(`${alertKey(key)}#${number}`)
    .digest('hex')
  const variant = '8'
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export const isInScope = (
  { scope }: AlertRuleContent,
  { id, type, groupId }: Pick<AlertMonitor, 'id' | 'type' | 'groupId'>,
): boolean => {
  if (scope.kind === 'monitors') return scope.monitorIds.includes(id)
  return scope.kind === 'type' ? scope.type === type : scope.groupId === groupId
}

/** Whether passing time can change the alert. */
export const isLive = (state: AlertState): boolean =>
  state.phase === 'triggered' || state.phase === 'silent' || state.isOpen

/** Alerts of one transaction: each is stepped any number of times and stored once. */
export class AlertSteps {
  readonly #stored: ReadonlyMap<string, StoredAlert>
  readonly #stepped = new Map<string, { alert: SteppedAlert; isChanged: boolean }>()

  constructor(stored: readonly StoredAlert[]) {
    this.#stored = new Map(stored.map(alert => [alertKey(alert), alert]))
  }

  /** Whether the state of the alert is that of one of which nothing is stored. */
  isAtRest(key: AlertKey): boolean {
    const text = alertKey(key)
    const state = this.#stepped.get(text)?.alert.state ?? this.#stored.get(text)?.state
    return state === undefined || isQuiet(state)
  }

  take(
    key: AlertKey & { readonly labels: Readonly<Record<string, string>> },
    rule: EvaluatedRule,
    values: ValueTiming,
    event: AlertEvent,
  ): void {
    const text = alertKey(key)
    const stored = this.#stored.get(text)
    const before = this.#stepped.get(text)?.alert ?? {
      ...key,
      evaluation: stored?.evaluation ?? rule.evaluation,
      state: stored?.state ?? quietAlertState,
      rule,
      transitions: [],
    }
    const timing = timingOf(rule.content, values)
    let { state } = before
    const transitions = [...before.transitions]
    for (const each of [...precedingEvents(before, rule, event), event]) {
      const step = stepAlert(state, each, timing)
      state = step.state
      transitions.push(...step.transitions)
    }
    const isChanged = state !== before.state || before.evaluation !== rule.evaluation
    const wasChanged = this.#stepped.get(text)?.isChanged ?? false
    this.#stepped.set(text, {
      alert: { ...before, evaluation: rule.evaluation, state, rule, transitions },
      isChanged: isChanged || wasChanged,
    })
  }

  /** What differs from what is stored; an alert at rest of which nothing is stored stays so. */
  changed(): SteppedAlert[] {
    return [...this.#stepped].flatMap(([text, { alert, isChanged }]) => {
      const isNew = !this.#stored.has(text)
      const isNothing = isNew && alert.transitions.length === 0 && isQuiet(alert.state)
      return isChanged && !isNothing ? [alert] : []
    })
  }
}

/** An alert that was evaluated by another version of its rule is edited first; one that was switched off is activated. */
function precedingEvents(alert: StoredAlert, rule: EvaluatedRule, event: AlertEvent): AlertEvent[] {
  const { now } = event
  if (event.kind === 'deactivate') return []
  return [
    ...(alert.evaluation === rule.evaluation ? [] : [{ kind: 'edit' as const, now }]),
    { kind: 'activate', now },
  ]
}
