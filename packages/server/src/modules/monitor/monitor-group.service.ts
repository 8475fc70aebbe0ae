/** Rules of groups of monitors. */
import { randomUUID } from 'node:crypto'
import { type MonitorGroup, maxMonitorGroups } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { MonitorRepository } from './monitor.repository.ts'

export function createMonitorGroupService({
  monitors,
  now,
}: {
  readonly monitors: MonitorRepository
  readonly now: () => number
}) {
  /** @throws AppError NotFound */
  const find = async (projectId: string, id: string): Promise<MonitorGroup> => {
    const group = await monitors.findGroup(projectId, id)
    if (group === undefined) throw new AppError('NotFound', { what: 'monitorGroup' })
    return group
  }
  const named = async (name: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write()
    } catch (cause) {
      if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
      throw cause
    }
  }
  return {
    list: (projectId: string) => monitors.groups(projectId),
    find,
    /** @throws AppError NameExists, MonitorGroupsExceeded */
    create: async (projectId: string, name: string): Promise<MonitorGroup> => {
      const { length } = await monitors.groups(projectId)
      if (length >= maxMonitorGroups) throw new AppError('MonitorGroupsExceeded', { limit: maxMonitorGroups })
      const id = randomUUID()
      await named(name, () => monitors.insertGroup({ id, projectId, name, at: now() }))
      return find(projectId, id)
    },
    /** @throws AppError NotFound, NameExists */
    rename: async (projectId: string, id: string, name: string): Promise<MonitorGroup> => {
      await find(projectId, id)
      await named(name, () => monitors.renameGroup(projectId, id, name))
      return find(projectId, id)
    },
    delete: (projectId: string, id: string) => monitors.deleteGroup(projectId, id),
  }
}
