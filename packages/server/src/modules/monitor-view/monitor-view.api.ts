/** The calls of the specification's section 7: running monitors, counters of a type, the tree, and views. */
import { randomUUID } from 'node:crypto'
import type { MonitorView, monitorViewCalls } from '@pone/contract/calls/monitor-view.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { createMonitorViewRepository } from './monitor-view.repository.ts'

export interface MonitorViewApiDeps {
  readonly views: ReturnType<typeof createMonitorViewRepository>
  readonly typeOf: (name: string) => MonitorType | undefined
  readonly now: () => number
}

type MonitorRow = Awaited<ReturnType<MonitorViewApiDeps['views']['monitors']>>[number]

const linkOf = ({ id, name: alias, type, is_running: isRunning, state }: MonitorRow) => ({
  id,
  alias,
  type,
  isRunning,
  state,
})

export function monitorViewApi(deps: MonitorViewApiDeps): Handlers<typeof monitorViewCalls> {
  const { views, typeOf } = deps
  return {
    getLinksByUserId: async ({ projectId }) => {
      const running = (await views.monitors(projectId)).filter(row => row.is_running)
      return { linkMap: Object.fromEntries(running.map(row => [row.id, linkOf(row)])) }
    },
    findAllCounterByType: async ({ type }) => countersOf(typeOf(type), type),
    getMonitorViewTree: async ({ projectId }) => {
      const groups = Map.groupBy(await views.monitors(projectId), row => row.group_id)
      return [...groups].map(([id, rows]) => ({
        id,
        name: rows[0]?.group_name ?? '',
        monitors: rows.map(row => ({ ...linkOf(row), charts: chartsOf(typeOf(row.type)) })),
      }))
    },
    saveMonitorView: async ({ projectId, ...given }, { audit }) => {
      audit.target(given.name)
      audit.after({ charts: given.charts })
      return saveView(deps, projectId, given)
    },
    getMonitorView: async ({ projectId, id }) => {
      const found = await views.views(projectId, id)
      if (id !== null && found.length === 0) throw new AppError('NotFound', { what: 'monitorView' })
      return found
    },
    deleteMonitorView: async ({ projectId, id }, { audit }) => {
      const [view] = await views.views(projectId, id)
      if (view === undefined) throw new AppError('NotFound', { what: 'monitorView' })
      audit.target(view.name)
      audit.before({ charts: view.charts })
      await views.delete(projectId, id)
      return {}
    },
  }
}

/** @throws AppError MonitorTypeUnknown */
function countersOf(type: MonitorType | undefined, name: string) {
  if (type === undefined) throw new AppError('MonitorTypeUnknown', { type: name })
  return type.sections.flatMap(section => [
    ...section.counters.map(({ key, names, unit, kind }) => ({
      section: section.key,
      key,
      names,
      unit: kind === 'counter' ? `${unit}/s` : unit,
      kind,
    })),
    ...section.computed.map(({ key, names, unit }) => ({
      section: section.key,
      key,
      names,
      unit,
      kind: 'computed' as const,
    })),
  ])
}

const chartsOf = (type: MonitorType | undefined) =>
  (type?.charts ?? []).map(({ key, names }) => ({ key, names }))

/** Charts of monitors of other projects are not kept. @throws AppError NotFound, NameExists */
async function saveView(
  { views, now }: MonitorViewApiDeps,
  projectId: string,
  given: Omit<MonitorView, 'id'> & { readonly id: string | null },
): Promise<MonitorView> {
  const own = new Set((await views.monitors(projectId)).map(row => row.id))
  if (given.charts.some(chart => !own.has(chart.monitorId)))
    throw new AppError('NotFound', { what: 'monitor' })
  const view = { ...given, id: given.id ?? randomUUID() }
  try {
    if (given.id === null) await views.insert(projectId, view, now())
    else if (!(await views.update(projectId, view, now())))
      throw new AppError('NotFound', { what: 'monitorView' })
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name: given.name }, { cause })
    throw cause
  }
  return view
}
