/** What the shop answers to each request; knows nothing of sockets, latency or counting. */
import { createHmac } from 'node:crypto'
import { findGood, listGoods } from './goods.ts'

export interface ShopRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  /** Undefined when the body is no JSON. */
  readonly body: unknown
}

export interface ShopAnswer {
  readonly status: number
  readonly body: unknown
  /** Was placed by it. */
  readonly order?: PlacedOrder
}

export interface PlacedOrder {
  readonly orderId: number
  readonly account: string
  readonly goodsId: number
  readonly quantity: number
  readonly totalCents: number
}

/** Name under which a request is counted; unknown paths share one. */
export function routeOf(method: string, path: string): string {
  if (/^\/api\/goods\/[^/]+$/.test(path)) return `${method} /api/goods/:id`
  const known = ['/', '/health', '/api/sign-in', '/api/goods', '/api/orders']
  const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  return `${knownMethods.includes(method) ? method : 'OTHER'} ${known.includes(path) ? path : 'other'}`
}

/** Answers one request; `nextOrderId` hands out ascending numbers. */
export function answerShop(request: ShopRequest, secret: string, nextOrderId: () => number): ShopAnswer {
  switch (routeOf(request.method, request.path)) {
    case 'GET /health':
      return { status: 200, body: { status: 'ok' } }
    case 'POST /api/sign-in':
      return signIn(request, secret)
    case 'GET /api/goods':
      return goodsPage(request)
    case 'GET /api/goods/:id':
      return oneGood(request)
    case 'POST /api/orders':
      return placeOrder(request, secret, nextOrderId)
    default:
      return { status: 404, body: { message: 'No such address.' } }
  }
}

function signIn({ body }: ShopRequest, secret: string): ShopAnswer {
  const { account, password } = fieldsOf(body)
  if (typeof account !== 'string' || account === '' || typeof password !== 'string' || password === '') {
    return { status: 400, body: { message: 'Send account and password.' } }
  }
  return { status: 200, body: { account, token: `${encode(account)}.${sign(account, secret)}` } }
}

function goodsPage({ query }: ShopRequest): ShopAnswer {
  const page = Number(query.get('page') ?? '1')
  if (!Number.isInteger(page) || page < 1) return { status: 400, body: { message: 'page starts at 1.' } }
  return { status: 200, body: listGoods(page) }
}

function oneGood({ path }: ShopRequest): ShopAnswer {
  const good = findGood(Number(path.split('/').at(-1)))
  return good === undefined
    ? { status: 404, body: { message: 'No such good.' } }
    : { status: 200, body: good }
}

function placeOrder(
  { authorization, body }: ShopRequest,
  secret: string,
  nextOrderId: () => number,
): ShopAnswer {
  const account = accountOf(authorization, secret)
  if (account === undefined) return { status: 401, body: { message: 'Sign in first.' } }
  const { goodsId, quantity = 1 } = fieldsOf(body)
  const good = findGood(Number(goodsId))
  const count = Number(quantity)
  if (good === undefined) return { status: 400, body: { message: 'No such good.' } }
  if (!Number.isInteger(count) || count < 1)
    return { status: 400, body: { message: 'quantity starts at 1.' } }
  const totalCents = good.priceCents * count
  const order = { orderId: nextOrderId(), account, goodsId: good.id, quantity: count, totalCents }
  return { status: 201, body: order, order }
}

/** Tokens are signed, not stored: any number of users costs no memory. */
function accountOf(authorization: string | undefined, secret: string): string | undefined {
  const [name = '', signature] = authorization?.replace(/^Bearer /, '').split('.') ?? []
  const account = Buffer.from(name, 'base64url').toString()
  return signature === sign(account, secret) ? account : undefined
}

function sign(account: string, secret: string): string {
  return createHmac('sha256', secret).update(account).digest('base64url')
}

function encode(account: string): string {
  return Buffer.from(account).toString('base64url')
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
