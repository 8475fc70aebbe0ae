/** Columns of JSON of a host, parsed. */
import {
  type HostFacts,
  type HostSettings,
  hostFactsSchema,
  hostSettingsSchema,
} from '@pone/contract/entities/host.ts'
import type { HostRow } from './host.repository.ts'

/** With a default for whatever an older version did not write. */
export const settingsOf = (host: Pick<HostRow, 'settings'>): HostSettings =>
  hostSettingsSchema.safeParse(host.settings).data ?? hostSettingsSchema.parse({})

/** null before the first contact. */
export const factsOf = (host: Pick<HostRow, 'facts'>): HostFacts | null =>
  hostFactsSchema.safeParse(host.facts).data ?? null
