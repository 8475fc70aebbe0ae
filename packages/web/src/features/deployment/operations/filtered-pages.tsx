/** A filtered, paged list in all its states, shared by the queue and the operations of a host. */
import { Pagination, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import '../deployment.css'

const pageSize = 20 as const
type Filter = 'all' | 'active' | 'failed' | 'over'

/** Filter and page of a list, with their setters; a new filter starts at page 1. */
export function useFilteredPages<F extends Filter>(first: F) {
  const [asked, setAsked] = useState<{ state: F; page: number }>({ state: first, page: 1 })
  return {
    asked: { ...asked, pageSize },
    filter: (state: F) => setAsked({ state, page: 1 }),
    turn: (page: number) => setAsked({ ...asked, page }),
  }
}

export interface FilteredPagesProps<F extends Filter, R> {
  readonly pages: ReturnType<typeof useFilteredPages<F>>
  readonly filters: readonly F[]
  readonly query: {
    readonly data: { readonly total: number; readonly rows: readonly R[] } | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly isSmall?: boolean
  /** Number of placeholder rows while loading. */
  readonly loadingRows: number
  /** Content beside the filter. */
  readonly beside: ReactNode
  readonly empty: ReactNode
  readonly children: (row: R) => ReactNode
}

export function FilteredPages<F extends Filter, R>(props: FilteredPagesProps<F, R>) {
  const t = useT()
  const { pages, query, children } = props
  const { data, error } = query
  return (
    <>
      <div className="machine-log-tools operation-filters">
        <Segmented<F>
          aria-label={t('action.filter')}
          size={props.isSmall === true ? 'small' : 'middle'}
          value={pages.asked.state}
          onChange={pages.filter}
          options={props.filters.map(value => ({ value, label: t(`queue.${value}`) }))}
        />
        {props.beside}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <LoadingState rows={props.loadingRows} />
      ) : data.rows.length === 0 ? (
        props.empty
      ) : (
        data.rows.map(children)
      )}
      {data && data.total > pageSize && (
        <Pagination
          itemRender={pageItem(t, pages.asked.page)}
          style={{ padding: 12 }}
          size="small"
          current={pages.asked.page}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={pages.turn}
        />
      )}
    </>
  )
}
