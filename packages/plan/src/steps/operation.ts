/** What a request does, whatever its protocol: the operation stands under the protocol's name. */
import { type ProtocolName, protocolDefinition } from '@pone/protocols/definitions.ts'
import type { CheckpointSource, ExtractorSource } from '@pone/schema/protocol.ts'

/** A request step, as far as its protocol is concerned. */
type WithOperation<N extends ProtocolName> = { readonly protocol: N } & Readonly<Record<N, object>>

/** The operation of a request step; its protocol's definition reads it. */
export const operationOf = <N extends ProtocolName>(step: WithOperation<N>): object => step[step.protocol]

/** What checkpoints and extractors of the step can look at. */
export function answerSourcesOf<N extends ProtocolName>(
  step: WithOperation<N>,
): {
  checkpointSources: readonly CheckpointSource[]
  extractorSources: readonly ExtractorSource[]
} {
  const definition = protocolDefinition(step.protocol)
  const key = definition.keyOf(operationOf(step))
  return { ...definition, ...definition.operations.find(offered => offered.key === key) }
}
