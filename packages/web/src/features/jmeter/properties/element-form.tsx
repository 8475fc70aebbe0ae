/** The form of an element, rendered from its definition in the registry. */
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { elementForm } from '@pone/jmeter/elements/element-form.ts'
import { helpOf } from '@pone/jmeter/elements/help/help.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import type { FormHost, FrameProps } from '../../../ui/form/form-host.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { usePlan } from '../plan/plan-context.ts'
import { elementSource } from './element-source.ts'
import { elementWidgets } from './element-widgets.tsx'

interface ElementFormProps {
  readonly node: JmxNode
  readonly definition: ElementDefinition
}

export function ElementForm({ node, definition }: ElementFormProps) {
  const { edit, isReadOnly } = usePlan()
  const host: FormHost = { widgets: elementWidgets, parts: {}, Frame, isReadOnly }
  return (
    <div className="jm-fields">
      <FormView
        form={elementForm(definition, helpOf)}
        source={elementSource(node, definition, edit)}
        host={host}
      />
    </div>
  )
}

function Frame({ path, controlId, label, help, isWide, children }: FrameProps) {
  return (
    <div className={isWide ? 'jm-field is-wide' : 'jm-field'} data-property={path}>
      {controlId === undefined ? (
        <span className="jm-label">{label}</span>
      ) : (
        <label className="jm-label" htmlFor={controlId}>
          {label}
        </label>
      )}
      <div className="jm-control">
        {children}
        {help !== undefined && <span className="cd-help">{help}</span>}
      </div>
    </div>
  )
}
