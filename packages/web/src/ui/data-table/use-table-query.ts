/** What a table shows of the server: rows already seen stay while others come. */
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RowsPage } from './data-table.tsx'

/** What a table needs of a query. */
export type TableQuery<P> = Pick<UseQueryResult<P>, 'data' | 'error' | 'isFetching' | 'refetch'>

/** With `refetchInterval`, ms, the rows are read again while they are looked at. `isFetching` means that other rows than those asked for are shown. */
export function useTableQuery<P extends RowsPage<unknown>>(options: {
  readonly queryKey: QueryKey
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<P>
  readonly refetchInterval?: number
}): TableQuery<P> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  return { ...query, isFetching: query.isPlaceholderData }
}
