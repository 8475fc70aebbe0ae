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

/** Those of notices of load tests. */
export const runPlaceholders = ['event', 'scenario', 'number', 'reason', 'time', 'link', 'key'] as const
export type RunPlaceholder = (typeof runPlaceholders)[number]

const pattern = /\{([^{}\s]+)\}/g

/** Names in braces that are none of these placeholders, each once. */
export const unknownPlaceholders = (template: string, known: readonly string[]): string[] => [
  ...new Set(
    [...template.matchAll(pattern)].map(([, name = '']) => name).filter(name => !known.includes(name)),
  ),
]

/** Values are inserted as they are, and placeholders in them stay text. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(pattern, (text, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? text) : text,
  )
