/** What the hard mode answers: a purchase in which each request has to bring back what answers before have given. */
import { checkoutPage, goodsPage, orderPage, signInPage } from './pages.ts'
import {
  type HardGood,
  type HardSession,
  type HardSessions,
  newCart,
  newCheckout,
  newCookieToken,
  newNonce,
  newOrder,
  newPageTokens,
  newRefreshToken,
} from './session.ts'

export interface HardRequest {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface HardAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

const routes = [
  'GET /hard/',
  'POST /hard/sign-in',
  'GET /hard/goods',
  'POST /hard/api/token',
  'POST /hard/api/token/refresh',
  'GET /hard/api/goods/:ref',
  'POST /hard/api/cart',
  'GET /hard/checkout',
  'POST /hard/checkout',
  'GET /hard/orders/:number',
  'GET /hard/api/orders/:number',
] as const
type HardRoute = (typeof routes)[number]

/** Name under which a request is counted; null for what is no address of the hard mode. */
export function hardRouteOf(method: string, path: string): HardRoute | 'GET /hard/other' | null {
  if (path !== '/hard' && !path.startsWith('/hard/')) return null
  const plain = path.replace(/^\/hard$/, '/hard/').replace(/\/goods\/[^/]+$/, '/goods/:ref')
  const name = `${method} ${plain.replace(/\/orders\/[^/]+$/, '/orders/:number')}`
  return routes.find(route => route === name) ?? 'GET /hard/other'
}

const html = (body: string, headers: HardAnswer['headers'] = {}): HardAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})
const json = (status: number, value: unknown, headers: HardAnswer['headers'] = {}): HardAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})
const refused = (what: string): HardAnswer => json(403, { message: `${what} is not the expected one.` })
const redirect = (location: string, headers: HardAnswer['headers'] = {}): HardAnswer => ({
  status: 302,
  headers: { location, ...headers },
  body: '',
})

export function answerHard(request: HardRequest, sessions: HardSessions): HardAnswer {
  const session = sessions.of(textOf(request.headers['cookie']))
  const route = hardRouteOf(request.method, request.url.pathname)
  switch (route) {
    case 'GET /hard/':
      return html(signInPage(session), { 'set-cookie': `hardsid=${session.id}; Path=/hard; HttpOnly` })
    case 'POST /hard/sign-in':
      return signIn(request, session)
    case 'GET /hard/goods':
      if (session.account === '') return redirect('/hard/')
      newPageTokens(session)
      return html(goodsPage(session))
    case 'POST /hard/api/token':
      return firstToken(request, session, sessions)
    case 'POST /hard/api/token/refresh':
      return nextToken(request, session, sessions)
    case 'GET /hard/checkout':
      if (!isGiven(request.url.searchParams.get('cart'), session.cartId)) return refused('cart')
      newCheckout(session)
      return html(checkoutPage(session))
    case 'POST /hard/checkout':
      return pay(request, session)
    case 'GET /hard/orders/:number':
      return isOrder(request, session) ? html(orderPage(session)) : refused('order number')
    case 'GET /hard/api/goods/:ref':
    case 'POST /hard/api/cart':
    case 'GET /hard/api/orders/:number':
      return callWithToken(route, request, session)
    default:
      return json(404, { message: 'No such address.' })
  }
}

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join('; ') : (value ?? '')

/** Whether it is the value that was given; none was given while it is empty. */
const isGiven = (sent: unknown, given: string): boolean => given !== '' && sent === given

/** The name of the first hidden field that is not the one of the last form; null if all are right. */
function wrongField(fields: URLSearchParams, { csrf, viewState }: HardSession): string | null {
  if (fields.get('_csrf') !== csrf) return '_csrf'
  return fields.get('__VIEWSTATE') === viewState ? null : '__VIEWSTATE'
}

function signIn({ body }: HardRequest, session: HardSession): HardAnswer {
  const fields = new URLSearchParams(body)
  const wrong = wrongField(fields, session)
  if (wrong !== null) return refused(wrong)
  const account = fields.get('account') ?? ''
  if (account === '' || (fields.get('password') ?? '') === '') return refused('account or password')
  session.account = account
  newCookieToken(session)
  const cookie = `XSRF-TOKEN=${encodeURIComponent(session.cookieToken)}; Path=/hard`
  return redirect('/hard/goods', { 'set-cookie': cookie })
}

function firstToken(
  { headers, body }: HardRequest,
  session: HardSession,
  sessions: HardSessions,
): HardAnswer {
  if (!isGiven(textOf(headers['x-csrf-token']), session.pageToken)) return refused('x-csrf-token')
  if (!isGiven(textOf(headers['x-xsrf-token']), session.cookieToken)) return refused('x-xsrf-token')
  if (!isGiven(fieldsOf(body)['nonce'], session.nonce)) return refused('nonce')
  session.accessToken = sessions.token(session.account)
  newRefreshToken(session)
  const tokens = {
    accessToken: session.accessToken,
    refreshToken: session.refreshToken,
    expiresInSeconds: 60,
  }
  return json(200, tokens, { 'x-next-nonce': newNonce(session) })
}

function nextToken({ body }: HardRequest, session: HardSession, sessions: HardSessions): HardAnswer {
  if (!isGiven(fieldsOf(body)['refreshToken'], session.refreshToken)) return refused('refreshToken')
  session.accessToken = sessions.token(session.account)
  newRefreshToken(session)
  const { accessToken, refreshToken, proof } = session
  return json(200, { accessToken, refreshToken, proof, expiresInSeconds: 60 })
}

/** Calls that need the last token, and the nonce of the answer before. */
function callWithToken(route: HardRoute, request: HardRequest, session: HardSession): HardAnswer {
  const { headers, url, body } = request
  if (session.accessToken === '' || headers['authorization'] !== `Bearer ${session.accessToken}`)
    return refused('token')
  if (!isGiven(textOf(headers['x-nonce']), session.nonce)) return refused('x-nonce')
  const nonce = { 'x-next-nonce': newNonce(session) }
  if (route === 'GET /hard/api/orders/:number')
    return isOrder(request, session)
      ? json(200, { number: session.orderNumber, state: 'paid' }, nonce)
      : refused('order number')
  if (route === 'POST /hard/api/cart') return fillCart(fieldsOf(body), session, nonce)
  const good = session.goods.find(({ ref }) => ref === url.pathname.split('/').at(-1))
  if (good === undefined) return refused('good')
  const { ref, name, left, right, offer } = good
  return json(200, { ref, name, pieces: { left, right }, offer }, nonce)
}

function fillCart(
  { item, region, batch, proof }: Readonly<Record<string, unknown>>,
  session: HardSession,
  nonce: HardAnswer['headers'],
): HardAnswer {
  const isWanted = ({ left, right }: HardGood) => item === left + right
  const good = session.goods.find(isWanted)
  if (good === undefined) return refused('item')
  const [first, , last] = good.offer.split('-')
  if (region !== first) return refused('region')
  if (batch !== last) return refused('batch')
  if (proof !== Buffer.from(`${good.ref}:${session.proof}`).toString('base64')) return refused('proof')
  newCart(session)
  return json(201, { cart: { id: session.cartId } }, nonce)
}

function pay({ body }: HardRequest, session: HardSession): HardAnswer {
  const fields = new URLSearchParams(body)
  const wrong = wrongField(fields, session)
  if (wrong !== null) return refused(wrong)
  if (!isGiven(fields.get('confirm'), session.confirmation)) return refused('confirm')
  const [first, second] = session.ticket
  if (fields.get('ticketA') !== first || fields.get('ticketB') !== second) return refused('ticket')
  newOrder(session)
  return redirect(`/hard/orders/${session.orderNumber}`)
}

const isOrder = ({ url }: HardRequest, { orderNumber }: HardSession): boolean =>
  isGiven(url.pathname.split('/').at(-1), orderNumber)

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
