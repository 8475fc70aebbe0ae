/** The trace that a page shows; asked for again while it may still arrive. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Services report their spans some seconds after they ended. */
const arrivalMs = 60_000
const pollMs = 5_000

/** Whether the spans of a request that ended then may still arrive; `endedAt` 0: not known. */
export const mayArrive = (endedAt: number, now: number): boolean => now - endedAt < arrivalMs

export const traceQuery = (projectId: string, traceId: string, endedAt: number) =>
  queryOptions({
    queryKey: ['trace', 'read', projectId, traceId],
    queryFn: ({ signal }) => api.trace.read({ projectId, traceId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'notFound' && mayArrive(endedAt, Date.now()) ? pollMs : false,
  })
