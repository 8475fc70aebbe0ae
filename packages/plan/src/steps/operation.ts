/** What a request does, whatever its protocol: the operation stands under the protocol's name. */
import { type ProtocolName, protocolDefinition } from '@pone/protocols/definitions.ts'
import type { CheckpointSource, ExtractorSource, OfferedOperation } from '@pone/schema/protocol.ts'

/** A request step, as far as its protocol is concerned. */
interface OverProtocol {
  readonly protocol: ProtocolName
}

/** The operation of a request step; its protocol's definition reads it. @throws when there is none, which is a defect */
export function operationOf(step: OverProtocol): object {
  const operation: unknown = Reflect.get(step, step.protocol)
  if (typeof operation === 'object' && operation !== null) return operation
  throw new Error(`The step has no operation of ${step.protocol}`)
}

/** What the editor offers that this operation is. */
export function offeredOperationOf(step: OverProtocol): OfferedOperation<object> | undefined {
  const definition = protocolDefinition(step.protocol)
  const key = definition.keyOf(operationOf(step))
  return definition.operations.find(offered => offered.key === key)
}

/** What checkpoints and extractors of the step can look at. */
export function answerSourcesOf(step: OverProtocol): {
  checkpointSources: readonly CheckpointSource[]
  extractorSources: readonly ExtractorSource[]
} {
  return { ...protocolDefinition(step.protocol), ...offeredOperationOf(step) }
}
