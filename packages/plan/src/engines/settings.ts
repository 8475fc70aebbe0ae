/** The sections of a scenario that belong to one engine each, under its name; an engine without settings has none. */
import { jmeterSettingsSchema } from './jmeter-settings.ts'

export const engineSettingsShape = {
  jmeter: jmeterSettingsSchema.prefault({}),
} as const
