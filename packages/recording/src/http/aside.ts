/** Why an exchange is no part of what a user does, or needs no step of its own; it is then not chosen at first. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { AsideReason, RecordedExchange } from '../model/recording.ts'
import { headerOf } from './header-names.ts'
import { redirectSources } from './redirects.ts'

export const asideTexts: Readonly<Record<AsideReason, Bilingual>> = {
  static: { zh: '静态文件', en: 'static file' },
  otherHost: { zh: '其他网站', en: 'other site' },
  redirected: { zh: '由重定向发出', en: 'sent by a redirect' },
  preflight: { zh: '跨域预检请求', en: 'CORS preflight request' },
  fromCache: { zh: '来自浏览器缓存', en: 'from the browser cache' },
  eventStream: { zh: '事件流', en: 'event stream' },
  rawStream: { zh: '其他 TCP 或 UDP 会话', en: 'other TCP or UDP conversation' },
}

/** The client sends these by itself, or nobody sends them in a test. */
const unsent: readonly (AsideReason | null)[] = ['redirected', 'static', 'preflight']

/** Those that steps can send, in their order. @param reasons of asideReasons */
export function sentBySteps(
  exchanges: readonly RecordedExchange[],
  reasons: readonly (AsideReason | null)[] = asideReasons(exchanges),
): readonly RecordedExchange[] {
  return exchanges.filter((_, at) => !unsent.includes(reasons[at] ?? null))
}

const staticTypes =
  /^(image|font|audio|video)\/|^text\/css$|^(text|application)\/(x-)?(java|ecma)script$|^application\/(wasm|font-|vnd\.ms-fontobject|x-font)/
const staticEndings =
  /\.(css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wasm)$/i

/** Static files: pictures, styles, scripts, fonts, media. */
export function isStatic({
  url,
  method,
  response,
}: Pick<RecordedExchange, 'url' | 'method'> & {
  readonly response: { readonly contentType: string } | null
}): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = URL.parse(url)?.pathname ?? ''
  // Browsers ask for it by themselves, whatever answers.
  if (path === '/favicon.ico') return true
  const type = response?.contentType ?? ''
  // An answer of another type behind such an address is no file, e.g. an error page or an interface.
  if (type !== '' && type !== 'application/octet-stream' && type !== 'text/plain')
    return staticTypes.test(type)
  return staticEndings.test(path)
}

/** What belongs together under one owner, roughly: the last two labels of a name, three for names such as shop.co.uk; all of an address. */
export function siteOf(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (/^[\d.]+$|^\[/.test(name)) return name
  const labels = name.split('.')
  const isSecondLevel =
    /^(com?|org|net|edu|gov|ac|or|ne)$/.test(labels.at(-2) ?? '') && (labels.at(-1)?.length ?? 0) === 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}

/** The site of the application: that of the first page, else of most exchanges. */
export function ownSiteOf(exchanges: readonly RecordedExchange[]): string {
  const first = exchanges.find(({ isDocument }) => isDocument)
  if (first !== undefined) return siteOf(first.host)
  const counts = new Map<string, number>()
  for (const { host } of exchanges) counts.set(siteOf(host), (counts.get(siteOf(host)) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Beside requests, what is not HTTP is mostly the machine's own traffic; beside TCP, UDP is. */
function wantedStream(
  exchanges: readonly RecordedExchange[],
): (stream: NonNullable<RecordedExchange['stream']>) => boolean {
  const hasRequests = exchanges.some(({ stream }) => stream === undefined)
  const hasTcp = exchanges.some(({ stream }) => stream?.carrier.transport === 'tcp')
  return ({ carrier }) => !hasRequests && (carrier.transport === 'tcp' || !hasTcp)
}

/** The reason of each exchange, null for those that are chosen at first; in their order. */
export function asideReasons(exchanges: readonly RecordedExchange[]): (AsideReason | null)[] {
  const isWanted = wantedStream(exchanges)
  const ownSite = ownSiteOf(exchanges.filter(({ stream }) => stream === undefined))
  const redirectedBy = redirectSources(exchanges)
  return exchanges.map((exchange, at) => {
    const { response, method, stream } = exchange
    if (stream !== undefined) return isWanted(stream) ? null : 'rawStream'
    // A request that somebody wrote down is wanted.
    if (response === null) return null
    if ((redirectedBy[at] ?? null) !== null) return 'redirected'
    if (method === 'OPTIONS' && headerOf(exchange.headers, 'access-control-request-method') !== '')
      return 'preflight'
    if (siteOf(exchange.host) !== ownSite) return 'otherHost'
    if (isStatic(exchange)) return 'static'
    if (exchange.isFromCache) return 'fromCache'
    return response?.contentType === 'text/event-stream' ? 'eventStream' : null
  })
}
