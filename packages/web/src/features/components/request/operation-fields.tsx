/** The fields of a request's operation, rendered from the form of its protocol. */
import { offeredOperationOf, operationOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import { FormView } from '../../../ui/form/form-view.tsx'
import { objectSource } from '../../../ui/form/object-source.ts'
import { useComponentHost } from '../fields/component-widgets.tsx'

type Request = StepOf<'request'>

interface OperationFieldsProps<S extends Request> {
  readonly step: S
  readonly onEdit: (step: S, field?: string) => void
}

export function OperationFields<S extends Request>({ step, onEdit }: OperationFieldsProps<S>) {
  const host = useComponentHost()
  const { protocol } = step
  const source = objectSource({
    values: operationOf(step),
    schema: protocolDefinition(protocol).operation.schema,
    prefix: `${step.id}:${protocol}.`,
    onChange: (operation, typedInto) =>
      onEdit(
        { ...step, [protocol]: operation },
        typedInto === undefined ? undefined : `${protocol}.${typedInto}`,
      ),
  })
  return (
    <div className="cd-form">
      <FormView form={offeredOperationOf(step)?.form ?? []} source={source} host={host} />
    </div>
  )
}
