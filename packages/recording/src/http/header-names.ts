/** Which headers of a recorded request a load test sends as they were, and which its client makes itself. */

const madeByClient = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'priority',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'upgrade-insecure-requests',
])

/** Conditions of the browser's cache, which a virtual user has not; `cache-control` and `pragma` come from open developer tools. */
const ofBrowserCache = new Set([
  'cache-control',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'pragma',
])

/** @param name in any case */
export function isCarriedHeader(name: string): boolean {
  const lower = name.trim().toLowerCase()
  // `:authority` and such are HTTP/2's request line; Sec-… describes the browser and its page.
  if (lower === '' || lower.startsWith(':') || lower.startsWith('sec-')) return false
  return !madeByClient.has(lower) && !ofBrowserCache.has(lower)
}

/** Value of the first header of a name; '' without one. @param name in lower case */
export const headerOf = (headers: readonly { name: string; value: string }[], name: string): string =>
  headers.find(each => each.name.toLowerCase() === name)?.value ?? ''
