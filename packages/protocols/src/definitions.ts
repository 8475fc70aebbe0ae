/** The protocols, as far as a browser may know them: one line each, in the order in which the editor offers them. */
import type { ProtocolDefinition } from '@pone/schema/protocol.ts'
import { http } from './http/definition.ts'

export const protocolDefinitions = [http] as const

export type ProtocolName = (typeof protocolDefinitions)[number]['name']

const byName = new Map<string, ProtocolDefinition>(
  protocolDefinitions.map(definition => [definition.name, definition]),
)

/** The definition of a protocol that is known to exist. @throws when there is none, which is a defect */
export function protocolDefinition(name: string): ProtocolDefinition {
  const definition = byName.get(name)
  if (definition === undefined) throw new Error(`there is no protocol ${name}`)
  return definition
}
