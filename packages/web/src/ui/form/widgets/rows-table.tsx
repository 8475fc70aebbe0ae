/** An editable table of rows with its own columns, e.g. bound parameters of a statement. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { FormField, FormValues, TableColumn } from '@pone/schema/form.ts'
import { openBounds } from '@pone/schema/schema-at.ts'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { DrawnWidget } from '../drawn-widget.tsx'
import type { FieldWith, WidgetProps } from '../form-host.ts'
import './rows-table.css'
import { ActionsHeading } from '../../data-table/actions-heading.tsx'

type TableProps = WidgetProps<FieldWith<'table'>>

export function RowsTable(props: TableProps) {
  const { field, label, value, isReadOnly, onChange } = props
  const t = useT()
  const rows: readonly FormValues[] = Array.isArray(value) ? value : []
  return (
    <div className="form-rows">
      {rows.length === 0 ? (
        <span className="cd-help">{t('form.rows.none')}</span>
      ) : (
        <div className="form-rows-scroll">
          <table aria-label={label}>
            <Head field={field} />
            <tbody>
              {rows.map((_, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows are identified only by their position
                <Row key={at} {...props} rows={rows} at={at} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => onChange([...rows, { ...field.newRow }])}
        >
          {t('form.rows.add')}
        </Button>
      )}
    </div>
  )
}

const isNarrow = ({ widget }: TableColumn): boolean => widget === 'boolean'

function Head({ field: { columns, isNumbered } }: Pick<TableProps, 'field'>) {
  const language = useSession('language')
  return (
    <thead>
      <tr>
        {isNumbered === true && <th className="is-narrow" aria-label="#" />}
        {columns.map(column => (
          <th key={column.name} scope="col" className={isNarrow(column) ? 'is-narrow' : undefined}>
            {column.label[language]}
          </th>
        ))}
        <th scope="col" className="is-narrow">
          <ActionsHeading />
        </th>
      </tr>
    </thead>
  )
}

interface RowProps extends TableProps {
  readonly rows: readonly FormValues[]
  readonly at: number
}

function Row({ rows, at, ...props }: RowProps) {
  const t = useT()
  const { field, isReadOnly, onChange } = props
  return (
    <tr>
      {field.isNumbered === true && <td className="is-narrow form-rows-number">{at + 1}</td>}
      {field.columns.map(column => (
        <td key={column.name} className={isNarrow(column) ? 'is-narrow' : undefined}>
          <Cell {...props} rows={rows} at={at} column={column} />
        </td>
      ))}
      <td className="is-narrow">
        {!isReadOnly && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('form.rows.delete', { number: at + 1 })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        )}
      </td>
    </tr>
  )
}

/** A field with the column's widget; options are shown in a list, as cells are narrow. */
const fieldOf = (column: TableColumn): FormField =>
  column.widget === 'choice' ? { ...column, look: 'list' } : column

const chosenCells: readonly TableColumn['widget'][] = ['boolean', 'choice']

function Cell({ rows, at, column, ...props }: RowProps & { readonly column: TableColumn }) {
  const t = useT()
  const language = useSession('language')
  const { field, widgets, isReadOnly, path, onChange } = props
  const { name, widget } = column
  const set = (value: unknown) =>
    onChange(
      rows.map((row, index) => (index === at ? { ...row, [name]: value } : row)),
      chosenCells.includes(widget) ? undefined : `${at}.${name}`,
    )
  return (
    <DrawnWidget
      field={fieldOf(column)}
      label={t('form.rows.cell', { column: column.label[language], number: at + 1 })}
      value={rows[at]?.[name] ?? field.newRow[name]}
      bounds={openBounds}
      isReadOnly={isReadOnly}
      path={`${path}.${at}.${name}`}
      widgets={widgets}
      onChange={set}
    />
  )
}
