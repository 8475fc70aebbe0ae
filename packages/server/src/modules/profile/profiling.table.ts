/** Tables of orders for flame diagrams and of their executions; instants are epoch milliseconds. */
import type { ProfileTake, ProfilingFields, TakeReason } from '@pone/contract/entities/profiling.ts'
import type { Generated, JSONColumnType } from 'kysely'

/** Those of before other targets and bindings were known have none. */
type Later = 'target' | 'address' | 'scenarioId' | 'linkId' | 'slaRuleIds' | 'alertRuleIds'
type StoredFields = Omit<ProfilingFields, Later> & Partial<ProfilingFields>

export const fieldsOf = (stored: StoredFields): ProfilingFields => ({
  target: 'jvm',
  address: '',
  scenarioId: null,
  linkId: null,
  slaRuleIds: [],
  alertRuleIds: [],
  ...stored,
})

export interface ProfilingTable {
  id: string
  project_id: string
  monitor_id: string
  fields: JSONColumnType<StoredFields>
  /** Executions that have begun. */
  begun: Generated<number>
  /** When the next one begins; null: none will. */
  next_at: number | null
  /** A trigger from then on begins the next one; null: none does. */
  armed_since: number | null
  /** Of the one that `next_at` means; null: a person or the cycle. */
  reason: JSONColumnType<TakeReason> | null
  cancelled_at: number | null
  created_by: string
  created_at: number
}

export interface ProfileTakeTable {
  id: string
  profiling_id: string
  monitor_id: string
  number: number
  state: ProfileTake['state']
  began_at: number
  /** Without a result until then its agent is taken for lost. */
  until_at: number
  ended_at: number | null
  agent_id: string | null
  machine: Generated<string>
  cause: Generated<string>
  reason: JSONColumnType<TakeReason> | null
  profile_id: string | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    profilings: ProfilingTable
    profile_takes: ProfileTakeTable
  }
}
