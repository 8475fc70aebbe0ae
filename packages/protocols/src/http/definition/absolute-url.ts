/** Where a request of HTTP goes, from its own address and the base address of the settings. */

export const isAbsoluteUrl = (url: string): boolean => /^https?:\/\//i.test(url)

/** Puts the base address before a path. */
export function absoluteUrl(url: string, baseUrl: string): string {
  if (isAbsoluteUrl(url) || baseUrl === '') return url
  const base = baseUrl.replace(/\/+$/, '')
  if (url === '' || url.startsWith('?')) return `${base}/${url}`
  return url.startsWith('/') ? base + url : `${base}/${url}`
}
