/** The calls of the specification's section 7: running monitors, counters of a type, the tree of monitors, and monitoring links. */
import type { monitorViewCalls } from '@pone/contract/calls/monitor-view.ts'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MonitorLinkService } from '../monitor-link/monitor-link.service.ts'
import { seenBy } from '../monitor-link/seen-scenarios.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { createMonitorViewRepository } from './monitor-view.repository.ts'

export interface MonitorViewApiDeps {
  readonly views: ReturnType<typeof createMonitorViewRepository>
  readonly links: Pick<MonitorLinkService, 'all' | 'get' | 'save'>
  readonly types: MonitorTypes
}

type MonitorRow = Awaited<ReturnType<MonitorViewApiDeps['views']['monitors']>>[number]

const linkOf = ({ id, name: alias, type, is_running: isRunning, state }: MonitorRow) => ({
  id,
  alias,
  type,
  isRunning,
  state,
})

export function monitorViewApi({
  views,
  links,
  types,
}: MonitorViewApiDeps): Handlers<typeof monitorViewCalls> {
  return {
    getLinksByUserId: async ({ projectId }, { project }) => {
      const running = (await views.monitors(projectId)).filter(row => row.is_running)
      return {
        linkMap: Object.fromEntries(running.map(row => [row.id, linkOf(row)])),
        links: (await links.all(projectId)).map(link => {
          const { id, name, isRunning, scenarios } = seenBy(project, link)
          return { id, name, isRunning, scenarios }
        }),
      }
    },
    findAllCounterByType: async ({ type }) => countersOf((await types.newest(type))?.type, type),
    getMonitorViewTree: async ({ projectId }) => {
      const found = await views.monitors(projectId)
      const typeOf = await types.of(found)
      const groups = Map.groupBy(found, row => row.group_id)
      return [...groups].map(([id, rows]) => ({
        id,
        name: rows[0]?.group_name ?? '',
        monitors: rows.map(row => ({ ...linkOf(row), charts: chartsOf(typeOf(row)) })),
      }))
    },
    saveMonitorView: async ({ projectId, ...given }, { audit, user, project }) => {
      audit.target(given.name)
      const { before, after } = await links.save(projectId, user.account, given)
      if (before !== null) audit.before(recorded(before.name, before.topology))
      audit.after(recorded(after.name, after.topology))
      return seenBy(project, after)
    },
    getMonitorView: async ({ projectId, id }, { project }) => seenBy(project, await links.get(projectId, id)),
  }
}

/** What an operation record shows: a topology of 1,000 nodes as their aliases. */
const recorded = (name: string, { nodes, edges, background }: LinkTopology) => ({
  name,
  background: background?.pictureId ?? null,
  nodes: nodes.slice(0, 50).map(node => node.alias),
  edges: edges.slice(0, 50).map(edge => edge.alias),
})

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
