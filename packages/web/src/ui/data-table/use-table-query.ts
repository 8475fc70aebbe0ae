/** Queries for tables: the previous rows stay visible while others are fetched. */
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RowsPage } from './data-table.tsx'

/** The parts of a query that a table uses. */
export type TableQuery<P> = Pick<UseQueryResult<P>, 'data' | 'error' | 'isFetching' | 'refetch'>

/** With `refetchInterval`, ms, the rows are refetched while the page is visible. `isFetching` means that the shown rows are not those of the present request. */
export function useTableQuery<P extends RowsPage<unknown>>(options: {
  readonly queryKey: QueryKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<P>
  readonly refetchInterval?: number
}): TableQuery<P> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  return { ...query, isFetching: query.isPlaceholderData }
}
