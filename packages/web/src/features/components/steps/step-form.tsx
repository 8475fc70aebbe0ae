/** The form of a step, rendered from the definition of its kind. */
import { definitionOf, type Step, schemaOfKind } from '@pone/plan/steps/registry.ts'
import type { FormValues } from '@pone/schema/form.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { objectSource } from '../../../ui/form/object-source.ts'
import { StepContext, type StepContextValue } from '../context/step-context.ts'
import { useComponentHost } from '../fields/component-widgets.tsx'
import { stepParts } from './step-parts.tsx'

export function StepForm({ step, onEdit, focus }: StepContextValue) {
  const host = useComponentHost(stepParts)
  const source = objectSource({
    values: step,
    schema: schemaOfKind(step.kind),
    prefix: `${step.id}:`,
    onChange: (values: FormValues, typedInto) => {
      // The form changes fields of the step's own kind; the editor validates their values like typed text.
      const changed = { ...step, ...values } as Step
      onEdit(changed, typedInto)
    },
  })
  return (
    <StepContext value={{ step, onEdit, focus }}>
      <div className="cd-form">
        <FormView form={definitionOf(step.kind).form} source={source} host={host} />
      </div>
    </StepContext>
  )
}
