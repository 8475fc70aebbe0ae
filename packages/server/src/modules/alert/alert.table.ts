/** Rows of alerts; instants are epoch milliseconds. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { AlertPhase, AlertState, CloseReason, MuteCause, NoticeKind } from '@pone/alerts/state.ts'
import type { DeliveryHold, IndicatorNames } from '@pone/contract/entities/alert.ts'
import type {
  AlertChannelKind,
  AlertChannelTemplates,
  RunNoticeKind,
} from '@pone/contract/entities/alert-channel.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ChannelNotice } from './alert-notice.ts'

export interface AlertRuleTable {
  id: string
  project_id: string
  name: string
  is_enabled: boolean
  level: 'notice' | 'warning' | 'critical'
  labels: JSONColumnType<Record<string, string>>
  channel_ids: JSONColumnType<string[]>
  content: JSONColumnType<AlertRuleContent>
  /** Grows when what is evaluated changes, which closes open incidents. */
  evaluation: number
  revision: number
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
  /** Its open incidents are closed first, then it is removed. */
  is_deleted: Generated<boolean>
}

/** Grows with each change of the project's rules. */
export interface AlertRuleVersionTable {
  project_id: string
  version: number
}

export interface AlertStateTable {
  rule_id: string
  monitor_id: string
  labels_hash: string
  project_id: string
  labels: JSONColumnType<Record<string, string>>
  /** Of the rule by which it was evaluated last. */
  evaluation: number
  phase: AlertPhase
  /** Whether passing time can change it. */
  is_live: boolean
  state: JSONColumnType<AlertState>
}

export interface AlertIncidentTable {
  id: string
  project_id: string
  rule_id: string
  rule_name: string
  level: AlertRuleTable['level']
  monitor_id: string
  monitor_name: string
  labels: JSONColumnType<Record<string, string>>
  number: number
  opened_at: number
  closed_at: number | null
  /** null: open, or recovered. */
  close_reason: CloseReason | null
  opened_value: number | null
  closed_value: number | null
  acknowledged_by: string | null
  acknowledged_at: number | null
  assignee_id: string | null
  /** Account. */
  assignee: string | null
  /** null: it was opened by an older version. */
  indicator: JSONColumnType<AlertRuleContent['indicator'] | null, string | null | undefined, string | null>
  max: number | null
  min: number | null
  /** null: of what is no counter, or is not known. */
  indicator_names: JSONColumnType<IndicatorNames | null, string | null | undefined, string | null>
}

/** What people did with an incident. */
export interface AlertIncidentNoteTable {
  id: Generated<number>
  project_id: string
  incident_id: string
  kind: 'acknowledgement' | 'assignment' | 'comment'
  made_at: number
  /** Account. */
  made_by: string
  /** Of an assignment the account, '' for nobody. */
  text: string
}

export interface AlertTransitionTable {
  key: string
  project_id: string
  incident_id: string | null
  seq: number
  from_phase: AlertPhase
  to_phase: AlertPhase
  made_at: number
  sample_at: number | null
  value: number | null
  notice: NoticeKind | null
  muted_by: MuteCause | null
  /** Names of the monitors that do not answer and on which it depends; null: not held back by those. */
  muted_for: string | null
  /** Until when notices are held back by the schedule, or by the silence that a trigger begins; null: not known, or by neither. */
  held_until: number | null
  reason: CloseReason | null
}

export interface AlertOutboxTable {
  id: Generated<number>
  project_id: string
  /** Of the transition. */
  key: string
  channel_id: string
  content: JSONColumnType<ChannelNotice>
  made_at: number
  /** `superseded`: it was delayed, and a later notice of its incident was sent in its place. */
  state: Generated<'waiting' | 'sent' | 'failed' | 'superseded'>
  attempts: Generated<number>
  next_at: number
  ended_at: number | null
  /** What delayed the notice, or kept it from being sent; null: nothing. */
  held_by: DeliveryHold | null
  /** Notices of the message with which it was sent. */
  together: Generated<number>
  /** Of the alert, the key without the number of the transition; of one alert a channel is told in order. */
  order_key: GeneratedAlways<string>
  /** Until when one sender has it; null: none has. */
  leased_until: number | null
}

export interface AlertChannelTable {
  id: string
  project_id: string
  name: string
  kind: AlertChannelKind
  /** Of its address; shown in place of it. */
  host: string
  /** `AlertChannelSettings` as JSON, encrypted. */
  sealed_settings: string
  language: 'zh' | 'en'
  is_enabled: boolean
  templates: JSONColumnType<AlertChannelTemplates, string | undefined, string>
  run_templates: JSONColumnType<AlertChannelTemplates, string | undefined, string>
  run_notices: JSONColumnType<RunNoticeKind[], string | undefined, string>
  updated_by: string
  updated_at: number
}

export interface AlertDeliveryTable {
  id: Generated<number>
  channel_id: string
  at: number
  duration_ms: number
  is_accepted: boolean
  notices: number
  status: number | null
  answer: string
  fault: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    alert_rules: AlertRuleTable
    alert_rule_versions: AlertRuleVersionTable
    alert_states: AlertStateTable
    alert_incidents: AlertIncidentTable
    alert_incident_notes: AlertIncidentNoteTable
    alert_transitions: AlertTransitionTable
    alert_outbox: AlertOutboxTable
    alert_channels: AlertChannelTable
    alert_deliveries: AlertDeliveryTable
  }
}
