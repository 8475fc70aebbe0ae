/** A table of values that a recording holds, of which some are chosen, below what choosing one means. */
import { Table, type TableProps } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'

interface ChosenValuesProps<Row> {
  readonly help: string
  readonly rows: readonly Row[]
  readonly columns: NonNullable<TableProps<Row>['columns']>
  /** Ids of rows. */
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

export function ChosenValues<Row extends { readonly id: number }>(props: ChosenValuesProps<Row>) {
  const { help, rows, columns, chosen, onChange } = props
  const pages = useRowPages(rows.length)
  return (
    <>
      <p className="cd-help">{help}</p>
      <div className="cd-recording-table">
        <Table
          size="small"
          rowKey="id"
          dataSource={rows}
          pagination={pages}
          columns={columns}
          rowSelection={{
            // The box in the head selects one page.
            ...(pages !== false && { selections: [Table.SELECTION_ALL, Table.SELECTION_NONE] }),
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...chosen],
            onChange: keys => onChange(new Set(keys.map(Number))),
          }}
        />
      </div>
    </>
  )
}

/** The column of the requests that send a value. */
export function useUsesColumn() {
  const t = useT()
  return {
    title: t('component.recording.usedIn'),
    dataIndex: 'usedIn',
    render: (usedIn: string, { moreUses }: { readonly moreUses: number }) => (
      <>
        {usedIn}
        {moreUses > 0 && (
          <div className="cd-help">{t('component.recording.moreUses', { count: moreUses })}</div>
        )}
      </>
    ),
  }
}
