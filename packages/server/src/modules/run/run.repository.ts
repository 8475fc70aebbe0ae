/** Queries of runs, their machines and events. */

import type { InputOf } from '@pone/contract/call.ts'
import type { runCalls } from '@pone/contract/calls/run.ts'
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { LabelName } from '@pone/contract/link/batch.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { upgradeDocument } from '@pone/plan/settings/format.ts'
import { placeLabels } from '@pone/results/batches/label-places.ts'
import { storableJson, storableText } from '@pone/results/batches/storable.ts'
import { importedClusterId, type NewRun, type RunMachine, type RunRecord } from '@pone/results/run-record.ts'
import type { RunStore } from '@pone/run-control/run-store.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { drivenRun } from './driven-run.ts'
import type { RunTable } from './run.table.ts'
import { noRunNotices, type RunNotices } from './run-notices.ts'
import { type RunOwnership, soleOwner } from './run-ownership.ts'
import { runColumns, toChanges, toRecord, toRow } from './run-row.ts'

export type RunQuery = InputOf<typeof runCalls.list>
export interface RunRepository extends RunStore {
  /** Assigns the run its number within the project, without gaps. */
  insert(run: NewRun, plan: RunPlan, machines: readonly RunMachine[]): Promise<RunRecord>
  /** null also when the run belongs to another project. */
  find(projectId: string, id: string): Promise<RunRecord | null>
  plan(id: string): Promise<RunPlan | null>
  list(query: RunQuery): Promise<{ total: number; rows: RunRecord[] }>
  /** Active runs of one project, or of all; imports are excluded. */
  active(projectId?: string): Promise<RunRecord[]>
  isAnyActive(projectId: string, scenarioIds: readonly string[]): Promise<boolean>
  /** Stores when its starter first opened the ended run; later times change nothing. */
  noteOpened(id: string, at: number): Promise<void>
  /** Deletes runs with all their data. */
  delete(projectId: string, ids: readonly string[]): Promise<void>
  /** Assigns each name an index among the run's labels, exactly once across servers; returns all of them. */
  addLabels(runId: string, names: readonly LabelName[]): Promise<readonly RunLabel[]>
}

/** Epoch of a run that was never taken over. */
const firstEpoch = 1

const sortColumns = {
  createdAt: 'created_at',
  requests: 'requests',
  requestsPerSecond: 'requests_per_second',
  p95Ms: 'p95_ms',
  peakUsers: 'peak_users',
} as const satisfies Record<RunQuery['sort'], keyof RunTable>

/** A plan stored by an earlier version, with its components converted to the present version. */
const inPresentForm = (plan: RunPlan): RunPlan => ({
  ...plan,
  components: plan.components.map(part => ({
    ...part,
    document: upgradeDocument(part.document) as ComponentDocument,
  })),
})

/** With `ownership`, changes of a run that another server drives now are skipped. */
export function createRunRepository(
  database: Database,
  ownership: RunOwnership = soleOwner,
  notices: RunNotices = noRunNotices,
): RunRepository {
  return {
    ...runReads(database),
    ...runWrites(database, ownership, notices),
    ...runOpenings(database),
    ...runMachines(database, ownership),
    ...runEvents(database, ownership, notices),
  }
}

/** Runs and their plans. */
function runReads(
  database: Database,
): Pick<RunRepository, 'find' | 'findById' | 'plan' | 'list' | 'active' | 'isAnyActive'> {
  const runs = () => database.selectFrom('runs').select(runColumns)
  return {
    find: async (projectId, id) => {
      const row = await runs().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toRecord(row)
    },
    findById: async id => {
      const row = await runs().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toRecord(row)
    },
    plan: async id => {
      const row = await database.selectFrom('runs').select('plan').where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : inPresentForm(row.plan)
    },
    list: query => list(database, query),
    active: async projectId => {
      // An import generates no load.
      const all = runs()
        .where('state', 'in', [...activeRunStates])
        .where('cluster_id', '!=', importedClusterId)
      const chosen = projectId === undefined ? all : all.where('project_id', '=', projectId)
      return (await chosen.orderBy('created_at').execute()).map(toRecord)
    },
    isAnyActive: async (projectId, scenarioIds) => {
      if (scenarioIds.length === 0) return false
      const row = await database
        .selectFrom('runs')
        .select('id')
        .where('project_id', '=', projectId)
        .where('scenario_id', 'in', [...scenarioIds])
        .where('state', 'in', [...activeRunStates])
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** A run that fails is told of in the transaction that stores it. */
const runUpdate =
  (database: Database, ownership: RunOwnership, notices: RunNotices): RunRepository['update'] =>
  async (id, changes) => {
    const epoch = ownership.epochOf(id)
    const change = (executor: Database) =>
      executor
        .updateTable('runs')
        .set(toChanges(changes))
        .where('id', '=', id)
        .$if(epoch !== undefined, query => query.where('epoch', '=', epoch ?? 0))
        .executeTakeFirst()
    if (changes.state !== 'failed') return void (await change(database))
    await database.transaction().execute(async transaction => {
      const { numUpdatedRows } = await change(transaction)
      const { endedAt, causeDetail: detail = '' } = changes
      const news = { runId: id, kind: 'runFailed' as const, ruleId: '', detail, at: endedAt ?? 0 }
      if (numUpdatedRows > 0n) await notices.write(transaction, news)
    })
  }

/** Insertion, update and deletion of runs. */
function runWrites(
  database: Database,
  ownership: RunOwnership,
  notices: RunNotices,
): Pick<RunRepository, 'insert' | 'update' | 'delete' | 'addLabels'> {
  return {
    insert: async (run, plan, machines) => {
      const record = await database.transaction().execute(async transaction => {
        const { last: number } = await transaction
          .insertInto('run_numbers')
          .values({ project_id: run.projectId, last: 1 })
          .onConflict(conflict =>
            conflict
              .column('project_id')
              .doUpdateSet(update => ({ last: update('run_numbers.last', '+', 1) })),
          )
          .returning('last')
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('runs')
          .values({
            ...toRow({ ...run, number }),
            plan: storableJson(plan),
            controller_id: ownership.id,
            epoch: firstEpoch,
          })
          .execute()
        // A run that waits for on-demand machines has none yet.
        if (machines.length > 0) {
          await transaction
            .insertInto('run_machines')
            .values(machines.map(machine => toMachineRow(run.id, machine)))
            .execute()
        }
        return { ...run, number }
      })
      ownership.begin(run.id)
      return record
    },
    update: runUpdate(database, ownership, notices),
    delete: async (projectId, ids) => {
      await database
        .deleteFrom('runs')
        .where('project_id', '=', projectId)
        .where('id', 'in', [...ids])
        .execute()
    },
    addLabels: (runId, names) =>
      database.transaction().execute(async transaction => {
        const row = await transaction
          .selectFrom('runs')
          .select('labels')
          .where('id', '=', runId)
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined) return []
        const { missing } = placeLabels(row.labels, names)
        const labels = [...row.labels, ...missing]
        if (missing.length > 0) {
          await transaction
            .updateTable('runs')
            .set({ labels: storableJson(labels) })
            .where('id', '=', runId)
            .execute()
        }
        return labels
      }),
  }
}

/** What its starter has seen of a run. */
function runOpenings(database: Database): Pick<RunRepository, 'noteOpened'> {
  return {
    noteOpened: async (id, at) => {
      await database
        .updateTable('runs')
        .set({ opened_at: at })
        .where('id', '=', id)
        .where('opened_at', 'is', null)
        .execute()
    },
  }
}

/** Machines of a run. */
function runMachines(
  database: Database,
  ownership: RunOwnership,
): Pick<RunRepository, 'machines' | 'saveMachine' | 'endMachine'> {
  return {
    machines: async runId => {
      const rows = await database
        .selectFrom('run_machines')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('from01')
        .execute()
      return rows.map(row => ({
        agentId: row.agent_id,
        name: row.name,
        from01: row.from01,
        to01: row.to01,
        shares: row.shares,
        startSkewMs: row.start_skew_ms,
        endCause: row.end_cause,
        endDetail: row.end_detail,
      }))
    },
    saveMachine: (runId, machine) =>
      database.transaction().execute(async transaction => {
        // A server that takes over the run waits for this lock, and reads the result.
        const own = await drivenRun(transaction, ownership, runId).forShare().executeTakeFirst()
        if (own === undefined) return
        const row = toMachineRow(runId, machine)
        const { shares, start_skew_ms, end_cause, end_detail } = row
        await transaction
          .insertInto('run_machines')
          .values(row)
          .onConflict(conflict =>
            conflict
              .columns(['run_id', 'agent_id'])
              .doUpdateSet({ shares, start_skew_ms, end_cause, end_detail }),
          )
          .execute()
      }),
    endMachine: async (runId, agentId, cause, detail) => {
      await database
        .updateTable('run_machines')
        .set({ end_cause: cause, end_detail: storableText(detail) })
        .where('run_id', '=', runId)
        .where('agent_id', '=', agentId)
        .where('run_id', 'in', drivenRun(database, ownership, runId))
        .execute()
    },
  }
}

/** Events of a run. */
function runEvents(
  database: Database,
  ownership: RunOwnership,
  notices: RunNotices,
): Pick<RunRepository, 'events' | 'addEvent'> {
  const insert = (executor: Database, runId: string, { at, kind, params, by }: RunEvent) =>
    executor
      .insertInto('run_events')
      .columns(['run_id', 'at', 'kind', 'params', 'by'])
      .expression(
        drivenRun(executor, ownership, runId).select([
          sql<number>`${at}::bigint`.as('at'),
          sql<string>`${kind}::text`.as('kind'),
          sql<string>`${storableJson(params)}::jsonb`.as('params'),
          sql<string | null>`${by}::text`.as('by'),
        ]),
      )
      .executeTakeFirst()
  return {
    events: async runId => {
      const rows = await database
        .selectFrom('run_events')
        .select(['at', 'kind', 'params', 'by'])
        .where('run_id', '=', runId)
        .orderBy('id')
        .execute()
      return rows
    },
    addEvent: async (runId, event) => {
      if (event.kind !== 'slaBroken') return void (await insert(database, runId, event))
      await database.transaction().execute(async transaction => {
        const { numInsertedOrUpdatedRows = 0n } = await insert(transaction, runId, event)
        const { ruleId, detail } = event.params
        const news = {
          runId,
          kind: 'slaBreached' as const,
          ruleId: String(ruleId),
          detail: String(detail),
          at: event.at,
        }
        if (numInsertedOrUpdatedRows > 0n) await notices.write(transaction, news)
      })
    },
  }
}

const toMachineRow = (runId: string, machine: RunMachine) => ({
  run_id: runId,
  agent_id: machine.agentId,
  name: machine.name,
  from01: machine.from01,
  to01: machine.to01,
  shares: storableJson(machine.shares),
  start_skew_ms: machine.startSkewMs,
  end_cause: machine.endCause,
  end_detail: storableText(machine.endDetail),
})

async function list(database: Database, query: RunQuery): Promise<{ total: number; rows: RunRecord[] }> {
  let matching = database.selectFrom('runs').where('project_id', '=', query.projectId)
  if (query.engines.length > 0) matching = matching.where('engine', 'in', query.engines)
  if (query.states.length > 0) matching = matching.where('state', 'in', query.states)
  if (query.sla.length > 0) matching = matching.where('sla', 'in', query.sla)
  if (query.scenarioId !== null) matching = matching.where('scenario_id', '=', query.scenarioId)
  if (query.from !== null) matching = matching.where('created_at', '>=', query.from)
  if (query.to !== null) matching = matching.where('created_at', '<', query.to)
  if (query.search !== '') {
    const number = /^#?(\d{1,9})$/.exec(query.search)?.[1]
    const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
    matching = matching.where(expression =>
      expression.or([
        expression('scenario_name', 'ilike', pattern),
        expression('started_by', 'ilike', pattern),
        ...(number === undefined ? [] : [expression('number', '=', Number(number))]),
      ]),
    )
  }
  const { total } = await matching
    .select(expression => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select(runColumns)
    .orderBy(sortColumns[query.sort], order => (query.descending ? order.desc() : order.asc()).nullsLast())
    .orderBy('number', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return { total, rows: rows.map(toRecord) }
}
