/** A list of texts, a line each. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type FormField, listValues, removeRow, setList } from '@pone/jmeter/elements/form.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { usePlan } from '../plan/plan-context.ts'
import { TypedField } from './typed-field.tsx'

interface ListFieldProps {
  readonly node: JmxNode
  readonly field: FormField
  readonly label: string
}

export function ListField({ node, field, label }: ListFieldProps) {
  const t = useT()
  const { edit, isReadOnly } = usePlan()
  const values = listValues(node, field)
  return (
    <>
      {values.length === 0 && <span className="cd-help">{t('jmeterPlan.row.none')}</span>}
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no identity but their place
        <span key={index} className="jm-inline">
          <TypedField
            value={value}
            label={t('jmeterPlan.cell', { column: label, number: index + 1 })}
            onChange={next =>
              edit(plan => setList(plan, node.key, field, values.with(index, next)), {
                joinKey: `${node.key}:${field.path.join('/')}:${index}`,
              })
            }
          />
          {!isReadOnly && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('jmeterPlan.row.delete', { number: index + 1 })}
              onClick={() => edit(plan => removeRow(plan, node.key, field, index))}
            />
          )}
        </span>
      ))}
      {!isReadOnly && (
        <Button
          size="small"
          type="dashed"
          className="jm-add-row"
          icon={<PlusOutlined />}
          onClick={() => edit(plan => setList(plan, node.key, field, [...values, '']))}
        >
          {t('jmeterPlan.row.add')}
        </Button>
      )}
    </>
  )
}
