/** A table with a line per label: sortable figures, a search if there are many, the total always visible. */
import { Input, Table, type TableColumnsType } from 'antd'
import { isValidElement, type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { shortLabels, usualLength } from '../../../lib/short-label.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import { useIsPrinting } from '../../../ui/print/use-is-printing.ts'
import { useWidth } from '../../../ui/use-width.ts'

const searchedFrom = 10
/** Width of the table in px from which `.jr-label` is wide, and the characters that its three lines then hold. */
const wide = 860
const wideLength = 130
/** Keeps an ellipsis in the line of what follows it. */
const wordJoiner = '\u2060'

export interface LabelLine {
  /** null = total. */
  readonly label: string | null
  readonly isTransaction?: boolean
}

/** A column of figures. */
export interface FigureColumn<Line> {
  readonly title: string
  readonly value: (line: Line) => number | null
  readonly show: (line: Line) => ReactNode
}

export function LabelTable<Line extends LabelLine>({
  lines,
  columns,
  pageSize = 20,
}: {
  readonly lines: readonly Line[]
  readonly columns: readonly FigureColumn<Line>[]
  readonly pageSize?: number
}) {
  const t = useT()
  // All rows are wanted on paper.
  const isPrinting = useIsPrinting()
  const [box, width] = useWidth<HTMLDivElement>(wide)
  const [search, setSearch] = useState('')
  const total = lines.find(({ label }) => label === null)
  const labels = lines.filter(({ label }) => label !== null)
  const wanted = search.trim().toLowerCase()
  const shown = labels.filter(({ label }) => label?.toLowerCase().includes(wanted))
  const shortNames = useShortNames(labels, isPrinting, width)
  const tableColumns: TableColumnsType<Line> = [
    {
      title: t('jmeterReport.column.label'),
      fixed: 'left',
      className: 'jr-label',
      sorter: (a, b) => (a.label ?? '').localeCompare(b.label ?? ''),
      render: (_, line) => <LabelText line={line} shortNames={shortNames} />,
    },
    ...columns.map(({ title, value, show }): TableColumnsType<Line>[number] => ({
      title,
      align: 'right',
      className: 'numeric',
      sorter: (a, b) => (value(a) ?? -1) - (value(b) ?? -1),
      render: (_, line) => show(line),
    })),
  ]
  return (
    <div ref={box}>
      {labels.length > searchedFrom && (
        <Input.Search
          allowClear
          className="jr-find no-print"
          placeholder={t('jmeterReport.findLabel')}
          aria-label={t('jmeterReport.findLabel')}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      <Table<Line>
        size="small"
        className="jr-table"
        rowKey={line => `${line.label}`}
        columns={tableColumns}
        dataSource={shown}
        pagination={
          shown.length > pageSize && !isPrinting
            ? { defaultPageSize: pageSize, size: 'small', showSizeChanger: true, itemRender: pageItem(t) }
            : false
        }
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        locale={{ emptyText: t('table.nothingMatches') }}
        summary={() =>
          total && (
            <Table.Summary.Row className="jr-total">
              {tableColumns.map((column, index) => (
                // The columns of a table keep their order.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Summary.Cell key={index} index={index} align={index === 0 ? 'left' : 'right'}>
                  {cellOf(column, total)}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
    </div>
  )
}

/** Short forms by label, so that labels which differ only at the end do not look alike; whole on paper. */
function useShortNames(lines: readonly LabelLine[], isPrinting: boolean, width: number) {
  const length = isPrinting ? Number.POSITIVE_INFINITY : width < wide ? usualLength : wideLength
  const names = lines.flatMap(({ label }) => label ?? [])
  const key = names.join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- the names changed when `key` does
  return useMemo(() => shortLabels(names, length), [key, length])
}

export function LabelText({
  line,
  shortNames,
}: {
  readonly line: LabelLine
  /** Left out: the label is drawn whole. */
  readonly shortNames?: ReadonlyMap<string, string>
}) {
  const t = useT()
  if (line.label === null) return t('jmeterReport.total')
  return (
    <span
      className={line.isTransaction ? 'jr-transaction' : undefined}
      title={line.isTransaction ? `${line.label} · ${t('jmeterReport.transaction')}` : line.label}
    >
      {(shortNames?.get(line.label) ?? line.label).replace(/^…/, `…${wordJoiner}`)}
    </span>
  )
}

/** The content of the column in the row of the total. */
function cellOf<Line>(column: TableColumnsType<Line>[number], total: Line): ReactNode {
  const cell = column.render?.(undefined, total, -1)
  return typeof cell === 'string' || isValidElement(cell) ? cell : null
}
