/** Placeholders of the messages of channels, e.g. `{rule}`, and how they are filled in. Browser-safe. */

export const placeholders = [
  'event',
  'level',
  'rule',
  'monitor',
  'labels',
  'indicator',
  'thresholds',
  'value',
  'time',
  'since',
  'reason',
  'incident',
  'link',
  'key',
] as const
export type Placeholder = (typeof placeholders)[number]

const pattern = /\{([^{}\s]+)\}/g
const known: ReadonlySet<string> = new Set(placeholders)

/** Names in braces that are no placeholders, each once. */
export const unknownPlaceholders = (template: string): string[] => [
  ...new Set([...template.matchAll(pattern)].map(([, name = '']) => name).filter(name => !known.has(name))),
]

/** Values are inserted as they are, and placeholders in them stay text. */
export const fillTemplate = (template: string, values: Readonly<Record<Placeholder, string>>): string =>
  template.replaceAll(pattern, (text, name: string) => (known.has(name) ? values[name as Placeholder] : text))
