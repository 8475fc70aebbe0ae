/** The form of an element: a control per property, as the registry describes it. */

import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { type FormField, fieldsOf, fieldValue, isShown, setField } from '@pone/jmeter/elements/form.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { useId } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { usePlan } from '../plan/plan-context.ts'
import { FieldControl } from './field-control.tsx'
import { FieldTable } from './field-table.tsx'
import { ListField } from './list-field.tsx'

interface PropertyFormProps {
  readonly node: JmxNode
  readonly definition: ElementDefinition
}

export function PropertyForm({ node, definition }: PropertyFormProps) {
  const fields = fieldsOf(definition).filter(field => isShown(node, field))
  return (
    <div className="jm-fields">
      {fields.map(field => (
        <Field key={field.path.join('/')} node={node} field={field} />
      ))}
    </div>
  )
}

const wideKinds: readonly FormField['kind'][] = ['table', 'code', 'list']

function Field({ node, field }: { readonly node: JmxNode; readonly field: FormField }) {
  const language = useSession('language')
  const { edit } = usePlan()
  const id = useId()
  const label = field.label[language]
  const isWide = wideKinds.includes(field.kind)
  const set = (value: string) =>
    edit(plan => setField(plan, node.key, field, value), {
      joinKey: `${node.key}:${field.path.join('/')}`,
    })
  return (
    <div className={isWide ? 'jm-field is-wide' : 'jm-field'} data-property={field.name}>
      <label className="jm-label" htmlFor={id}>
        {label}
      </label>
      <div className="jm-control">
        {field.kind === 'table' ? (
          <FieldTable node={node} field={field} label={label} />
        ) : field.kind === 'list' ? (
          <ListField node={node} field={field} label={label} />
        ) : (
          <FieldControl id={id} field={field} label={label} value={fieldValue(node, field)} onChange={set} />
        )}
        {field.hint !== null && <span className="cd-help">{field.hint[language]}</span>}
      </div>
    </div>
  )
}
