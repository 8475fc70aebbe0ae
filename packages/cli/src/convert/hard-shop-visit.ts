/** Buys in the hard mode of the demo shop as a browser does, and records it as HAR; tests only. */
import assert from 'node:assert/strict'

interface Carried {
  /** Path of the request. */
  readonly path: string
  /** A value of a response that the request sends, as it is sent. */
  readonly value: string
}

interface Request {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Values that responses before have given. */
  readonly carries?: readonly string[]
}

interface Answer {
  readonly text: string
  readonly header: (name: string) => string
  readonly json: <T>() => T
}

const pairs = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }))

/** A client with a cookie jar that follows redirects and writes all that it sends and gets. */
class RecordingClient {
  readonly entries: object[] = []
  readonly carried: Carried[] = []
  readonly cookies = new Map<string, string>()
  readonly #base: string
  #atMs = Date.UTC(2026, 0, 1)

  constructor(base: string) {
    this.#base = base
  }

  async send({ method = 'GET', path, headers = {}, form, json, carries = [] }: Request): Promise<Answer> {
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString()
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    }
    for (const value of carries) this.carried.push({ path: path.split('?')[0] ?? '', value })
    const response = await fetch(this.#base + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(typeof body === 'string' && { body }),
    })
    const text = await response.text()
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.cookies.set(name, value)
    }
    this.#atMs += 50
    this.entries.push({
      startedDateTime: new Date(this.#atMs).toISOString(),
      time: 10,
      request: {
        method,
        url: this.#base + path,
        headers: pairs(sent),
        ...(body !== undefined && { postData: { mimeType: type, text: body } }),
      },
      response: {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        redirectURL: response.headers.get('location') ?? '',
        content: { mimeType: response.headers.get('content-type') ?? '', size: text.length, text },
      },
    })
    const location = response.headers.get('location')
    if (location !== null) return this.send({ path: location })
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return {
      text,
      header: name => response.headers.get(name) ?? '',
      json: <T>() => JSON.parse(text) as T,
    }
  }
}

const taken = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1]
  assert.ok(value !== undefined, `${pattern.source} is not there`)
  return value
}
const field = (html: string, name: string): string =>
  taken(html, new RegExp(`name="${name}" value="([^"]*)"`))
const decoded = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A purchase. @returns the HAR file, and each dynamic value that a request has sent */
export async function visitHardShop(
  base: string,
  quantity: number,
): Promise<{ har: string; carried: readonly Carried[] }> {
  const client = new RecordingClient(base)
  const hidden = (html: string) => ({ _csrf: field(html, '_csrf'), __VIEWSTATE: field(html, '__VIEWSTATE') })
  const start = await client.send({ path: '/hard/' })
  const signIn = hidden(start.text)
  const goods = await client.send({
    method: 'POST',
    path: '/hard/sign-in',
    form: { ...signIn, account: 'ann', password: 'Oolong-Tea-4711' },
    carries: Object.values(signIn),
  })
  const csrf = taken(goods.text, /csrf-token" content="([^"]+)"/)
  const xsrf = decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '')
  const nonce = taken(goods.text, /nonce: "([^"]+)"/)
  const tokens = await client.send({
    method: 'POST',
    path: '/hard/api/token',
    headers: { 'x-csrf-token': csrf, 'x-xsrf-token': xsrf },
    json: { nonce },
    carries: [csrf, xsrf, nonce],
  })
  const ref = atob(taken(goods.text, /data-key="([^"]+)"/))
  const first = tokens.json<{ accessToken: string; refreshToken: string }>()
  const good = await client.send({
    path: `/hard/api/goods/${ref}`,
    headers: { authorization: `Bearer ${first.accessToken}`, 'x-nonce': tokens.header('x-next-nonce') },
    carries: [ref, first.accessToken, tokens.header('x-next-nonce')],
  })
  const refreshed = await client.send({
    method: 'POST',
    path: '/hard/api/token/refresh',
    json: { refreshToken: first.refreshToken },
    carries: [first.refreshToken],
  })
  const { accessToken, proof } = refreshed.json<{ accessToken: string; proof: string }>()
  const authorization = `Bearer ${accessToken}`
  const { pieces, offer } = good.json<{ pieces: { left: string; right: string }; offer: string }>()
  const [region = '', , batch = ''] = offer.split('-')
  const item = pieces.left + pieces.right
  const encoded = btoa(`${ref}:${proof}`)
  const cart = await client.send({
    method: 'POST',
    path: '/hard/api/cart',
    headers: { authorization, 'x-nonce': good.header('x-next-nonce') },
    json: { item, region, batch, proof: encoded, quantity },
    carries: [accessToken, good.header('x-next-nonce'), item, region, batch, encoded],
  })
  const cartId = cart.json<{ cart: { id: string } }>().cart.id
  const checkout = await client.send({
    path: `/hard/checkout?cart=${encodeURIComponent(cartId)}`,
    carries: [cartId],
  })
  const [, ticketA = '', ticketB = ''] = taken(checkout.text, /id="ticket">([^<]+)</).split('-')
  const form = {
    ...hidden(checkout.text),
    confirm: decoded(field(checkout.text, 'confirm')),
    ticketA,
    ticketB,
  }
  const order = await client.send({
    method: 'POST',
    path: '/hard/checkout',
    form: { ...form, payment: 'card' },
    carries: Object.values(form),
  })
  const orderNumber = taken(order.text, /data-order="([^"]+)"/)
  await client.send({
    path: `/hard/api/orders/${orderNumber}`,
    headers: { authorization, 'x-nonce': cart.header('x-next-nonce') },
    carries: [orderNumber, accessToken, cart.header('x-next-nonce')],
  })
  return {
    har: JSON.stringify({ log: { version: '1.2', entries: client.entries } }),
    carried: client.carried,
  }
}
