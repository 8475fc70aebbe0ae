/** The catalogue trees of a project as queries: one cache entry per tree for all pages, since each has up to 10,000 nodes. */
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const catalogueTrees = {
  component: (projectId: string) =>
    queryOptions({
      queryKey: ['componentTree', projectId],
      queryFn: ({ signal }) => api.component.tree({ projectId }, { signal }),
    }),
  jmeter: (projectId: string) =>
    queryOptions({
      queryKey: ['jmeterTree', projectId],
      queryFn: ({ signal }) => api.jmeterComponent.tree({ projectId }, { signal }),
    }),
  /** Lists of scenarios have keys that begin with this one, so that each change of the tree refetches them. */
  scenario: (projectId: string) =>
    queryOptions({
      queryKey: ['scenario', 'tree', projectId],
      queryFn: ({ signal }) => api.scenario.tree({ projectId }, { signal }),
    }),
} as const
