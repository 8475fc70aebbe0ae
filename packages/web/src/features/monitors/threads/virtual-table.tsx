/** A table of rows of equal height of which only those in view are drawn; its first column opens a row. */
import { type ReactNode, useMemo, useRef } from 'react'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'

/** Height of a row, CSS pixels; `.thread-table` draws it. */
const rowPx = 32

export interface VirtualColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  /** CSS width; without it the column takes what is left. */
  readonly width?: number | string
  readonly align?: 'right'
  readonly render: (row: Row) => ReactNode
}

interface VirtualTableProps<Row> {
  readonly label: string
  readonly columns: readonly VirtualColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowId, chosen, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => evenRows(rows.length, rowPx), [rows.length])
  const keys = useMemo(() => rows.map(rowId), [rows, rowId])
  const rendered = useVirtualRows({ box, layout, rows, keys, current: chosen || undefined })
  const bottomOf = (at: number) => {
    const row = rendered[at]
    return row === undefined ? 0 : row.topPx + row.heightPx
  }
  const belowPx = layout.totalPx - bottomOf(rendered.length - 1)
  return (
    <div
      ref={box}
      className="thread-table"
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ key, title, width, align }) => (
              <th key={key} scope="col" style={{ width }} align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rendered.flatMap(({ row, topPx }, index) => {
            const id = rowId(row)
            const gapPx = topPx - bottomOf(index - 1)
            return [
              gapPx > 0 && <tr key={`above ${id}`} aria-hidden style={{ height: gapPx }} />,
              <tr
                key={id}
                data-row={id}
                aria-rowindex={Math.round(topPx / rowPx) + 2}
                className={id === chosen ? 'is-chosen' : undefined}
                onClick={() => onChoose(id)}
              >
                {columns.map(({ key, align, render }, at) => (
                  <td key={key} align={align}>
                    {at === 0 ? (
                      <button
                        type="button"
                        className="link-button"
                        aria-pressed={id === chosen}
                        onClick={() => onChoose(id)}
                      >
                        {render(row)}
                      </button>
                    ) : (
                      render(row)
                    )}
                  </td>
                ))}
              </tr>,
            ]
          })}
          {belowPx > 0 && <tr aria-hidden style={{ height: belowPx }} />}
        </tbody>
      </table>
    </div>
  )
}
