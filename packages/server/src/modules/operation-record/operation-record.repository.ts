/** Queries on operation records. */
import type { OperationOutcome, OperationRecord } from '@pone/contract/entities/operation-record.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface RecordQuery {
  readonly since: number
  readonly action: string
  readonly account: string
  readonly outcome: 'all' | OperationOutcome
  readonly search: string
  readonly page: number
  readonly pageSize: number
}

export interface OperationRecordRepository {
  insert(record: OperationRecord): Promise<void>
  /** Adds to the number in the record with this id; its first one is inserted. */
  addDeleted(record: OperationRecord, deleted: number): Promise<void>
  list(query: RecordQuery): Promise<{ total: number; rows: OperationRecord[] }>
  /** Latest successful changes in a project. */
  latestOf(projectId: string, limit: number): Promise<OperationRecord[]>
  /** Returns the number of deleted records. */
  deleteBefore(at: number): Promise<number>
}

const columns = [
  'id',
  'at',
  'action',
  'account',
  'api_token as apiToken',
  'as_administrator as asAdministrator',
  'from_address as from',
  'project_id as projectId',
  'project_name as projectName',
  'target',
  'before',
  'after',
  'outcome',
  'error_code as errorCode',
  'error_params as errorParams',
] as const

export function createOperationRecordRepository(database: Database): OperationRecordRepository {
  const insertion = (record: OperationRecord) =>
    database.insertInto('operation_records').values({
      id: record.id,
      at: record.at,
      action: record.action,
      account: record.account,
      api_token: record.apiToken,
      as_administrator: record.asAdministrator,
      from_address: record.from,
      project_id: record.projectId,
      project_name: record.projectName,
      target: record.target,
      before: record.before === null ? null : JSON.stringify(record.before),
      after: record.after === null ? null : JSON.stringify(record.after),
      outcome: record.outcome,
      error_code: record.errorCode,
      error_params: record.errorParams === null ? null : JSON.stringify(record.errorParams),
    })
  return {
    insert: async record => {
      await insertion(record).execute()
    },
    addDeleted: async (record, deleted) => {
      await insertion({ ...record, after: { deleted } })
        .onConflict(conflict =>
          conflict.column('id').doUpdateSet(row => ({
            at: row.ref('excluded.at'),
            after: sql`jsonb_build_object('deleted', (operation_records.after ->> 'deleted')::bigint + ${deleted}::bigint)`,
          })),
        )
        .execute()
    },
    list: async query => {
      const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const filtered = database
        .selectFrom('operation_records')
        .where('at', '>=', query.since)
        .$if(query.action !== '', rows => rows.where('action', '=', query.action))
        .$if(query.account !== '', rows => rows.where('account', '=', query.account))
        .$if(query.outcome !== 'all', rows => rows.where('outcome', '=', query.outcome as OperationOutcome))
        .$if(query.search !== '', rows =>
          rows.where(eb =>
            eb.or((['target', 'account', 'project_name'] as const).map(name => eb(name, 'ilike', pattern))),
          ),
        )
      const { total } = await filtered
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await filtered
        .select(columns)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(query.pageSize)
        .offset((query.page - 1) * query.pageSize)
        .execute()
      return { total, rows }
    },
    latestOf: (projectId, limit) =>
      database
        .selectFrom('operation_records')
        .select(columns)
        .where('project_id', '=', projectId)
        .where('outcome', '=', 'done')
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
    deleteBefore: async at => {
      const { numDeletedRows } = await database
        .deleteFrom('operation_records')
        .where('at', '<', at)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
