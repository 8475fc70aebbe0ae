/** Which parts of a path are the same for all requests of a kind, and which name one thing of many; pure. */

const staticEnding =
  /\.(css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wasm)$/i

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['date', /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/],
  ['id', /^\d+$/],
  ['id', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['id', /^(?=.*\d)[0-9a-f]{12,}$/i],
  // Such as SKU12345, ord_8812 and 4711-green-tea.
  ['id', /^[a-z]{1,6}[-_]?\d{3,}$/i],
  ['id', /^\d+[-_]/],
  ['id', /@|%40/i],
  ['id', /^(?=.*\d)(?=.*[a-z])[\w~.=-]{20,}$/i],
]

/** `{id}`, `{date}` or `{file}` for a segment that differs from request to request, its ending kept; null for one that is the same. */
export function foldedSegment(segment: string): string | null {
  const ending = staticEnding.exec(segment)?.[0]
  if (ending !== undefined) return `{file}${ending.toLowerCase()}`
  const whole = nameOf(segment)
  if (whole !== null) return `{${whole}}`
  const [, stem = '', extension = ''] = /^(.+)(\.[a-z]{2,5})$/i.exec(segment) ?? []
  const name = stem === '' ? null : nameOf(stem)
  return name === null ? null : `{${name}}${extension}`
}

const nameOf = (text: string): string | null =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null

export const isFolded = (key: string): boolean => key.startsWith('{')
export const isStaticKey = (key: string): boolean => key.startsWith('{file}')
