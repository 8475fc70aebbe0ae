/** Where the traces of a project are read. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const tracingConsoleQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['tracingConsole', projectId],
    queryFn: ({ signal }) => api.tracingConsole.get({ projectId }, { signal }),
  })

/** From which the server reads spans. */
export const tracingSystemQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['trace', 'system', projectId],
    queryFn: ({ signal }) => api.trace.system({ projectId }, { signal }),
  })
