/** Queries of thread dumps; all keys begin with `threadsKey`. Orders are asked again every second while they run. */
import { storedThreadsSchema, type ThreadDump, threadDumpOf } from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import { queryOptions } from '@tanstack/react-query'
import { api, fileBytes } from '../../../../lib/api.ts'

export const threadsKey = ['threadDumps'] as const
const lookEveryMs = 1_000
/** A series may have many threads: its dumps are dropped soon after the page was left. */
const dumpKeptMs = 30_000

const isRunning = (series: ThreadSeries | undefined): boolean => series?.state === 'running'

/** `monitorId`: null = of all monitors. */
export const seriesListQuery = (projectId: string, monitorId: string | null) =>
  queryOptions<ThreadSeries[]>({
    queryKey: [...threadsKey, projectId, 'list', monitorId],
    queryFn: ({ signal }) => api.threadDump.list({ projectId, monitorId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? lookEveryMs : false),
  })

export const seriesQuery = (projectId: string, id: string) =>
  queryOptions<ThreadSeries>({
    queryKey: [...threadsKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.threadDump.get({ projectId, id }, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? lookEveryMs : false),
  })

export interface DumpPlace {
  readonly id: string
  readonly number: number
}

/** What is stored of a dump never changes. */
export const dumpQuery = (projectId: string, { id, number }: DumpPlace) =>
  queryOptions<ThreadDump>({
    queryKey: [...threadsKey, projectId, 'dump', id, number],
    queryFn: async ({ signal }) =>
      unpacked(await fileBytes.threadDump.data({ projectId, id, number }, signal)),
    gcTime: dumpKeptMs,
    staleTime: Infinity,
    // Compared value by value, all threads would be walked for nothing.
    structuralSharing: false,
  })

async function unpacked(packed: Blob): Promise<ThreadDump> {
  const text = packed.stream().pipeThrough(new DecompressionStream('gzip'))
  const dump = threadDumpOf(storedThreadsSchema.parse(await new Response(text).json()))
  if (dump === null) throw new Error('the thread dump contradicts itself')
  return dump
}
