/** The section of the run-time settings that belongs to a protocol. */
import type { HttpSettings } from '@pone/protocols/http/definition/settings.ts'
import type { RunSettings } from './run-settings.ts'

/** What each protocol's section holds. */
interface ProtocolSettings {
  http: HttpSettings
}

/** The settings of one protocol. */
export const settingsOf = <N extends keyof ProtocolSettings>(
  settings: RunSettings,
  _protocol: N,
): ProtocolSettings[N] => settings
