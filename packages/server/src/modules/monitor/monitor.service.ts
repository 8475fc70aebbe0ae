/** Rules of monitors: what may be stored, started, stopped and deleted, and how a monitor is described. */
import { randomUUID } from 'node:crypto'
import type { OutputOf } from '@pone/contract/call.ts'
import type { monitorCalls } from '@pone/contract/calls/monitor.ts'
import {
  type Monitor,
  type MonitorAgent,
  type MonitorFields,
  type MonitorParams,
  maxMonitors,
} from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { changedBy } from '@pone/contract/update-input.ts'
import { isBoundToMachine, type MonitorType } from '@pone/monitors/type.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import type { Insertable } from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorTypes, TypeRef } from '../monitor-type/monitor-types.ts'
import type { MonitorListQuery, MonitorRepository, MonitorRow } from './monitor.repository.ts'
import type { MonitorTable } from './monitor.table.ts'
import type { MonitorAgentRow } from './monitor-agents.repository.ts'
import { checkedParams, openSecrets, sealSecrets, targetOf } from './monitor-params.ts'
import type { createMonitorSessionRepository } from './monitor-session.repository.ts'

export interface MonitorServiceDeps {
  readonly monitors: MonitorRepository
  readonly sessions: ReturnType<typeof createMonitorSessionRepository>
  readonly agentsOf: (projectId: string) => Promise<MonitorAgentRow[]>
  readonly types: MonitorTypes
  readonly link: Pick<AgentLink, 'isOnline'>
  readonly secrets: SecretBox
  readonly series: Pick<TimeSeries, 'remove'>
  /** Called after what is collected, or how, has changed. */
  readonly onChange: (monitorIds: readonly string[]) => void
  readonly now: () => number
}

/** Changes of a monitor; what is left out stays. */
export type MonitorEdit = {
  readonly [K in Exclude<keyof MonitorFields, 'type'>]?: MonitorFields[K] | undefined
} & { readonly id: string; readonly revision: number }

export type MonitorService = ReturnType<typeof createMonitorService>

export function createMonitorService(deps: MonitorServiceDeps) {
  return { ...monitorViews(deps), ...monitorEdits(deps), ...monitorBulk(deps), ...monitorRuns(deps) }
}

/** What a new monitor gets. @throws AppError MonitorTypeUnknown */
export async function newestType({ types }: Pick<MonitorServiceDeps, 'types'>, name: string) {
  const newest = await types.newest(name)
  if (newest === undefined) throw new AppError('MonitorTypeUnknown', { type: name })
  return newest
}

/** The type of a stored monitor, in its version. @throws AppError MonitorTypeUnknown */
export async function typeOfRow(
  { types }: { readonly types: Pick<MonitorTypes, 'of'> },
  row: TypeRef,
): Promise<MonitorType> {
  const type = (await types.of([row]))(row)
  if (type === undefined) throw new AppError('MonitorTypeUnknown', { type: row.type })
  return type
}

/** @throws AppError NotFound */
export async function findMonitor(
  { monitors }: Pick<MonitorServiceDeps, 'monitors'>,
  projectId: string,
  id: string,
): Promise<MonitorRow> {
  const row = await monitors.find(projectId, id)
  if (row === undefined) throw new AppError('NotFound', { what: 'monitor' })
  return row
}

export function describeMonitor({ link }: Pick<MonitorServiceDeps, 'link'>, row: MonitorRow): Monitor {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    groupId: row.group_id,
    type: row.type,
    typeVersion: row.type_version,
    params: row.params,
    secretsSet: row.secrets_set,
    agentId: row.agent_id,
    sendIntervalMs: row.send_interval_ms,
    receiveIntervalMs: row.receive_interval_ms,
    frequencyMs: row.frequency_ms,
    slowLogAddress: row.slow_log_address,
    url: row.url,
    notificationEmails: row.notification_emails,
    notificationPhones: row.notification_phones,
    isRunning: row.is_running,
    runningSince: row.running_since,
    state: row.state,
    problem: row.problem,
    collector:
      row.collector_id === null
        ? null
        : {
            id: row.collector_id,
            name: row.collector_name ?? '',
            isOnline: link.isOnline(row.collector_id),
          },
    fastRun: row.fast_run_id === null ? null : { id: row.fast_run_id, number: row.fast_run_number },
    lastAt: row.last_at,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  }
}

/** Monitors for display. */
function monitorViews(deps: MonitorServiceDeps) {
  const { monitors, agentsOf, link } = deps
  return {
    list: async (query: MonitorListQuery): Promise<OutputOf<typeof monitorCalls.list>> => {
      const { total, rows } = await monitors.list(query)
      const { page, pageSize } = query
      return { total, page, pageSize, rows: rows.map(row => describeMonitor(deps, row)) }
    },
    get: async (projectId: string, id: string): Promise<Monitor> =>
      describeMonitor(deps, await findMonitor(deps, projectId, id)),
    counts: (projectId: string) => monitors.counts(projectId),
    agents: async (projectId: string): Promise<MonitorAgent[]> =>
      (await agentsOf(projectId)).map(row => ({ ...row, isOnline: link.isOnline(row.id) })),
  }
}

/** @throws AppError MonitorAgentNeeded */
function assertAgent(type: MonitorType, params: MonitorParams, agentId: string | null): void {
  if (agentId === null && isBoundToMachine(type, params)) throw new AppError('MonitorAgentNeeded')
}

/** @throws AppError MonitorFrequencyTooLong, see section 5 of the specification */
function assertIntervals({
  frequencyMs,
  sendIntervalMs,
  receiveIntervalMs,
}: Pick<MonitorFields, 'frequencyMs' | 'sendIntervalMs' | 'receiveIntervalMs'>): void {
  const limit = Math.min(sendIntervalMs, receiveIntervalMs)
  if (frequencyMs > limit) throw new AppError('MonitorFrequencyTooLong', { frequency: frequencyMs, limit })
}

/** What names, groups and agents refer to must be of the project. @throws AppError NotFound */
async function assertReferences(
  { monitors, agentsOf }: Pick<MonitorServiceDeps, 'monitors' | 'agentsOf'>,
  projectId: string,
  { groupId, agentId }: { groupId?: string | null | undefined; agentId?: string | null | undefined },
): Promise<void> {
  if (typeof groupId === 'string' && (await monitors.findGroup(projectId, groupId)) === undefined)
    throw new AppError('NotFound', { what: 'monitorGroup' })
  if (typeof agentId !== 'string') return
  const agents = await agentsOf(projectId)
  if (!agents.some(agent => agent.id === agentId)) throw new AppError('NotFound', { what: 'agent' })
}

/** @throws AppError NameExists, NotFound */
async function withStoreFaults<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    if (isForeignKeyViolation(cause)) throw new AppError('NotFound', { what: 'monitorGroup' }, { cause })
    throw cause
  }
}

const plainColumns = (fields: Omit<MonitorFields, 'params' | 'type'>) => ({
  name: fields.name,
  group_id: fields.groupId,
  agent_id: fields.agentId,
  send_interval_ms: fields.sendIntervalMs,
  receive_interval_ms: fields.receiveIntervalMs,
  frequency_ms: fields.frequencyMs,
  slow_log_address: fields.slowLogAddress,
  url: fields.url,
  notification_emails: JSON.stringify(fields.notificationEmails),
  notification_phones: JSON.stringify(fields.notificationPhones),
})

/** A new row, checked; stopped. @throws AppError MonitorTypeUnknown, MonitorParamInvalid, MonitorFrequencyTooLong */
async function newRow(
  deps: Pick<MonitorServiceDeps, 'types' | 'secrets' | 'now'>,
  { projectId, by }: { readonly projectId: string; readonly by: string },
  fields: MonitorFields,
): Promise<Insertable<MonitorTable>> {
  assertIntervals(fields)
  const { type, version } = await newestType(deps, fields.type)
  assertAgent(type, fields.params, fields.agentId)
  const { open, secrets } = checkedParams(type, fields.params)
  const at = deps.now()
  return {
    id: randomUUID(),
    project_id: projectId,
    ...plainColumns(fields),
    type: fields.type,
    type_version: version,
    params: JSON.stringify(open),
    sealed_secrets: sealSecrets(deps.secrets, secrets),
    secrets_set: JSON.stringify(Object.keys(secrets)),
    is_running: false,
    running_since: null,
    revision: 1,
    created_by: by,
    created_at: at,
    updated_by: by,
    updated_at: at,
  }
}

/** @throws AppError MonitorsExceeded */
async function insert(
  { monitors }: Pick<MonitorServiceDeps, 'monitors'>,
  projectId: string,
  rows: readonly Insertable<MonitorTable>[],
): Promise<void> {
  if (!(await monitors.insert(projectId, rows, maxMonitors)))
    throw new AppError('MonitorsExceeded', { limit: maxMonitors })
}

/** Creation and changes of one monitor. */
function monitorEdits(deps: MonitorServiceDeps) {
  const { monitors, onChange, now } = deps
  return {
    /** What `create` would refuse of the fields alone. @throws AppError as `create` */
    check: async (fields: MonitorFields): Promise<void> =>
      void (await newRow(deps, { projectId: '', by: '' }, fields)),
    /** @throws AppError NameExists, NotFound, MonitorsExceeded, MonitorTypeUnknown, MonitorParamInvalid, MonitorFrequencyTooLong */
    create: async (projectId: string, by: string, fields: MonitorFields): Promise<Monitor> => {
      const row = await newRow(deps, { projectId, by }, fields)
      await assertReferences(deps, projectId, fields)
      await withStoreFaults(fields.name, () => insert(deps, projectId, [row]))
      return describeMonitor(deps, await findMonitor(deps, projectId, row.id))
    },
    /** @throws AppError as `create`, EditedMeanwhile, MonitorSecretNeeded */
    edit: async (
      projectId: string,
      by: string,
      { id, revision, ...given }: MonitorEdit,
    ): Promise<{ before: Monitor; after: Monitor }> => {
      const row = await findMonitor(deps, projectId, id)
      const before = describeMonitor(deps, row)
      const fields = changedBy<Omit<MonitorFields, 'type'>>(before, given)
      assertIntervals(fields)
      const type = await typeOfRow(deps, row)
      assertAgent(type, fields.params, fields.agentId)
      await assertReferences(deps, projectId, given)
      const isStored = await withStoreFaults(fields.name, () =>
        monitors.update(
          { projectId, id, revision },
          {
            ...plainColumns(fields),
            ...(given.params === undefined ? {} : changedParams(deps, type, { row, given: given.params })),
            updated_by: by,
            updated_at: now(),
          },
        ),
      )
      const after = describeMonitor(deps, await findMonitor(deps, projectId, id))
      if (!isStored)
        throw new AppError('EditedMeanwhile', {
          editor: after.updatedBy,
          at: after.updatedAt,
          revision: after.revision,
        })
      onChange([id])
      return { before, after }
    },
  }
}

/** What is done with several monitors. */
function monitorBulk(deps: MonitorServiceDeps) {
  const { monitors, series, now } = deps
  return {
    /** Stopped copies with their secrets. @throws AppError NotFound, MonitorsExceeded */
    copy: async (projectId: string, by: string, ids: readonly string[]): Promise<Monitor[]> => {
      const originals = await ownRows(deps, projectId, ids)
      const taken = new Set(await monitors.names(projectId))
      const copies = originals.map(({ name: original, ...row }) => {
        const name = freeName(original, wanted => taken.has(wanted), { maxLength: maxNameLength })
        taken.add(name)
        return copiedRow({ ...row, name }, by, now())
      })
      await withStoreFaults(copies[0]?.name ?? '', () => insert(deps, projectId, copies))
      const created = await monitors.findAll(
        projectId,
        copies.map(copy => copy.id),
      )
      return created.map(row => describeMonitor(deps, row))
    },
    /** @throws AppError NotFound */
    move: async (projectId: string, ids: readonly string[], groupId: string | null): Promise<string[]> => {
      const rows = await ownRows(deps, projectId, ids)
      await assertReferences(deps, projectId, { groupId })
      await withStoreFaults('', () => monitors.move(projectId, ids, groupId))
      return rows.map(row => row.name)
    },
    /** With all that was collected. @throws AppError NotFound, MonitorRunning */
    delete: async (projectId: string, ids: readonly string[]): Promise<Monitor[]> => {
      const rows = await ownRows(deps, projectId, ids)
      const running = await monitors.delete(projectId, ids)
      if (running.length > 0)
        throw new AppError('MonitorRunning', { monitors: running.slice(0, 5).join(', ') })
      for (const id of ids) await series.remove(id)
      return rows.map(row => describeMonitor(deps, row))
    },
  }
}

/** A stored monitor, and the parameters that it is to have. */
interface SecretOwner {
  readonly row: Pick<MonitorRow, 'params' | 'sealed_secrets'>
  readonly given: MonitorFields['params']
}

/** Columns of parameters that were given; a stored secret is never sent to another host or port. */
function changedParams(
  { secrets: box }: Pick<MonitorServiceDeps, 'secrets'>,
  type: MonitorType,
  { row, given }: SecretOwner,
) {
  const { open, secrets } = checkedParams(type, given, storedSecrets({ secrets: box }, type, { row, given }))
  return {
    params: JSON.stringify(open),
    sealed_secrets: sealSecrets(box, secrets),
    secrets_set: JSON.stringify(Object.keys(secrets)),
  }
}

/** The stored secrets, as long as `given` names the same target. @throws AppError MonitorSecretNeeded */
export function storedSecrets(
  { secrets: box }: Pick<MonitorServiceDeps, 'secrets'>,
  type: MonitorType,
  { row, given }: SecretOwner,
) {
  const stored = openSecrets(box, row.sealed_secrets) ?? {}
  if (targetOf(type, row.params) === targetOf(type, given)) return stored
  const missing = type.params.find(
    param => stored[param.key] !== undefined && (given[param.key] ?? '') === '',
  )
  if (missing !== undefined) throw new AppError('MonitorSecretNeeded', { param: missing.names })
  return {}
}

/** All of them, or none. @throws AppError NotFound */
export async function ownRows(
  { monitors }: Pick<MonitorServiceDeps, 'monitors'>,
  projectId: string,
  ids: readonly string[],
): Promise<MonitorRow[]> {
  const rows = await monitors.findAll(projectId, ids)
  if (rows.length < new Set(ids).size) throw new AppError('NotFound', { what: 'monitor' })
  return rows
}

function copiedRow(row: MonitorRow, by: string, at: number): Insertable<MonitorTable> {
  const { state: _1, problem: _2, last_at: _3, collector_id: _4, collector_name: _5, ...told } = row
  const { fast_run_id: _6, fast_run_number: _7, frequency_in_force_ms: _8, ...columns } = told
  return {
    ...columns,
    id: randomUUID(),
    params: JSON.stringify(row.params),
    secrets_set: JSON.stringify(row.secrets_set),
    notification_emails: JSON.stringify(row.notification_emails),
    notification_phones: JSON.stringify(row.notification_phones),
    is_running: false,
    running_since: null,
    revision: 1,
    created_by: by,
    created_at: at,
    updated_by: by,
    updated_at: at,
  }
}

/** Start and stop. */
function monitorRuns(deps: MonitorServiceDeps) {
  const { sessions, onChange, now } = deps
  const changing =
    (change: typeof sessions.start) =>
    async (projectId: string, by: string, ids: readonly string[]): Promise<string[]> => {
      await ownRows(deps, projectId, ids)
      const changed = await change({ projectId, ids, at: now(), by })
      onChange(changed.map(row => row.id))
      return changed.map(row => row.name)
    }
  return {
    /** Those that run already stay as they are. Returns the names of the others. @throws AppError NotFound */
    start: changing(change => sessions.start(change)),
    stop: changing(change => sessions.stop(change)),
  }
}
