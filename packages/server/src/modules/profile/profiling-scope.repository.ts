/** Queries of what a triggered order is bound to: a scenario and its SLA rules, a monitoring link, alert rules. */
import type { ProfilingFields } from '@pone/contract/entities/profiling.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export type ProfilingScope = Pick<ProfilingFields, 'scenarioId' | 'linkId' | 'slaRuleIds' | 'alertRuleIds'>
type Part = 'scenario' | 'slaRule' | 'monitorLink' | 'alertRule'

export type ProfilingScopeRepository = ReturnType<typeof createProfilingScopeRepository>

export const createProfilingScopeRepository = (database: Database) => ({
  /** What of it the project does not have; null: it has all. SLA rules are those of the scenario. */
  missing: async (
    projectId: string,
    { scenarioId, linkId, slaRuleIds, alertRuleIds }: ProfilingScope,
  ): Promise<Part | null> => {
    const { rows } = await sql<Record<Part, boolean>>`
      select
        ${scenarioId}::uuid is null or scenario.id is not null as scenario,
        not exists (
          select from unnest(${slaRuleIds}::text[]) wanted
          where not coalesce(scenario.document->'sla', '[]') @> jsonb_build_array(jsonb_build_object('id', wanted))
        ) as "slaRule",
        ${linkId}::uuid is null or exists (
          select from monitor_links where id = ${linkId}::uuid and project_id = ${projectId}::uuid
        ) as "monitorLink",
        not exists (
          select from unnest(${alertRuleIds}::uuid[]) wanted
          where not exists (
            select from alert_rules
            where id = wanted and project_id = ${projectId}::uuid and not is_deleted
          )
        ) as "alertRule"
      from (select) nothing
      left join catalogue_nodes scenario
        on scenario.id = ${scenarioId}::uuid and scenario.project_id = ${projectId}::uuid
        and scenario.tree = 'scenario' and scenario.kind = 'scenario'`.execute(database)
    const [has] = rows
    const parts = ['scenario', 'slaRule', 'monitorLink', 'alertRule'] as const
    return parts.find(part => has?.[part] !== true) ?? null
  },
})
