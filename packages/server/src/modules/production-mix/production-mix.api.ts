/** Calls of production mixes. */
import type { productionMixCalls } from '@pone/contract/calls/production-mix.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { LogCounts } from './log-counts.ts'
import type { ProductionMixService } from './production-mix.service.ts'

export const productionMixApi = (
  mixes: ProductionMixService,
  logs: LogCounts,
): Handlers<typeof productionMixCalls> => ({
  list: query => mixes.list(query),
  names: ({ projectId }) => mixes.names(projectId),
  get: ({ projectId, id }) => mixes.get(projectId, id),
  create: async ({ projectId, name, document }, { user, audit }) => {
    audit.target(name)
    const row = await mixes.create(projectId, user.account, { name, document })
    audit.after(row)
    return row
  },
  rename: async ({ projectId, id, name }, { audit }) => {
    const { name: before } = await mixes.row(projectId, id)
    audit.target(before)
    audit.before({ name: before })
    audit.after({ name })
    return mixes.rename(projectId, id, name)
  },
  delete: async ({ projectId, id }, { audit }) => {
    const row = await mixes.row(projectId, id)
    audit.target(row.name)
    audit.before(row)
    await mixes.delete(projectId, id)
    return {}
  },
  logFiles: ({ projectId, agentId }) => logs.files({ projectId, agentId }),
  countLog: async ({ projectId, agentId, ...order }, { audit }) => {
    const { countId, machine } = await logs.start({ projectId, agentId }, order)
    audit.target(machine)
    audit.after(order)
    return { countId }
  },
  logCount: ({ projectId, agentId, countId }) => logs.state({ projectId, agentId }, countId),
  endLogCount: async ({ projectId, agentId, countId }) => {
    await logs.end({ projectId, agentId }, countId)
    return {}
  },
})
