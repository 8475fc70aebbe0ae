/** A request step as observers receive it. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import type { LabelledRequest } from './observer.ts'

/** The step with its label; `index` −1 = without a label. */
export function labelledRequest(
  { id, protocol: protocolName }: StepOf<'request'>,
  { index, name }: { index: number; name: string },
): LabelledRequest {
  const protocol = protocolDefinition(protocolName)
  return { id, label: index, name, protocol, phaseKeys: protocol.phases.map(({ key }) => key) }
}
