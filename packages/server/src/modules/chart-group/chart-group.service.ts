/** Rules of chart groups: who saved first, free names, limits, and the present names of their monitors. */
import { randomUUID } from 'node:crypto'
import {
  type ChartCounter,
  type ChartGroup,
  type ChartGroupContent,
  chartGroupContentSchema,
  maxChartGroups,
} from '@pone/contract/entities/chart-group.ts'
import { AppError } from '@pone/contract/errors.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { ChartGroupQuery, ChartGroupRepository, StoredChartGroup } from './chart-group.repository.ts'

export interface ChartGroupDeps {
  readonly groups: ChartGroupRepository
  /** Names of those of these monitors that the project has, by id. */
  readonly monitorNames: (projectId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly now: () => number
}

export interface ChartGroupSave {
  readonly id: string | null
  readonly revision: number
  readonly name: string
  readonly content: ChartGroupContent
}

export type ChartGroupService = ReturnType<typeof createChartGroupService>

export function createChartGroupService(deps: ChartGroupDeps) {
  const { groups } = deps
  return {
    list: async (query: ChartGroupQuery) => {
      const { total, rows } = await groups.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    names: (projectId: string) => groups.names(projectId),
    /** @throws AppError NotFound */
    get: async (projectId: string, id: string): Promise<ChartGroup> =>
      described(await findGroup(deps, projectId, id)),
    runs: (projectId: string, range: { from: number; to: number }) => groups.runs(projectId, range),
    ...groupEdits(deps),
  }
}

const described = (row: StoredChartGroup): ChartGroup => ({
  id: row.id,
  name: row.name,
  ...chartGroupContentSchema.parse(row.content),
  revision: row.revision,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
})

/** @throws AppError NotFound */
async function findGroup(
  { groups }: Pick<ChartGroupDeps, 'groups'>,
  projectId: string,
  id: string,
): Promise<StoredChartGroup> {
  const row = await groups.find(projectId, id)
  if (row === undefined) throw new AppError('NotFound', { what: 'chartGroup' })
  return row
}

/** Counters with the present names of their monitors; one whose monitor does not exist keeps the former name. */
async function withNames(
  { monitorNames }: Pick<ChartGroupDeps, 'monitorNames'>,
  projectId: string,
  content: ChartGroupContent,
): Promise<ChartGroupContent> {
  const ids = content.charts.flatMap(({ counters }) =>
    counters.flatMap(({ source }) => (source.kind === 'monitor' ? [source.monitorId] : [])),
  )
  const names = await monitorNames(projectId, [...new Set(ids)])
  const named = (counter: ChartCounter): ChartCounter => {
    const { source } = counter
    if (source.kind === 'variable') return counter
    return { ...counter, source: { ...source, name: names.get(source.monitorId) ?? source.name } }
  }
  return {
    ...content,
    charts: content.charts.map(chart => ({ ...chart, counters: chart.counters.map(named) })),
  }
}

/** @throws AppError NameExists */
async function withNameFault<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    throw cause
  }
}

/** Creation and changes. */
function groupEdits(deps: ChartGroupDeps) {
  const { groups, now } = deps
  const insert = async (
    projectId: string,
    by: string,
    { name, content }: Pick<ChartGroupSave, 'name' | 'content'>,
  ): Promise<ChartGroup> => {
    const id = randomUUID()
    const group = { projectId, id, name, content: await withNames(deps, projectId, content), at: now(), by }
    const isStored = await withNameFault(name, () => groups.insert(group, maxChartGroups))
    if (!isStored) throw new AppError('ChartGroupsExceeded', { limit: maxChartGroups })
    return described(await findGroup(deps, projectId, id))
  }
  return {
    /** @throws AppError NotFound, EditedMeanwhile, NameExists, ChartGroupsExceeded */
    save: async (projectId: string, by: string, { id, revision, name, content }: ChartGroupSave) => {
      if (id === null) return { before: null, after: await insert(projectId, by, { name, content }) }
      const before = described(await findGroup(deps, projectId, id))
      const group = { projectId, id, name, content: await withNames(deps, projectId, content), at: now(), by }
      const isStored = await withNameFault(name, () => groups.update(group, revision))
      const row = await findGroup(deps, projectId, id)
      if (!isStored)
        throw new AppError('EditedMeanwhile', {
          editor: row.updated_by,
          at: row.updated_at,
          revision: row.revision,
        })
      return { before, after: described(row) }
    },
    /** @throws AppError NotFound, ChartGroupsExceeded */
    copy: async (projectId: string, by: string, id: string): Promise<ChartGroup> => {
      const { name: original, content } = await findGroup(deps, projectId, id)
      const taken = new Set((await groups.names(projectId)).map(({ name }) => name))
      const name = freeName(original, wanted => taken.has(wanted), { maxLength: maxNameLength })
      return insert(projectId, by, { name, content: chartGroupContentSchema.parse(content) })
    },
    /** Returns their names. @throws AppError NotFound, then none is deleted */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const names = await groups.delete(projectId, ids)
      if (names.length === 0) throw new AppError('NotFound', { what: 'chartGroup' })
      return names
    },
  }
}
