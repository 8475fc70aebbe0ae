/** The sections of the run-time settings that belong to protocols, one of each protocol's name. */
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { ProtocolDefinition } from '@pone/schema/protocol.ts'
import type { z } from 'zod'

type Definition = (typeof protocolDefinitions)[number]

/** What each protocol's section holds. */
export type ProtocolSettings = { [D in Definition as D['name']]: z.infer<D['settings']['schema']> }

type Sections = { [D in Definition as D['name']]: z.ZodPrefault<D['settings']['schema']> }

const definitions: readonly ProtocolDefinition[] = protocolDefinitions

/** Schema of each section; one that is left out has its defaults. */
export const protocolSections = Object.fromEntries(
  definitions.map(({ name, settings }) => [name, settings.schema.prefault({})]),
) as unknown as Sections

/** The settings of one protocol. */
export const settingsOf = <N extends keyof ProtocolSettings>(
  settings: Readonly<ProtocolSettings>,
  protocol: N,
): ProtocolSettings[N] => settings[protocol]
