/** Paging, sorting, search and filters of a list page, stored in the address. */
import { defaultPageSize, pageSizes } from '@pone/schema/limits.ts'
import { useMemo } from 'react'
import { useUrlState } from '../../lib/navigation/url-state.ts'

export type PageSize = (typeof pageSizes)[number]

export interface ListState<F extends Record<string, string>, S extends string> {
  readonly page: number
  readonly pageSize: PageSize
  readonly search: string
  readonly sort: S
  readonly descending: boolean
  readonly filters: F
  /** Search or filters differ from the defaults. */
  readonly isFiltered: boolean
  readonly setPage: (page: number, pageSize: PageSize) => void
  readonly setSort: (sort: S, descending: boolean) => void
  /** Any filter change goes back to the first page. */
  readonly setFilters: (filters: Partial<F> & { readonly search?: string }) => void
  readonly reset: () => void
}

const toPageSize = (value: number): PageSize => pageSizes.find(size => size === value) ?? defaultPageSize

/** `filters` and `sort` are the defaults and must be constants. */
export function useList<
  const S extends string,
  F extends Record<string, string> = Record<never, string>,
>(options: { readonly sort: S; readonly descending?: boolean; readonly filters?: F }): ListState<F, S> {
  const defaults = useMemo(
    () => ({
      ...options.filters,
      search: '',
      page: 1,
      pageSize: defaultPageSize as number,
      sort: options.sort as string,
      descending: options.descending ?? true,
    }),
    [options],
  )
  const [state, change] = useUrlState(defaults)
  return useMemo(() => {
    const { search, page, pageSize, sort, descending, ...filters } = state
    const filterDefaults: Record<string, string> = options.filters ?? {}
    return {
      page: Math.max(1, Math.floor(page)),
      pageSize: toPageSize(pageSize),
      search,
      sort: sort as S,
      descending,
      filters: filters as unknown as F,
      isFiltered:
        search !== '' ||
        Object.entries(filters).some(([name, value]) => String(value) !== filterDefaults[name]),
      setPage: (nextPage, nextSize) =>
        change({ page: nextSize === pageSize ? nextPage : 1, pageSize: nextSize }),
      setSort: (nextSort, isDescending) => change({ sort: nextSort, descending: isDescending, page: 1 }),
      setFilters: changes => change({ ...changes, page: 1 } as Parameters<typeof change>[0]),
      reset: () => change({ ...filterDefaults, search: '', page: 1 } as Parameters<typeof change>[0]),
    }
  }, [state, change, options.filters])
}
