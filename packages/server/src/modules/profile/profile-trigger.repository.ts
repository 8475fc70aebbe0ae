/** Queries of what happens in runs and alerts, as far as flame diagrams need it. */
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import { stageStartsMs } from '@pone/plan/load-models/stages.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** What began longer ago is not a beginning any more: no server ran meanwhile. */
const freshMs = 10_000
/** Pairs of an order and a run. */
const maxLooked = 200

export type ProfileTriggerRepository = ReturnType<typeof createProfileTriggerRepository>

export function createProfileTriggerRepository(database: Database) {
  return {
    /** Makes those due whose trigger has come. */
    trigger: async (atMs: number): Promise<void> => {
      await triggerByEvents(database, atMs)
      await triggerByStages(database, atMs)
    },
    runDuring: runDuring(database),
  }
}

/** Whether the order is bound to the run, or to none. */
const isBoundRun = sql`runs.project_id = profilings.project_id and runs.ended_at is null
  and (fields->>'scenarioId' is null or runs.scenario_id = (fields->>'scenarioId')::uuid)
  and (fields->>'linkId' is null or exists (
    select from run_monitor_links where run_id = runs.id and link_id = (fields->>'linkId')::uuid
  ))`

/** Whether the load of the run goes on as planned. */
const isUnderLoad = sql`runs.state = 'running' and runs.started_at is not null and runs.stop_cause is null`

/** Whether the order names no rules of the kind, or this one. */
const isChosen = (kind: 'slaRuleIds' | 'alertRuleIds', id: ReturnType<typeof sql>) =>
  sql`(coalesce(jsonb_array_length(fields->${sql.lit(kind)}), 0) = 0 or fields->${sql.lit(kind)} ? ${id})`

/** SLA rules, alerts, and the end of the ramp-up, which only the load model has. */
async function triggerByEvents(database: Database, atMs: number): Promise<void> {
  await sql`
    update profilings set next_at = ${atMs}, reason = found.reason
    from (
      select profilings.id, coalesce(broken.reason, opened.reason, reached.reason) as reason
      from profilings
      left join lateral (
        select jsonb_build_object('trigger', 'sla', 'name', '', 'runId', runs.id) as reason
        from runs join run_events on run_events.run_id = runs.id
        where fields->'triggers' ? 'sla' and ${isBoundRun}
          and run_events.kind = 'slaBroken' and run_events.at >= armed_since
          and ${isChosen('slaRuleIds', sql`(run_events.params->>'ruleId')`)}
        order by run_events.at limit 1
      ) broken on true
      left join lateral (
        select jsonb_build_object(
          'trigger', 'alert', 'name', rule_name || ' · ' || monitor_name, 'runId', null
        ) as reason
        from alert_incidents
        where fields->'triggers' ? 'alert' and alert_incidents.project_id = profilings.project_id
          and opened_at >= armed_since
          and ${isChosen('alertRuleIds', sql`rule_id::text`)}
          and (fields->>'linkId' is null or exists (
            select from monitor_link_monitors
            where link_id = (fields->>'linkId')::uuid and monitor_id = alert_incidents.monitor_id
          ))
          and (fields->>'scenarioId' is null or exists (
            select from runs
            where runs.project_id = profilings.project_id and runs.scenario_id = (fields->>'scenarioId')::uuid
              and runs.started_at <= alert_incidents.opened_at
              and (runs.ended_at is null or runs.ended_at >= alert_incidents.opened_at)
          ))
        order by opened_at limit 1
      ) opened on true
      left join lateral (
        select jsonb_build_object('trigger', 'plateau', 'name', '', 'runId', runs.id) as reason
        from runs
        where fields->'triggers' ? 'plateau' and ${isBoundRun} and ${isUnderLoad}
          and runs.manual_load is null and coalesce(runs.capacity, 'null'::jsonb) = 'null'::jsonb
          and runs.started_at + runs.ramp_up_end_ms >= greatest(armed_since, ${atMs - freshMs})
          and runs.started_at + runs.ramp_up_end_ms <= ${atMs}
        order by runs.started_at limit 1
      ) reached on true
      where armed_since <= ${atMs} and next_at is null
    ) found
    where profilings.id = found.id and profilings.next_at is null and found.reason is not null`.execute(
    database,
  )
}

interface ArmedRun extends RunLoad {
  readonly profilingId: string
  readonly armedSince: number
  readonly runId: string
  readonly startedAt: number
}

/** Levels of the load: those of the load model, or the one that a person or a capacity search has set. */
async function triggerByStages(database: Database, atMs: number): Promise<void> {
  const { rows } = await sql<ArmedRun>`
    select profilings.id as "profilingId", armed_since as "armedSince", runs.id as "runId",
      runs.started_at as "startedAt", runs.scenario->'loadModel' as "model", runs.load_order as "order",
      coalesce(runs.capacity, 'null'::jsonb) <> 'null'::jsonb as "isSearched"
    from profilings join runs on ${isBoundRun} and ${isUnderLoad}
    where fields->'triggers' ? 'stage' and armed_since <= ${atMs} and next_at is null
    order by runs.started_at limit ${maxLooked}`.execute(database)
  for (const { profilingId, armedSince, runId, startedAt, ...load } of rows) {
    const earliest = Math.max(armedSince, atMs - freshMs)
    const hasBegun = (ms: number) => startedAt + ms >= earliest && startedAt + ms <= atMs
    if (!stagesOf(load).some(hasBegun)) continue
    const reason = JSON.stringify({ trigger: 'stage', name: '', runId })
    await sql`
      update profilings set next_at = ${atMs}, reason = ${reason}::jsonb
      where id = ${profilingId}::uuid and next_at is null and armed_since <= ${atMs}`.execute(database)
  }
}

interface RunLoad {
  readonly model: LoadModel
  /** null: the model rules. */
  readonly order: LoadOrder | null
  /** A search sets its first load as well. */
  readonly isSearched: boolean
}

function stagesOf({ model, order, isSearched }: RunLoad): number[] {
  if (order !== null) return order.load > 0 ? [order.atMs + order.rampMs] : []
  return isSearched ? [] : stageStartsMs(model)
}

/** The run during which a flame diagram was taken: the only one, or the only one that watches the monitor. */
const runDuring =
  (database: Database) =>
  async (
    projectId: string,
    monitorId: string,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<string | null> => {
    const { rows } = await sql<{ id: string; watches: boolean }>`
      select id, exists (
        select from run_monitor_links
        where run_id = runs.id and topology->'nodes' @> ${JSON.stringify([{ monitorId }])}::jsonb
      ) as watches
      from runs
      where project_id = ${projectId}::uuid and started_at < ${to} and (ended_at is null or ended_at > ${from})
      limit 20`.execute(database)
    const watching = rows.filter(({ watches }) => watches)
    const [only, ...others] = watching.length > 0 ? watching : rows
    return only !== undefined && others.length === 0 ? only.id : null
  }
