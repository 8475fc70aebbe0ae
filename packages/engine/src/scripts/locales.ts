/** Formats numbers, instants and texts by language, for scripts: QuickJS has no locales. */
import { HostRefusal } from './quickjs.ts'

/** Longest number, characters. */
const maxNumberLength = 400
/** Maximum length of compared texts, characters. */
const maxComparedLength = 100_000

type Locales = string | string[] | undefined
type Form = (value: string, locales: Locales, options: object | undefined) => string

const forms: Record<string, Form> = {
  toLocaleString: (at: string, locales: Locales, options: object | undefined) =>
    new Date(Number(at)).toLocaleString(locales, options),
  toLocaleDateString: (at, locales, options) => new Date(Number(at)).toLocaleDateString(locales, options),
  toLocaleTimeString: (at, locales, options) => new Date(Number(at)).toLocaleTimeString(locales, options),
  dateTimeFormat: (at, locales, options) => new Intl.DateTimeFormat(locales, options).format(Number(at)),
  number: (value, locales, options) => Number(value).toLocaleString(locales, options),
  bigint: (value, locales, options) => BigInt(value).toLocaleString(locales, options),
  resolvedDateTimeFormat: (_value, locales, options) =>
    JSON.stringify(new Intl.DateTimeFormat(locales, options).resolvedOptions()),
  resolvedNumberFormat: (_value, locales, options) =>
    JSON.stringify(new Intl.NumberFormat(locales, options).resolvedOptions()),
}

/** `locales` and `options` are JSON from a script. @throws HostRefusal when a language or an option does not exist */
export function localize(form: string, value: string, locales: string, options: string): string {
  if (!Object.hasOwn(forms, form) || value.length > maxNumberLength) throw new HostRefusal('invalid value')
  return refusing(() => forms[form]?.(value, localesOf(locales), optionsOf(options)) ?? '')
}

/** Negative, 0 or positive. @throws HostRefusal as `localize` */
export function compareTexts(a: string, b: string, locales: string, options: string): number {
  if (Math.max(a.length, b.length) > maxComparedLength)
    throw new HostRefusal('the texts are too long to compare')
  return refusing(() => a.localeCompare(b, localesOf(locales), optionsOf(options)))
}

function refusing<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw new HostRefusal(error instanceof Error ? error.message : 'invalid value')
  }
}

function localesOf(json: string): Locales {
  const value: unknown = JSON.parse(json || 'null')
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value : undefined
}

function optionsOf(json: string): object | undefined {
  const value: unknown = JSON.parse(json || 'null')
  return typeof value === 'object' && value !== null ? value : undefined
}
