/** What a channel is told of a transition: all that a text of it needs, as it was when the transition was made. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { CloseReason, NoticeKind } from '@pone/alerts/state.ts'

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
  readonly max: number | null
  readonly min: number | null
  readonly value: number | null
  /** Instant of the value, epoch ms. */
  readonly at: number | null
  /** Epoch ms. */
  readonly madeAt: number
  readonly openedAt: number
  readonly reason: CloseReason | null
  /** Of the monitor, for channels that tell them; undefined in notices of an older version. */
  readonly contacts?: NoticeContacts
}

export interface NoticeContacts {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
}

export const contactsOf = ({ contacts }: Pick<AlertNotice, 'contacts'>): NoticeContacts =>
  contacts ?? { emails: [], phones: [] }
