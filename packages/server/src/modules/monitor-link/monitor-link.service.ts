/** Rules of monitoring links: what may be saved, started, stopped, deleted and bound, and what they show while they run. */
import { randomUUID } from 'node:crypto'
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import {
  type LinkNode,
  type LinkTopology,
  type MonitorLink,
  type MonitorLinkRow,
  maxMonitorLinks,
} from '@pone/contract/entities/monitor-link.ts'
import {
  type LinkProblem,
  linkProblems,
  linkProblemTexts,
} from '@pone/contract/entities/monitor-link-rules.ts'
import { AppError } from '@pone/contract/errors.ts'
import { textIn } from '@pone/schema/bilingual.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import type {
  LinkBinding,
  LinkListRow,
  LinkRow,
  LinkSessionQuery,
  MonitorLinkQuery,
  MonitorLinkRepository,
} from './monitor-link.repository.ts'
import type { createMonitorLinkSessionRepository } from './monitor-link-session.repository.ts'
import type { PictureService } from './pictures/picture.service.ts'

export interface MonitorLinkDeps {
  readonly links: MonitorLinkRepository
  readonly sessions: ReturnType<typeof createMonitorLinkSessionRepository>
  readonly pictures: Pick<PictureService, 'use'>
  readonly agentsOf: (projectId: string) => Promise<MonitorAgent[]>
  /** Called after monitors were started or stopped. */
  readonly onChange: (monitorIds: readonly string[]) => void
  /** Called after a link may collect at another frequency in runs. */
  readonly onFrequency: () => void
  readonly now: () => number
}

export type MonitorLinkService = ReturnType<typeof createMonitorLinkService>

export function createMonitorLinkService(deps: MonitorLinkDeps) {
  return { ...linkViews(deps), ...linkEdits(deps), ...linkRuns(deps) }
}

/** Monitors that the nodes name, each once. */
export const monitorIdsOf = ({ nodes }: LinkTopology): string[] => [
  ...new Set(nodes.flatMap(node => node.monitorId ?? [])),
]

export function describeLink({ states, ...row }: LinkListRow): MonitorLinkRow {
  return {
    id: row.id,
    name: row.name,
    nodes: row.nodes,
    edges: row.edges,
    monitors: states.length,
    byState: {
      stopped: 0,
      waiting: 0,
      up: 0,
      partly: 0,
      down: 0,
      noAgent: 0,
      ...Object.fromEntries(
        [...Map.groupBy(states, state => state)].map(([state, all]) => [state, all.length]),
      ),
    },
    isRunning: row.is_running,
    runningSince: row.running_since,
    scenarios: row.scenarios,
    collectsEachSecond: row.collects_each_second,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  }
}

/** @throws AppError NotFound */
export async function findLink(
  { links }: Pick<MonitorLinkDeps, 'links'>,
  projectId: string,
  id: string,
): Promise<LinkRow> {
  const row = await links.find(projectId, id)
  if (row === undefined) throw new AppError('NotFound', { what: 'monitorLink' })
  return row
}

async function wholeLink(
  deps: Pick<MonitorLinkDeps, 'links'>,
  projectId: string,
  row: LinkRow,
): Promise<MonitorLink> {
  const linked = await deps.links.monitors(projectId, monitorIdsOf(row.topology))
  return { ...describeLink(row), topology: row.topology, linked }
}

/** Links for display. */
function linkViews(deps: MonitorLinkDeps) {
  const { links, sessions } = deps
  return {
    list: async (query: MonitorLinkQuery) => {
      const { total, rows } = await links.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows: rows.map(describeLink) }
    },
    all: async (projectId: string): Promise<MonitorLinkRow[]> =>
      (await links.all(projectId)).map(describeLink),
    get: async (projectId: string, id: string): Promise<MonitorLink> =>
      wholeLink(deps, projectId, await findLink(deps, projectId, id)),
    sessions: async (query: LinkSessionQuery) => {
      const { total, rows } = await sessions.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
  }
}

/** @throws AppError MonitorLinkInvalid */
function assertValid(name: string, topology: LinkTopology): void {
  const [problem] = linkProblems({ name, ...topology })
  if (problem === undefined) return
  throw new AppError('MonitorLinkInvalid', {
    place: placeOf(problem, topology),
    detail: {
      zh: textIn(linkProblemTexts[problem.code], problem.params, 'zh'),
      en: textIn(linkProblemTexts[problem.code], problem.params, 'en'),
    },
  })
}

function placeOf({ at, id }: LinkProblem, { nodes, edges }: LinkTopology) {
  const alias = (at === 'node' ? nodes : edges).find(part => part.id === id)?.alias ?? ''
  if (at === 'map') return ''
  return at === 'node'
    ? { zh: `节点“${alias}”：`, en: `node “${alias}”: ` }
    : { zh: `连线“${alias}”：`, en: `connection “${alias}”: ` }
}

/** The nodes with the present names of what they stand for; what does not exist keeps its former name. */
async function withNames(
  { links, agentsOf }: Pick<MonitorLinkDeps, 'links' | 'agentsOf'>,
  projectId: string,
  topology: LinkTopology,
): Promise<{ topology: LinkTopology; monitorIds: string[] }> {
  const monitors = new Map(
    (await links.monitors(projectId, monitorIdsOf(topology))).map(monitor => [monitor.id, monitor]),
  )
  const needsMachines = topology.nodes.some(node => node.machineId !== null)
  const machines = new Map((needsMachines ? await agentsOf(projectId) : []).map(agent => [agent.id, agent]))
  const named = (node: LinkNode): LinkNode => {
    const monitor = monitors.get(node.monitorId ?? '')
    const machine = machines.get(node.machineId ?? '')
    return {
      ...node,
      targetName: monitor?.name ?? machine?.name ?? node.targetName,
      targetType: monitor?.type ?? node.targetType,
    }
  }
  return { topology: { ...topology, nodes: topology.nodes.map(named) }, monitorIds: [...monitors.keys()] }
}

/** @throws AppError NameExists; NotFound when a monitor or scenario was deleted meanwhile */
async function withStoreFaults<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    if (isForeignKeyViolation(cause)) throw new AppError('NotFound', { what: 'monitorLinkPart' }, { cause })
    throw cause
  }
}

/** Why a link was not changed. */
const refusalOf = (row: LinkRow): AppError =>
  row.is_running
    ? new AppError('MonitorLinkRunning', { links: row.name })
    : new AppError('EditedMeanwhile', { editor: row.updated_by, at: row.updated_at, revision: row.revision })

export interface LinkSave {
  readonly id: string | null
  readonly revision: number
  readonly name: string
  readonly topology: LinkTopology
}

/** Creation and changes. */
function linkEdits(deps: MonitorLinkDeps) {
  const { links, now } = deps
  const insert = async (projectId: string, by: string, name: string, topology: LinkTopology) => {
    const id = randomUUID()
    const named = await withNames(deps, projectId, topology)
    const isStored = await withStoreFaults(name, () =>
      links.insert({ projectId, id, name, ...named, at: now(), by }, maxMonitorLinks),
    )
    if (!isStored) throw new AppError('MonitorLinksExceeded', { limit: maxMonitorLinks })
    return id
  }
  return {
    /** @throws AppError MonitorLinkInvalid, MonitorLinkRunning, EditedMeanwhile, NameExists, NotFound, MonitorLinksExceeded */
    save: async (projectId: string, by: string, { id, revision, name, topology }: LinkSave) => {
      const before = id === null ? null : await findLink(deps, projectId, id)
      if (before?.is_running === true) throw refusalOf(before)
      assertValid(name, topology)
      await deps.pictures.use(projectId, topology)
      if (id === null)
        return {
          before,
          after: await findWhole(deps, projectId, await insert(projectId, by, name, topology)),
        }
      const named = await withNames(deps, projectId, topology)
      const link = { projectId, id, name, ...named, at: now(), by }
      const isStored = await withStoreFaults(name, () => links.update(link, revision))
      if (!isStored) throw refusalOf(await findLink(deps, projectId, id))
      return { before, after: await findWhole(deps, projectId, id) }
    },
    /** @throws AppError NotFound, NameExists, MonitorLinkRunning */
    rename: async (projectId: string, by: string, { id, name }: { id: string; name: string }) => {
      const before = await findLink(deps, projectId, id)
      const link = { projectId, id, name, at: now(), by }
      if (!(await withStoreFaults(name, () => links.rename(link))))
        throw refusalOf(await findLink(deps, projectId, id))
      return before.name
    },
    /** @throws AppError NotFound, MonitorLinksExceeded */
    copy: async (projectId: string, by: string, id: string): Promise<MonitorLinkRow> => {
      const row = await findLink(deps, projectId, id)
      const taken = new Set(await links.allNames(projectId))
      const name = freeName(row.name, wanted => taken.has(wanted), { maxLength: maxNameLength })
      return describeLink(await findLink(deps, projectId, await insert(projectId, by, name, row.topology)))
    },
    /** Returns their names. @throws AppError NotFound, MonitorLinkRunning */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const names = await ownNames(deps, projectId, ids)
      const running = await links.delete(projectId, ids)
      if (running.length > 0)
        throw new AppError('MonitorLinkRunning', { links: running.slice(0, 5).join(', ') })
      return names
    },
    /** Returns the link as it was before. @throws AppError NotFound */
    bind: async (projectId: string, id: string, binding: LinkBinding): Promise<LinkRow> => {
      const before = await findLink(deps, projectId, id)
      const scenarioIds = [...new Set(binding.scenarioIds)]
      if ((await links.scenarios(projectId, scenarioIds)) < scenarioIds.length)
        throw new AppError('NotFound', { what: 'scenario' })
      await withStoreFaults('', () => links.bind(id, { ...binding, scenarioIds }))
      deps.onFrequency()
      return before
    },
  }
}

const findWhole = async (deps: Pick<MonitorLinkDeps, 'links'>, projectId: string, id: string) =>
  wholeLink(deps, projectId, await findLink(deps, projectId, id))

/** All of them, or none. @throws AppError NotFound */
async function ownNames(
  { links }: Pick<MonitorLinkDeps, 'links'>,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await links.names(projectId, ids)
  if (rows.length < new Set(ids).size) throw new AppError('NotFound', { what: 'monitorLink' })
  return rows.map(row => row.name)
}

/** Start and stop. Both return the names of the links that were changed; others stay as they are. */
function linkRuns(deps: MonitorLinkDeps) {
  const { sessions, onChange, now } = deps
  const changing =
    (change: typeof sessions.start) =>
    async (projectId: string, by: string, ids: readonly string[]): Promise<readonly string[]> => {
      await ownNames(deps, projectId, ids)
      const { names, monitorIds } = await change({ projectId, ids, at: now(), by })
      if (monitorIds.length > 0) onChange(monitorIds)
      return names
    }
  return {
    /** @throws AppError NotFound */
    start: changing(change => sessions.start(change)),
    /** @throws AppError NotFound */
    stop: changing(change => sessions.stop(change)),
  }
}
