/** The table of every list page: paging, sorting, column choice, selection bar, and its empty, error and loading states. */
import { SettingOutlined, WarningFilled } from '@ant-design/icons'
import { pageSizes } from '@pone/schema/limits.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Checkbox, Dropdown, Table, type TableProps } from 'antd'
import { type Key, type MouseEvent, type ReactNode, useState } from 'react'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, type EmptyStateProps, ErrorState, LoadingState } from '../page/page-states.tsx'
import './data-table.css'
import { useWidth } from '../use-width.ts'
import { ActionsHeading } from './actions-heading.tsx'
import { BodyHeadings, BodyWithHead } from './body-head.tsx'
import type { DataColumn } from './data-column.ts'
import { joinColumns } from './join-columns.tsx'
import { pageItem } from './page-item.tsx'
import { TitleLines } from './title-lines.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'
import type { ListState, PageSize } from './use-list.ts'

export type { DataColumn }

export interface RowsPage<Row> {
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly rows: readonly Row[]
}

export interface DataTableProps<Row, F extends Record<string, string>, S extends string> {
  /** Storage key of the column choice in the browser. */
  readonly storageKey: string
  readonly label: string
  readonly columns: readonly DataColumn<Row, S>[]
  readonly query: Pick<UseQueryResult<RowsPage<Row>>, 'data' | 'error' | 'isFetching' | 'refetch'>
  readonly list: ListState<F, S>
  readonly rowId: (row: Row) => string
  /** Search field and filters. */
  readonly filters?: ReactNode
  /** Shown when the list is empty without any filter. */
  readonly empty: Pick<EmptyStateProps, 'title' | 'text' | 'action' | 'startWith'>
  readonly onRowClick?: (row: Row) => void
  readonly selection?: TableSelection<Row>
}

export interface TableSelection<Row> {
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly isDisabled?: (row: Row) => boolean
  /** Bulk actions for the selected rows. */
  readonly actions: ReactNode
  /** Selects the rows of all pages; offered once those of one page are selected. */
  readonly chooseAll?: () => Promise<void>
  /** Maximum number of rows that can be selected at once. */
  readonly most?: number
}

/** Width in px of a table before it is measured: no columns are joined. */
const usualWidth = 1_600

export function DataTable<Row, F extends Record<string, string>, S extends string>(
  props: DataTableProps<Row, F, S>,
) {
  const { columns, query, list, rowId, selection } = props
  const { data, error } = query
  const { isHidden, toggle } = useHiddenColumns(props.storageKey, columns)
  const isEmpty = data?.total === 0 && !list.isFiltered
  const [section, width] = useWidth<HTMLElement>(usualWidth)
  return (
    <section ref={section} className="data-table" aria-label={props.label}>
      <div className="data-table-bar">
        <div className="data-table-filters">{props.filters}</div>
        {!isEmpty && <ColumnChoice columns={columns} isHidden={isHidden} toggle={toggle} />}
      </div>
      {selection && selection.ids.length > 0 && (
        <SelectionBar selection={selection} data={data} rowId={rowId} />
      )}
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState rows={8} />
        )
      ) : (
        <>
          {error && <StaleNote onRetry={() => void query.refetch()} />}
          {isEmpty ? (
            <EmptyState {...props.empty} />
          ) : (
            <RowsTable {...props} data={data} isHidden={isHidden} width={width} />
          )}
        </>
      )}
    </section>
  )
}

/** Shown if the rows are older than the refetch interval because refetching failed. */
function StaleNote({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT()
  return (
    <div className="data-table-stale" role="status">
      <WarningFilled aria-hidden /> {t('table.stale')}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </div>
  )
}

/** The number of selected rows, and the actions on them. */
function SelectionBar<Row>(props: {
  readonly selection: TableSelection<Row>
  readonly data: RowsPage<Row> | undefined
  readonly rowId: (row: Row) => string
}) {
  const { selection, data, rowId } = props
  const { ids, chooseAll } = selection
  const t = useT()
  return (
    <div
      className="data-table-selection"
      role="toolbar"
      aria-label={t('table.selected', { count: ids.length })}
    >
      <span>{t('table.selected', { count: ids.length })}</span>
      {chooseAll && data?.rows.every(row => ids.includes(rowId(row))) && (
        <ChooseAll
          chosen={ids.length}
          total={data.total}
          most={selection.most ?? data.total}
          onChoose={chooseAll}
        />
      )}
      {selection.actions}
      <button type="button" className="link-button" onClick={() => selection.onChange([])}>
        {t('table.clearSelection')}
      </button>
    </div>
  )
}

function RowsTable<Row, F extends Record<string, string>, S extends string>(
  props: DataTableProps<Row, F, S> & {
    readonly data: RowsPage<Row>
    readonly isHidden: (column: DataColumn<Row, S>) => boolean
    /** Of the place for the table, in px. */
    readonly width: number
  },
) {
  const { data, columns, list, selection, isHidden, onRowClick } = props
  const t = useT()
  const shown = joinColumns(
    columns.filter(column => !isHidden(column)),
    props.width,
  )
  // A column without visible heading holds the actions of its rows.
  const headings = shown.map(({ title }) => title || t('table.actions'))
  const table = (
    <Table<Row>
      aria-label={props.label}
      components={bodyWithHead}
      size="small"
      rowKey={props.rowId}
      columns={shown.map(column => tableColumn(column, list))}
      dataSource={data.rows}
      onChange={(_pager, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        const sort = columns.find(column => column.key === sorter.columnKey)?.sort
        // Sorting cannot be turned off: the third click reverses the order again.
        if (sort) list.setSort(sort, list.sort !== sort || !list.descending)
      }}
      sticky
      scroll={{ x: 'max-content' }}
      className={props.query.isFetching ? 'data-table-fetching' : ''}
      locale={{
        emptyText: (
          <EmptyState
            title={t('table.nothingMatches')}
            action={
              <button type="button" className="link-button" onClick={list.reset}>
                {t('table.resetFilters')}
              </button>
            }
          />
        ),
      }}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.ids],
          preserveSelectedRowKeys: true,
          onChange: (keys: Key[]) => selection.onChange(keys.map(String)),
          getCheckboxProps: (row: Row) => ({ disabled: selection.isDisabled?.(row) ?? false }),
        },
      })}
      {...(onRowClick && {
        rowClassName: 'data-table-row-opens',
        onRow: (row: Row) => ({
          onClick: event => {
            if (!isControl(event.target)) onRowClick(row)
          },
        }),
      })}
      pagination={{
        current: list.page,
        pageSize: list.pageSize,
        total: data.total,
        showSizeChanger: true,
        pageSizeOptions: pageSizes.map(String),
        showLessItems: true,
        showTotal: total => t('table.total', { count: total }),
        itemRender: pageItem(t, list.page),
        onChange: (page, size) => list.setPage(page, size as PageSize),
      }}
    />
  )
  return <BodyHeadings value={selection ? [t('table.select'), ...headings] : headings}>{table}</BodyHeadings>
}

const bodyWithHead = { body: { wrapper: BodyWithHead } }

/** A column in the format of the table component. */
function tableColumn<Row, S extends string>(
  { key, title, titleLines, render, sort, width, align, fixed, ellipsis }: DataColumn<Row, S>,
  list: Pick<ListState<Record<string, string>, S>, 'sort' | 'descending'>,
): NonNullable<TableProps<Row>['columns']>[number] {
  return {
    key,
    title: titleLines ? <TitleLines lines={titleLines} /> : title || <ActionsHeading />,
    render: (_value: unknown, row: Row) => render(row),
    ...(width && { width }),
    ...(align && { align }),
    ...(fixed && { fixed }),
    ...(ellipsis && { ellipsis }),
    onCell: () => ({ onMouseEnter: showCutText }),
    ...(sort && {
      sorter: true,
      // The first order is repeated after the second: antd would otherwise remove the sorting and report no column.
      sortDirections: ['ascend', 'descend', 'ascend'],
      sortOrder: list.sort !== sort ? null : list.descending ? 'descend' : 'ascend',
      showSorterTooltip: false,
    }),
  }
}

function ChooseAll(props: {
  readonly chosen: number
  readonly total: number
  readonly most: number
  readonly onChoose: () => Promise<void>
}) {
  const { chosen, total, most, onChoose } = props
  const count = Math.min(total, most)
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)
  if (chosen >= count) return null
  const choose = () => {
    setChoosing(true)
    onChoose()
      .catch(showError)
      .finally(() => setChoosing(false))
  }
  return (
    <button type="button" className="link-button" disabled={isChoosing} onClick={choose}>
      {t(total > most ? 'table.chooseFirst' : 'table.chooseAll', { count })}
    </button>
  )
}

/** Text that does not fit its cell is shown in full in a tooltip. */
function showCutText({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const texts = [cell, ...cell.querySelectorAll('.link-button, .data-table-first, .data-table-joined')]
  const isCut = texts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  cell.title = isCut ? cell.innerText : ''
}

/** A click on a link, button or field inside a row is handled by it, not by the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest(
    'a, button, input, label, .ant-checkbox-wrapper, .ant-table-selection-column, .ant-dropdown, .ant-modal-root',
  ) !== null

function ColumnChoice<Row, S extends string>(props: {
  readonly columns: readonly DataColumn<Row, S>[]
  readonly isHidden: (column: DataColumn<Row, S>) => boolean
  readonly toggle: (key: string) => void
}) {
  const t = useT()
  const choosable = props.columns.filter(column => column.visibility !== 'always')
  if (choosable.length < 2) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      popupRender={() => (
        <div className="data-table-columns">
          {choosable.map(column => (
            <Checkbox
              key={column.key}
              checked={!props.isHidden(column)}
              onChange={() => props.toggle(column.key)}
            >
              {column.title}
            </Checkbox>
          ))}
        </div>
      )}
    >
      <button
        type="button"
        className="icon-button"
        aria-label={t('table.columns')}
        title={t('table.columns')}
      >
        <SettingOutlined />
      </button>
    </Dropdown>
  )
}
