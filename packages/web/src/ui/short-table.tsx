/** A table of few rows without pages, sorting or selection; the page that shows it need not load the component library's table. */
import type { ReactNode } from 'react'
import './short-table.css'

export interface ShortColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly align?: 'right'
  /** Left out in a narrow place; the full list has it too. */
  readonly isMinor?: boolean
  readonly render: (row: Row) => ReactNode
}

const classOf = (isMinor: boolean | undefined) => (isMinor === true ? 'is-minor' : undefined)

export function ShortTable<Row>({
  rows,
  columns,
  rowId,
  onRowClick,
}: {
  readonly rows: readonly Row[]
  readonly columns: readonly ShortColumn<Row>[]
  readonly rowId: (row: Row) => string
  /** For the mouse; the row also needs a link for the keyboard. */
  readonly onRowClick?: (row: Row) => void
}) {
  return (
    <div className="short-table">
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title, align, isMinor }) => (
              <th key={key} scope="col" align={align} className={classOf(isMinor)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={rowId(row)}
              className={onRowClick && 'short-table-row-opens'}
              onClick={onRowClick && (() => onRowClick(row))}
            >
              {columns.map(({ key, align, isMinor, render }) => (
                <td key={key} align={align} className={classOf(isMinor)}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
