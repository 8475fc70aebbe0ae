/** What a request does, whatever its protocol: the operation stands under the protocol's name. */
import type { ProtocolName } from '@pone/protocols/definitions.ts'

/** The operation of a request step; its protocol's definition reads it. */
export const operationOf = <N extends ProtocolName>(
  step: { readonly protocol: N } & Readonly<Record<N, object>>,
): object => step[step.protocol]
