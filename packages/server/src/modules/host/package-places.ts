/** Folders defined by a package: a host without its own settings takes them over at installation, permanently. */
import { type HostSettings, hostSettingsSchema, type Tool } from '@pone/contract/entities/host.ts'

const defaults = hostSettingsSchema.parse({})

/** null: the host's own setting applies. */
export interface PackagePlaces {
  readonly installPath: string | null
  readonly logPath: string | null
  readonly statusPushSeconds: number
}

/** The same object when nothing is taken over. */
export function withPlaces(
  settings: HostSettings,
  tool: Tool,
  places: PackagePlaces | undefined,
): HostSettings {
  if (places === undefined) return settings
  const taken = placesFor(tool, settings, places)
  const isNew = Object.entries(taken).some(([name, value]) => Reflect.get(settings, name) !== value)
  return isNew ? { ...settings, ...taken } : settings
}

function placesFor(tool: Tool, settings: HostSettings, places: PackagePlaces): Partial<HostSettings> {
  const { installPath, logPath, statusPushSeconds } = places
  const first = (own: string, given: string | null): string => (own === '' ? (given ?? '') : own)
  switch (tool) {
    case 'PR':
      return {
        prInstallPath: first(settings.prInstallPath, installPath),
        prLogPath: first(settings.prLogPath, logPath),
      }
    case 'JMeter':
      return {
        jmeterInstallPath: first(settings.jmeterInstallPath, installPath),
        jmeterLogPath: first(settings.jmeterLogPath, logPath),
      }
    case 'Arthas':
      return { arthasInstallPath: first(settings.arthasInstallPath, installPath) }
    case 'Agent':
      return {
        agentInstallPath: first(settings.agentInstallPath, installPath),
        agentLogPath: first(settings.agentLogPath, logPath),
        statusEverySeconds:
          settings.statusEverySeconds === defaults.statusEverySeconds
            ? statusPushSeconds
            : settings.statusEverySeconds,
      }
  }
}
