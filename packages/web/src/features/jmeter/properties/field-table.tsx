/** Rows of named values: parameters, headers, schedules; each cell is edited in place. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { addRow, type FormField, removeRow, rowValues, setCell } from '@pone/jmeter/elements/form.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { usePlan } from '../plan/plan-context.ts'
import { FieldControl } from './field-control.tsx'

interface FieldTableProps {
  readonly node: JmxNode
  readonly field: FormField
  readonly label: string
}

export function FieldTable({ node, field, label }: FieldTableProps) {
  const t = useT()
  const language = useSession('language')
  const { edit, isReadOnly } = usePlan()
  const columns = field.rows?.columns.filter(column => !column.isHidden) ?? []
  const rows = rowValues(node, field)
  return (
    <>
      {rows.length === 0 ? (
        <span className="cd-help">{t('jmeterPlan.row.none')}</span>
      ) : (
        <div className="jm-table-scroll">
          <table className="jm-table" aria-label={label}>
            <thead>
              <tr>
                {columns.map(column => (
                  <th
                    key={column.name}
                    scope="col"
                    className={column.kind === 'boolean' ? 'is-narrow' : undefined}
                  >
                    {column.label[language]}
                  </th>
                ))}
                <th className="is-narrow" aria-hidden />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
                <tr key={index}>
                  {columns.map(column => (
                    <td key={column.name} className={column.kind === 'boolean' ? 'is-narrow' : undefined}>
                      <FieldControl
                        field={column}
                        label={t('jmeterPlan.cell', { column: column.label[language], number: index + 1 })}
                        value={row[column.name] ?? column.initial}
                        onChange={value =>
                          edit(
                            plan =>
                              setCell(plan, node.key, field, { row: index, column: column.name, value }),
                            { joinKey: `${node.key}:${field.path.join('/')}:${index}:${column.name}` },
                          )
                        }
                      />
                    </td>
                  ))}
                  <td className="is-narrow">
                    {!isReadOnly && (
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('jmeterPlan.row.delete', { number: index + 1 })}
                        onClick={() => edit(plan => removeRow(plan, node.key, field, index))}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <Button
          size="small"
          type="dashed"
          className="jm-add-row"
          icon={<PlusOutlined />}
          onClick={() => edit(plan => addRow(plan, node.key, field))}
        >
          {t('jmeterPlan.row.add')}
        </Button>
      )}
    </>
  )
}
