/** JMeter properties and Java options to and from lines of text; pure. */
import { type JmeterSettings, jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'

const { properties, jvmOptions } = jmeterSettingsSchema.shape

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

export const propertyLines = (given: JmeterSettings['properties']): string =>
  given.map(({ name, value }) => `${name}=${value}`).join('\n')

/** null when a line is not of the form `name=value`. */
export function readProperties(text: string): JmeterSettings['properties'] | null {
  const read = linesOf(text).map(line => {
    const at = line.indexOf('=')
    return { name: line.slice(0, Math.max(0, at)).trim(), value: line.slice(at + 1).trim() }
  })
  const checked = properties.safeParse(read)
  return checked.success ? checked.data : null
}

export const optionLines = (given: JmeterSettings['jvmOptions']): string => given.join('\n')

/** null when a line is not a Java option. */
export function readOptions(text: string): JmeterSettings['jvmOptions'] | null {
  const checked = jvmOptions.safeParse(linesOf(text))
  return checked.success ? checked.data : null
}
