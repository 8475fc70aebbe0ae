/** Calls of thread dumps. */
import { Readable } from 'node:stream'
import type { threadDumpCalls } from '@pone/contract/calls/thread-dump.ts'
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ThreadDumpService } from './thread-dump.service.ts'

export function threadDumpApi(service: ThreadDumpService): Handlers<typeof threadDumpCalls> {
  return {
    list: ({ projectId, monitorId }) => service.list(projectId, monitorId),
    get: ({ projectId, id }) => service.get(projectId, id),
    create: async (input, { user, audit }) => {
      const series = await service.create(input, user.account)
      audit.target(series.monitorName)
      audit.after(recorded(series))
      return series
    },
    cancel: async ({ projectId, id }, { audit }) => {
      const cancelled = await service.cancel(projectId, id)
      audit.target(cancelled.monitorName)
      return cancelled
    },
    keep: async ({ projectId, id, isKept }, { audit }) => {
      const series = await service.keep(projectId, id, isKept)
      audit.target(series.monitorName)
      audit.after({ isKept })
      return series
    },
    data: async ({ projectId, id, number }) => ({
      name: `threads-${number}.json.gz`,
      contentType: 'application/gzip',
      body: Readable.from([await service.body(projectId, id, number)]),
    }),
    delete: async ({ projectId, ids }, { audit }) => {
      const names = (await service.delete(projectId, ids)).map(({ monitorName }) => monitorName)
      audit.target([...new Set(names)].join(', '))
      return {}
    },
  }
}

/** What an operation record shows of an order. */
const recorded = ({ dumps, seconds }: ThreadSeries) => ({ dumps, ...(dumps > 1 && { seconds }) })
