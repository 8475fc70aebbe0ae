/** Makes HAR files for tests, entry by entry. */
import { HarReader } from './read-har.ts'

export interface TestEntry {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly postData?: unknown
  readonly status?: number
  /** Content type of the response. */
  readonly type?: string
  /** Body of the response. */
  readonly text?: string
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** Start after the first instant, and time until the end, ms. */
  readonly atMs?: number
  readonly tookMs?: number
  /** Fields beside request and response. */
  readonly more?: Readonly<Record<string, unknown>>
}

const pairs = (fields: Readonly<Record<string, string>> = {}) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }))

export const harEntry = ({ method = 'GET', url, headers, postData, status = 200, ...rest }: TestEntry) => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1) + (rest.atMs ?? 0)).toISOString(),
  time: rest.tookMs ?? 10,
  request: { method, url, httpVersion: 'HTTP/1.1', headers: pairs(headers), postData, bodySize: 0 },
  response: {
    status,
    headers: pairs(rest.responseHeaders),
    redirectURL: '',
    content: { mimeType: rest.type ?? 'application/json', size: 5, text: rest.text },
    bodySize: 5,
  },
  ...rest.more,
})

export const harText = (entries: readonly TestEntry[], pages: readonly object[] = []): string =>
  JSON.stringify({
    log: { version: '1.2', creator: { name: 'test' }, pages, entries: entries.map(harEntry) },
  })

export function readHar(text: string) {
  const reader = new HarReader()
  reader.feed(new TextEncoder().encode(text))
  return reader.end()
}
