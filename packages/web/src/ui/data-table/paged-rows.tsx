/** A table of columns as those of a short table whose rows are all in the browser, with pages where they are many. */
import { Table } from 'antd'
import type { ShortColumn } from '../short-table.tsx'
import { useRowPages } from './use-row-pages.ts'
import './paged-rows.css'

export function PagedRows<Row extends object>({
  rows,
  columns,
  rowId,
}: {
  readonly rows: readonly Row[]
  readonly columns: readonly ShortColumn<Row>[]
  readonly rowId: (row: Row) => string
}) {
  const pagination = useRowPages(rows.length)
  return (
    <Table<Row>
      size="small"
      rowKey={rowId}
      dataSource={rows}
      className="paged-rows"
      columns={columns.map(({ key, title, align, isMinor, render }) => ({
        key,
        title,
        className: isMinor === true ? 'is-minor' : '',
        ...(align && { align }),
        render: (_: unknown, row: Row) => render(row),
      }))}
      pagination={pagination}
      scroll={{ x: 'max-content' }}
    />
  )
}
