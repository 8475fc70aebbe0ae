/** Calls of monitors: the list and the form, groups, start and stop. */
import type { monitorCalls } from '@pone/contract/calls/monitor.ts'
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import type { Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { MonitorService, MonitorServiceDeps } from './monitor.service.ts'
import { changeCredential } from './monitor-credential.ts'
import type { createMonitorGroupService } from './monitor-group.service.ts'

export interface MonitorApiDeps {
  readonly monitors: MonitorService
  readonly groups: ReturnType<typeof createMonitorGroupService>
  readonly monitorDeps: MonitorServiceDeps
}

export const monitorApi = (deps: MonitorApiDeps): Handlers<typeof monitorCalls> => ({
  ...monitorApiOf(deps),
  ...groupApi(deps),
})

/** What an operation record shows: the form, without states. */
const recorded = ({
  state: _1,
  problem: _2,
  collector: _3,
  lastAt: _4,
  projectId: _5,
  isRunning: _6,
  runningSince: _7,
  fastRun: _8,
  ...shown
}: Monitor) => shown

/** For callers who may not view executions, without that for which it is collected each second. */
const seenBy = ({ functions }: ProjectCaller['project'], monitor: Monitor): Monitor =>
  monitor.fastRun === null || functions.has('run.view')
    ? monitor
    : { ...monitor, fastRun: { id: null, number: null } }

const joined = (names: readonly string[]): string =>
  names.length > 20 ? `${names.slice(0, 20).join(', ')} … (${names.length})` : names.join(', ')

function monitorApiOf({ monitors, monitorDeps }: MonitorApiDeps) {
  return {
    list: async (input, { project }) => {
      const page = await monitors.list(input)
      return { ...page, rows: page.rows.map(monitor => seenBy(project, monitor)) }
    },
    counts: ({ projectId }) => monitors.counts(projectId),
    get: async ({ projectId, id }, { project }) => seenBy(project, await monitors.get(projectId, id)),
    agents: ({ projectId }) => monitors.agents(projectId),
    create: async ({ projectId, ...fields }, { audit, user }) => {
      audit.target(fields.name)
      const monitor = await monitors.create(projectId, user.account, fields)
      audit.after(recorded(monitor))
      return monitor
    },
    edit: async ({ projectId, ...given }, { audit, user, project }) => {
      const { before, after } = await monitors.edit(projectId, user.account, given)
      audit.target(after.name)
      audit.before(recorded(before))
      audit.after({
        ...recorded(after),
        secretsChanged: Object.keys(given.params ?? {}).filter(key => after.secretsSet.includes(key)),
      })
      return seenBy(project, after)
    },
    copy: async ({ projectId, ids }, { audit, user }) => {
      const copies = await monitors.copy(projectId, user.account, ids)
      audit.target(joined(copies.map(copy => copy.name)))
      return copies
    },
    delete: async ({ projectId, ids }, { audit }) => {
      const deleted = await monitors.delete(projectId, ids)
      audit.target(joined(deleted.map(monitor => monitor.name)))
      audit.before(deleted.slice(0, 20).map(recorded))
      return {}
    },
    start: async ({ projectId, ids }, { audit, user }) => {
      audit.target(joined(await monitors.start(projectId, user.account, ids)))
      return {}
    },
    stop: async ({ projectId, ids }, { audit, user }) => {
      audit.target(joined(await monitors.stop(projectId, user.account, ids)))
      return {}
    },
    move: async ({ projectId, ids, groupId }, { audit }) => {
      audit.target(joined(await monitors.move(projectId, ids, groupId)))
      audit.after({ groupId })
      return {}
    },
    changeCredential: async ({ projectId, ...change }, { audit, user }) => {
      const names = await changeCredential(monitorDeps, { projectId, by: user.account }, change)
      audit.target(joined(names))
      audit.after({ ...(change.user !== null && { user: change.user }), secretsChanged: ['password'] })
      return {}
    },
  } satisfies Partial<Handlers<typeof monitorCalls>>
}

function groupApi({ groups }: MonitorApiDeps) {
  return {
    groups: ({ projectId }) => groups.list(projectId),
    createGroup: async ({ projectId, name }, { audit }) => {
      audit.target(name)
      return groups.create(projectId, name)
    },
    renameGroup: async ({ projectId, id, name }, { audit }) => {
      const before = await groups.find(projectId, id)
      audit.target(before.name)
      audit.before({ name: before.name })
      audit.after({ name })
      return groups.rename(projectId, id, name)
    },
    deleteGroup: async ({ projectId, id }, { audit }) => {
      audit.target((await groups.find(projectId, id)).name)
      await groups.delete(projectId, id)
      return {}
    },
  } satisfies Partial<Handlers<typeof monitorCalls>>
}
