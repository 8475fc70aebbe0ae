/** An editable table of rows with columns of their own, e.g. bound parameters of a statement. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { FieldWith, WidgetProps } from '../../../ui/form/form-host.ts'
import { textOf } from '../../../ui/form/widgets/plain-widgets.tsx'
import { TemplateInput } from './template-input.tsx'
import './rows-table.css'

type TableField = FieldWith<'table'>
type Column = TableField['columns'][number]
type Row = Readonly<Record<string, unknown>>

export function RowsTable({ field, label, value, isReadOnly, onChange }: WidgetProps<TableField>) {
  const t = useT()
  const language = useSession('language')
  const rows: readonly Row[] = Array.isArray(value) ? value : []
  const set = (at: number, name: string, cell: unknown, isTyped: boolean) =>
    onChange(
      rows.map((row, index) => (index === at ? { ...row, [name]: cell } : row)),
      isTyped ? `${at}.${name}` : undefined,
    )
  return (
    <div className="cd-rows">
      {rows.length > 0 && (
        <table aria-label={label}>
          <thead>
            <tr>
              <th aria-label="#" />
              {field.columns.map(column => (
                <th key={column.name}>{column.label[language]}</th>
              ))}
              <th aria-label={t('action.delete')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // Rows have no key of their own; their order is what counts.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <td className="cd-rows-number">{at + 1}</td>
                {field.columns.map(column => (
                  <td key={column.name}>
                    <Cell
                      column={column}
                      label={`${column.label[language]} ${at + 1}`}
                      value={row[column.name]}
                      isReadOnly={isReadOnly}
                      onChange={(cell, isTyped) => set(at, column.name, cell, isTyped)}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    disabled={isReadOnly}
                    aria-label={`${t('action.delete')} ${at + 1}`}
                    onClick={() => onChange(rows.filter((_, index) => index !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        icon={<PlusOutlined />}
        disabled={isReadOnly}
        onClick={() => onChange([...rows, { ...field.newRow }])}
      >
        {t('action.add')}
      </Button>
    </div>
  )
}

interface CellProps {
  readonly column: Column
  readonly label: string
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onChange: (value: unknown, isTyped: boolean) => void
}

function Cell({ column, label, value, isReadOnly, onChange }: CellProps) {
  const language = useSession('language')
  switch (column.widget) {
    case 'boolean':
      return (
        <Checkbox
          checked={value === true}
          disabled={isReadOnly}
          aria-label={label}
          onChange={event => onChange(event.target.checked, false)}
        />
      )
    case 'choice':
      return (
        <Select
          value={textOf(value)}
          disabled={isReadOnly}
          aria-label={label}
          popupMatchSelectWidth={false}
          style={{ minWidth: 110 }}
          options={(column.options ?? []).map(option => ({
            value: option.value,
            label: option.label[language],
          }))}
          onChange={next => onChange(next, false)}
        />
      )
    case 'number':
      return (
        <InputNumber
          value={Number(value)}
          readOnly={isReadOnly}
          aria-label={label}
          onChange={next => onChange(next ?? 0, true)}
        />
      )
    case 'template':
      return (
        <TemplateInput isMono value={textOf(value)} label={label} onChange={next => onChange(next, true)} />
      )
  }
}
