/** The kind `scenario`: a run of a scenario, of either engine, on its own or as part of a set. */
import { AppError } from '@pone/contract/errors.ts'
import { adaptedScenario } from '@pone/plan/load-models/adapted.ts'
import { peak, plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.ts'
import { toScenarioTask } from '../execution-view.ts'
import type { HeldMachines } from '../held-machines.ts'
import type { TaskRuns } from '../task-runs.ts'
import type { SetMember, TaskKind } from './kind.ts'

export interface ScenarioKindDeps {
  readonly database: Database
  readonly runs: Pick<TaskRuns, 'startRun' | 'stop' | 'forceStop'>
  readonly held: HeldMachines
}

/** Task states by run state. */
const runState = sql`case run.state
  when 'new' then 'waiting' when 'readyToRun' then 'waiting' when 'running' then 'running'
  when 'userStopped' then 'stopped' when 'failed' then 'failed' else 'complete' end`

export function scenarioKind({
  database,
  runs,
  held,
}: ScenarioKindDeps): TaskKind & { readonly member: SetMember } {
  return {
    name: 'scenario',
    // Imported results are not tasks, and a run in a set belongs to the set's task.
    list: isActiveOnly => sql`
      select 'scenario' as kind, run.id, run.project_id, run.number, run.scenario_name as name, run.engine,
        ${runState} as state, 'manual' as trigger, run.started_by, run.created_at as due_at, run.started_at,
        run.ended_at, null::uuid as set_id, run.planned_duration_ms as planned_ms
      from runs run
      where ${isActiveOnly ? sql`run.state in ('new', 'readyToRun', 'running')` : sql`true`}
        and run.cluster_id <> ${importedClusterId}
        and not exists (select from task_results own where own.run_id = run.id)`,
    facts: async rows => {
      const machines = await held(rows.filter(row => row.ended_at === null).map(row => row.id))
      return rows.map(row => toScenarioTask(row, machines))
    },
    stop: async ({ id, by, isForced }) => {
      const run = await database
        .selectFrom('runs')
        .select(['project_id', 'scenario_name', 'number'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (run === undefined) throw new AppError('NotFound', { what: 'run' })
      await (isForced ? runs.forceStop(run.project_id, id, by) : runs.stop(run.project_id, id, by))
      return `${run.scenario_name} #${run.number}`
    },
    member: scenarioMember(runs),
  }
}

/** A scenario as part of a task set. */
export const scenarioMember = (runs: Pick<TaskRuns, 'startRun'>): SetMember => ({
  plan: planScenario,
  start: order => start(runs, order),
})

/** What is known of a run before it starts, with its overrides applied. */
const planScenario: SetMember['plan'] = (target, task, clusters) => {
  const scenario = scenarioDocumentSchema.parse(target.document)
  const adapted = adaptedScenario(scenario, task)
  const isByGroups = adapted.loadModel.kind === 'threadGroups'
  const highest = peak(adapted.loadModel)
  const users = isByGroups ? 0 : Math.max(1, Math.ceil(highest))
  const plannedMs = plannedDurationMs(adapted.loadModel)
  return {
    scenarioName: target.name,
    engine: scenario.engine,
    isArrivals: adapted.drive === 'arrivals',
    peak: isByGroups ? null : highest,
    users: adapted.drive === 'arrivals' ? adapted.maxUsers : users,
    plannedMs: plannedMs === null ? null : Math.round(plannedMs),
    clusterName: clusters.find(cluster => cluster.id === adapted.clusterId)?.name ?? null,
  }
}

async function start(
  runs: Pick<TaskRuns, 'startRun'>,
  order: Parameters<SetMember['start']>[0],
): Promise<void> {
  const { projectId, runId, targetId, document, by, language, set, isHeld } = order
  await runs.startRun({
    projectId,
    scenarioId: targetId,
    by,
    language,
    runId,
    adaptation: document,
    taskSet: set,
    isHeld,
  })
}
