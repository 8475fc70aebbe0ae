/** The audit: records every change and every refused or failed attempt, lists, counts and prunes the records. */
import { createHash, randomUUID } from 'node:crypto'
import type { AutomaticAction } from '@pone/contract/entities/automatic-actions.ts'
import type {
  OperationRecord,
  OperationStatistics,
  operationRanges,
} from '@pone/contract/entities/operation-record.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { OperationEntry } from '../../calls/operation-entry.ts'
import type { OperationRecordRepository, RecordQuery } from './operation-record.repository.ts'
import type {
  OperationCount,
  OperationStatisticsRepository,
  StatisticsQuery,
} from './operation-statistics.repository.ts'

type Range = (typeof operationRanges)[number]

export interface StatisticsAsked {
  readonly range: Range
  readonly timeZone: string
}

/** What was deleted by its age in a project. */
export interface Expired {
  readonly action: AutomaticAction
  readonly projectId: string
  readonly projectName: string
  readonly count: number
}

export interface OperationRecordService {
  record(entry: OperationEntry): Promise<void>
  /** One record per action, project and day (UTC), whose number grows. */
  recordExpired(expired: Expired): Promise<void>
  list(
    query: Omit<RecordQuery, 'since'> & { range: Range },
  ): Promise<{ total: number; page: number; pageSize: number; rows: OperationRecord[] }>
  statistics(asked: StatisticsAsked): Promise<OperationStatistics>
  /** The lines of an export. */
  counts(asked: StatisticsAsked): Promise<OperationCount[]>
  prune(keepDays: number): Promise<number>
}

const dayMs = 24 * 3_600_000
const rangeMs: Record<Range, number> = { '1d': dayMs, '1w': 7 * dayMs, '1m': 30 * dayMs, '3m': 90 * dayMs }
/** Longer values are cut, so that large documents do not fill the audit. */
const maxValueLength = 20_000

export function createOperationRecordService(
  repository: OperationRecordRepository,
  statistics: OperationStatisticsRepository,
  clock: Clock,
): OperationRecordService {
  const queryOf = ({ range, timeZone }: StatisticsAsked): StatisticsQuery => {
    const until = clock()
    return { since: until - rangeMs[range], until, step: range === '1d' ? 'hour' : 'day', timeZone }
  }
  return {
    record: entry =>
      repository.insert({
        id: randomUUID(),
        at: clock(),
        action: entry.action,
        account: entry.account,
        apiToken: entry.apiToken,
        asAdministrator: entry.asAdministrator,
        from: entry.from,
        projectId: entry.project?.id ?? null,
        projectName: entry.project?.name ?? null,
        target: entry.target.slice(0, 500),
        before: shorten(entry.before),
        after: shorten(entry.after),
        outcome: entry.outcome,
        errorCode: entry.error?.code ?? null,
        errorParams: entry.error === null ? null : bounded(entry.error.params),
      }),
    recordExpired: ({ action, projectId, projectName, count }) => {
      const at = clock()
      const record = {
        id: idOf(`${action} ${projectId} ${Math.floor(at / dayMs)}`),
        at,
        action,
        account: '',
        apiToken: null,
        asAdministrator: false,
        from: '',
        projectId,
        projectName,
        target: '',
        before: null,
        after: null,
        outcome: 'done',
        errorCode: null,
        errorParams: null,
      } as const
      return repository.addDeleted(record, count)
    },
    list: async ({ range, ...query }) => {
      const { total, rows } = await repository.list({ ...query, since: clock() - rangeMs[range] })
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    statistics: async asked => {
      const query = queryOf(asked)
      const [actions, people, times] = await Promise.all([
        statistics.actions(query),
        statistics.people(query),
        statistics.times(query),
      ])
      return { actions, people, times }
    },
    counts: asked => statistics.lines(queryOf(asked)),
    prune: keepDays => repository.deleteBefore(clock() - keepDays * dayMs),
  }
}

/** The same for the same text, so that several servers add to one record. @see RFC 9562, version 8 */
function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Without the parameters, when they are longer than a value may be. */
const bounded = (params: ErrorParams): ErrorParams | null =>
  JSON.stringify(params).length <= maxValueLength ? params : null

function shorten(value: unknown): unknown {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= maxValueLength ? value : { cut: text.slice(0, maxValueLength), length: text.length }
}
