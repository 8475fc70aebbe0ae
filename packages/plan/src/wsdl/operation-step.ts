/** Makes a request step of an operation that a description names. */
import { type StepOf, schemaOfKind } from '../steps/registry.ts'
import type { WsdlOperation } from './read-wsdl.ts'
import { escapeTemplate } from './sample-values.ts'

/** A step that calls the operation; `id` has to be new in its component. */
export function stepOfOperation(
  { operation, soapVersion, address, action, envelope }: WsdlOperation,
  id: string,
): StepOf<'request'> {
  return schemaOfKind('request').parse({
    id,
    name: operation.slice(0, 128),
    kind: 'request',
    protocol: 'http',
    http: {
      method: 'POST',
      url: escapeTemplate(address),
      body: { kind: 'soap', version: soapVersion, action: escapeTemplate(action), envelope },
    },
  })
}
