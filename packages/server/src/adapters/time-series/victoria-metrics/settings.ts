/** Where VictoriaMetrics is, as the environment of the server names it. */

export interface VictoriaSettings {
  /** Base address of writing, without a slash at its end, e.g. `http://vminsert:8480/insert/0/prometheus`. */
  readonly writeUrl: string
  /** Base address of queries. */
  readonly readUrl: string
  /** Base address of the removal of series. */
  readonly deleteUrl: string
  /** Value of the header `authorization`. */
  readonly authorization: string | undefined
}

/** Base addresses of the parts of a cluster end with the tenant and this. */
const selectPath = /\/select\/([^/]+)\/prometheus$/

/**
 * `url` may hold user and password, and a path before `/api`. `readUrl` is only needed for a cluster, whose parts for
 * writing and for queries have addresses of their own; `token` is sent as a bearer token.
 * @throws Error with a sentence that names the variable which is wrong
 */
export function victoriaSettings(
  url: string,
  { readUrl, token }: { readonly readUrl?: string | undefined; readonly token?: string | undefined } = {},
): VictoriaSettings {
  const write = parsed('PONE_VICTORIA_METRICS_URL', url)
  const read = readUrl === undefined ? write : parsed('PONE_VICTORIA_METRICS_READ_URL', readUrl)
  const { username, password } = write
  if (token !== undefined && username !== '')
    throw new Error('PONE_VICTORIA_METRICS_TOKEN and a user in PONE_VICTORIA_METRICS_URL exclude each other.')
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const basic = username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
  const select = baseOf(read)
  return {
    writeUrl: baseOf(write),
    readUrl: select,
    deleteUrl: select.replace(selectPath, '/delete/$1/prometheus'),
    authorization: token === undefined ? basic : `Bearer ${token}`,
  }
}

function parsed(variable: string, text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(`${variable} is not an http or https address without a query: ${withoutSecret(text)}`)
  return url
}

const withoutSecret = (text: string): string => text.replace(/\/\/[^@/]*@/, '//')

const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/+$/, '')}`
