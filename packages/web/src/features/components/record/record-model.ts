/** What the recording dialog computes; pure. */
import type { ListedExchange, ProxyRecording } from '@pone/contract/entities/recording.ts'
import { isStatic, siteOf } from '@pone/recording/http/aside.ts'

/** Of a text with commas or spaces between its words. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,，;；]+/)
      .map(each => each.trim().toLowerCase())
      .filter(each => each !== ''),
  ),
]

/** Other devices cannot reach it. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)

/** Position of the first request that is not known yet. */
export const nextIndex = (known: ProxyRecording | null): number => (known?.exchanges.at(-1)?.index ?? -1) + 1

/** What is known now, from what was known and the answer that adds to it. */
export function joinRecording(
  known: ProxyRecording | null,
  told: ProxyRecording | null,
): ProxyRecording | null {
  if (told === null || known?.id !== told.id) return told
  const from = nextIndex(known)
  return { ...told, exchanges: [...known.exchanges, ...told.exchanges.filter(({ index }) => index >= from)] }
}

export interface ListChoice {
  readonly hidesStatic: boolean
  /** Requests to other sites than that of the first page. */
  readonly hidesOthers: boolean
}

/** The requests that the list shows, the latest first; what it hides is not chosen at first when they are imported either. */
export function listedRows(exchanges: readonly ListedExchange[], choice: ListChoice): ListedExchange[] {
  const site = choice.hidesOthers ? ownSite(exchanges) : null
  return exchanges
    .filter(
      each =>
        !(choice.hidesStatic && isStatic({ ...each, response: each })) &&
        (site === null || siteOfUrl(each.url) === site),
    )
    .toReversed()
}

/** Of the first page, else of the first request; null without any. */
function ownSite(exchanges: readonly ListedExchange[]): string | null {
  const first = exchanges.find(({ contentType }) => contentType === 'text/html') ?? exchanges[0]
  return first === undefined ? null : siteOfUrl(first.url)
}

const siteOfUrl = (url: string): string => siteOf(URL.parse(url)?.host ?? '')

export type System = 'windows' | 'mac' | 'linux'

export const systemOf = (userAgent: string): System =>
  /Windows/.test(userAgent) ? 'windows' : /Mac OS/.test(userAgent) ? 'mac' : 'linux'

const chromeStarts: Readonly<Record<System, string>> = {
  windows: 'start chrome --user-data-dir="%TEMP%\\pone-recording"',
  mac: 'open -na "Google Chrome" --args --user-data-dir=/tmp/pone-recording',
  linux: 'google-chrome --user-data-dir=/tmp/pone-recording',
}

/** Starts a browser of its own for the recording, in which nothing has to be installed. */
export const chromeCommand = (
  system: System,
  { host, port, hostKeyHash }: { readonly host: string; readonly port: number; readonly hostKeyHash: string },
): string =>
  [
    chromeStarts[system],
    `--proxy-server=http://${host}:${port}`,
    // Loopback addresses would go past the proxy.
    '--proxy-bypass-list="<-loopback>"',
    `--ignore-certificate-errors-spki-list=${hostKeyHash}`,
    '--disable-quic --no-first-run',
  ].join(' ')
