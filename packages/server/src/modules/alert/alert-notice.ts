/** What a channel is told of a transition, or of a run: all that a text of it needs, as it was when it was made. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { CloseReason, MuteCause, NoticeKind } from '@pone/alerts/state.ts'
import type { IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { RunNoticeKind } from '@pone/contract/entities/alert-channel.ts'

export interface AlertNotice {
  /** Of the transition; the same however often the notice is delivered. */
  readonly key: string
  readonly kind: NoticeKind
  readonly incidentId: string
  readonly projectId: string
  readonly rule: string
  readonly level: 'notice' | 'warning' | 'critical'
  readonly monitorId: string
  readonly monitor: string
  /** Of the series. */
  readonly labels: Readonly<Record<string, string>>
  /** Of the rule. */
  readonly ruleLabels: Readonly<Record<string, string>>
  readonly indicator: AlertRuleContent['indicator']
  /** Of counters; undefined where the type does not name them, and in notices of an older version. */
  readonly indicatorNames?: IndicatorNames | undefined
  readonly max: number | null
  readonly min: number | null
  readonly value: number | null
  /** Instant of the value, epoch ms. */
  readonly at: number | null
  /** Epoch ms. */
  readonly madeAt: number
  readonly openedAt: number
  readonly reason: CloseReason | null
  /** Names of monitors whose notices are held back while this one does not answer; undefined in notices of an older version. */
  readonly silenced?: readonly string[]
  /** Of the monitor, for channels that tell them; undefined in notices of an older version. */
  readonly contacts?: NoticeContacts
}

/** Of a load test that failed, or did not meet an SLA rule. */
export interface RunNotice {
  readonly key: string
  readonly kind: RunNoticeKind
  readonly projectId: string
  readonly runId: string
  readonly number: number
  readonly scenario: string
  /** Why, as a told cause. */
  readonly detail: string
  /** Epoch ms. */
  readonly madeAt: number
}

export type ChannelNotice = AlertNotice | RunNotice

export const isOfRun = (notice: ChannelNotice): notice is RunNotice => 'runId' in notice

/** Notices of a channel that were held back, by what. */
export interface HeldBackNotices {
  /** Epoch ms. */
  readonly since: number
  readonly counts: Readonly<Partial<Record<MuteCause, number>>>
}

export interface NoticeContacts {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
}

const nobody: NoticeContacts = { emails: [], phones: [] }

/** A load test has no contacts of its own. */
export const contactsOf = (notice: ChannelNotice): NoticeContacts =>
  isOfRun(notice) ? nobody : (notice.contacts ?? nobody)
