import type { Step } from '@pone/plan/steps/registry.ts'
import { describe, expect, it } from 'vitest'
import { harText, readHar, type TestEntry } from '../har/test-har.ts'
import { asideReasons } from '../http/aside.ts'
import { toSteps } from '../steps/to-steps.ts'
import { correlate } from './correlate.ts'

const base = 'http://shop.example'
const get = (path: string, more: Omit<TestEntry, 'url'> = {}): TestEntry => ({ url: base + path, ...more })
const post = (path: string, body: unknown, more: Omit<TestEntry, 'url'> = {}): TestEntry => {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = isForm ? body.toString() : JSON.stringify(body)
  return get(path, { method: 'POST', postData: { mimeType: type, text }, ...more })
}
const json = (value: unknown) => ({ text: JSON.stringify(value) })
const html = (text: string) => ({ type: 'text/html', text: `<html><body>${text}</body></html>` })
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields)

/** Values with confidence, place and use, and the steps with those that are accepted at first. */
function find(entries: readonly TestEntry[], isWanted = (confidence: string) => confidence === 'sure') {
  const recording = readHar(harText(entries.map((entry, at) => ({ atMs: at * 10, tookMs: 1, ...entry }))))
  const { values } = correlate(recording)
  const reasons = asideReasons(recording.exchanges)
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set(recording.exchanges.filter((_, at) => reasons[at] === null).map(({ index }) => index)),
    hasTransactions: false,
    hasThinkTimes: false,
    baseUrl: base,
    takenNames: [],
    accepted: values.filter(({ confidence }) => isWanted(confidence)),
    newId: () => String((ids += 1)),
  })
  const requests = made.steps.map(requestOf)
  return {
    ...made,
    found: values.map(({ value, confidence, name }) => [value, confidence, name]),
    requests,
    texts: requests.map(({ http }) =>
      JSON.stringify([http.url, http.query, http.headers, http.auth, http.body]),
    ),
    extractors: requests.map(({ extractors }) =>
      extractors.map(({ source, expression, attribute, match, variable }) =>
        [source, expression, attribute, match === 1 ? '' : match, variable].filter(Boolean).join(' '),
      ),
    ),
  }
}

function requestOf(step: Step) {
  if (step.kind !== 'request' || step.protocol !== 'http') throw new Error('This is no HTTP request')
  return step
}

const id = 'a81bc81b-dead-4e5d-abff-90865d1e13b1'
const token = 'Zk3v9QpL27xTw0Rb'

describe('a value of a response that a later request sends', () => {
  it.each([
    ['a field of JSON', json({ order: { list: [{ id }] } }), 'jsonPath $.order.list[0].id'],
    ['a key with other characters', json({ 'order-id': id }), "jsonPath $['order-id']"],
    ['a hidden field', html(`<input name="order" value="${id}">`), 'css input[name="order"] value'],
    ['a meta element', html(`<meta name="order" content="${id}">`), 'css meta[name="order"] content'],
    [
      'an attribute with data',
      html(`<i data-x="1"></i><i data-order="${id}">`),
      'css i[data-order] data-order',
    ],
    ['an attribute of a list', html(`<i data-o="x"></i><i data-o="${id}">`), 'css i[data-o] data-o 2'],
    ['an element with an id', html(`<b id="o" title="${id}"></b>`), 'css b[id="o"] title'],
    ['a script', html(`<script>var order = "${id}";</script>`), 'boundary er = "'],
    ['a text of a page', html(`<p>Order: ${id}</p>`), 'boundary rder: '],
    ['a plain text', { type: 'text/plain', text: `order=${id}\nok` }, 'boundary order='],
    ['XML', { type: 'application/xml', text: `<o><id>${id}</id></o>` }, 'boundary o><id>'],
    ['a header', { responseHeaders: { 'X-Order': id } }, 'header X-Order'],
    ['a cookie', { responseHeaders: { 'Set-Cookie': `order=${id}; Path=/` } }, 'cookie order'],
  ])('is extracted from %s', (_, response, extractor) => {
    const { extractors, texts } = find([get('/a', response), get(`/orders/${id}`)])
    expect(extractors[0]?.[0]).toMatch(new RegExp(`^${RegExp.escape(extractor)} ?(orders)$`))
    expect(texts[1]).toContain('/orders/${orders}')
  })
  it.each([
    ['a part of the path', get(`/orders/${id}/pay`), '/orders/${orders}/pay'],
    ['a parameter of the query', get(`/pay?order=${id}&x=1`), '"order","value":"${order}"'],
    ['a header', get('/pay', { headers: { 'X-Order': id } }), '"X-Order","value":"${X_Order}"'],
    ['a bearer token', get('/pay', { headers: { Authorization: `Bearer ${id}` } }), '"token":"${token}"'],
    ['a field of a form', post('/pay', form({ order: id })), '"order","value":"${order}"'],
    ['a field of JSON', post('/pay', { pay: { order: id } }), '\\"order\\":\\"${order}\\"'],
    ['a list in JSON', post('/pay', { orders: ['x', id] }), '[\\"x\\",\\"${orders}\\"]'],
    ['a part of a text', post('/pay', { note: `order ${id}, please` }), 'order ${note}, please'],
    ['Base64', post('/pay', { order: btoa(id) }), '${base64(${order})}'],
    ['a part of Base64', post('/pay', { key: btoa(`ann:${id}`) }), '${base64(ann:${key})}'],
    ['URL encoding of a URL-encoded text', post('/pay', { to: encodeURIComponent(`${id}/x y`) }), '%2F'],
  ])('is replaced in %s', (_, request, text) => {
    expect(find([get('/a', json({ first: id })), request]).texts[1]).toContain(text)
  })
  it.each([
    ['Base64', btoa(id), '${base64Decode(${order})}'],
    ['a URL-encoded text', `${encodeURIComponent('+')}${id}`, '${order}'],
    ['a part of an address', `/orders/${id}?x=1`, "${split(${split(${order}, '?', 1)}, /, -1)}"],
    ['a part between equal characters', `a/${id}/c`, '${split(${order}, /, 2)}'],
  ])('is decoded or cut out of %s', (_, text, expression) => {
    const { texts } = find([get('/a', json({ link: text })), post('/pay', { order: id })])
    expect(texts[1]).toContain(expression === '${order}' ? '${' : expression)
  })
  it('is joined of the values of several places', () => {
    const { texts, extractors } = find([
      get('/a', json({ left: 'ab12cd', right: 'ef34gh' })),
      post('/pay', { item: 'ab12cd-ef34gh' }),
    ])
    expect(texts[1]).toContain('${left}-${right}')
    expect(extractors[0]).toEqual(['jsonPath $.left left', 'jsonPath $.right right'])
  })
  it('is joined of such values although they follow more texts than are kept', () => {
    const others = Array.from({ length: 200_001 }, (_, at) => 10_000_000 + at)
    const { texts } = find([
      get('/many', json(others)),
      get('/a', json({ left: 'ab12cd', right: 'ef34gh' })),
      post('/pay', { item: 'ab12cd-ef34gh' }),
    ])
    expect(texts[2]).toContain('${left}-${right}')
  })
  it('shares its variable with a later value of the same name, once it is not sent any more', () => {
    const nonce = (name: string) => ({ responseHeaders: { 'X-Nonce': `${name}${token}` } })
    const send = (name: string) => ({ headers: { 'X-Nonce': `${name}${token}` } })
    const { extractors, texts } = find([
      get('/a', nonce('1a')),
      get('/b', { ...send('1a'), ...nonce('2b') }),
      get('/c', { ...send('2b'), ...nonce('3c') }),
      get('/d', send('2b')),
      get('/e', send('3c')),
    ])
    expect(extractors.flat()).toEqual([
      'header X-Nonce X_Nonce',
      'header X-Nonce X_Nonce',
      'header X-Nonce X_Nonce2',
    ])
    expect(texts.map(text => /\$\{\w+\}/.exec(text)?.[0])).toEqual([
      undefined,
      '${X_Nonce}',
      '${X_Nonce}',
      '${X_Nonce}',
      '${X_Nonce2}',
    ])
  })
  it('of the last answer of a redirect belongs to the request that was redirected', () => {
    const { extractors, texts } = find([
      post('/in', form({ account: 'ann' }), { status: 302, responseHeaders: { Location: '/home' } }),
      get('/home', html(`<input name="_csrf" value="${token}">`)),
      post('/pay', form({ _csrf: token })),
    ])
    expect(extractors).toEqual([['css input[name="_csrf"] value csrf'], []])
    expect(texts[1]).toContain('"${csrf}"')
  })
  it('keeps the recorded value, and says so, if the response is not chosen', () => {
    const recording = readHar(harText([get('/a', json({ id })), { ...get(`/orders/${id}`), atMs: 20 }]))
    const { left, steps } = toSteps(recording, {
      chosen: new Set([1]),
      hasTransactions: false,
      hasThinkTimes: false,
      baseUrl: '',
      takenNames: [],
      accepted: correlate(recording).values,
      newId: () => 'x',
    })
    expect(left).toMatchObject([
      { code: 'sourceNotChosen', place: 'log.entries[0] GET http://shop.example/a' },
    ])
    expect(steps).toMatchObject([{ http: { url: `${base}/orders/${id}` } }])
  })
  it('is replaced in the Referer of later requests as well, which gives it no name', () => {
    const headers = { Referer: `${base}/orders/${id}` }
    const { texts, extractors } = find([
      get('/a', json({ first: id })),
      get('/b', { headers }),
      get(`/orders/${id}`),
    ])
    expect(texts[1]).toContain('/orders/${orders}')
    expect(extractors[0]).toEqual(['jsonPath $.first orders'])
  })
  it('is no secret variable, while the password beside it is', () => {
    const { variables, texts } = find([
      get('/a', html(`<input type="hidden" name="csrf_token" value="${token}">`)),
      post('/in', form({ csrf_token: token, password: 'Oolong-1' })),
    ])
    expect(variables).toMatchObject([{ name: 'password', secret: true }])
    expect(texts[1]).toContain('"csrf_token","value":"${csrf_token}"')
  })
})

describe('frameworks', () => {
  const viewState = '/wEPDwUKLTI2MjY5OTQ2OWRkQ7pYzS1kPmQ='
  it.each([
    ['ASP.NET', '__VIEWSTATE', viewState],
    ['JSF', 'jakarta.faces.ViewState', '-8742159873:2159871'],
    ['Django', 'csrfmiddlewaretoken', 'OQZkjWwpYbYpUzAbLyTgDvNcRfEe'],
    ['Rails', 'authenticity_token', 'k1Jh+Zq/abcdefghijKLMNOPqrst=='],
    ['WordPress', '_wpnonce', 'b3c1f0e2aa'],
    ['SAML', 'SAMLResponse', 'PHNhbWxwOlJlc3BvbnNlPg=='],
  ])('%s: the field %s is dynamic for certain', (_, name, value) => {
    const { found, texts } = find([
      get('/a', html(`<form><input type="hidden" name="${name}" value="${value}"></form>`)),
      post('/b', form({ [name]: value, text: 'tea' })),
    ])
    expect(found.map(([each, confidence]) => [each, confidence])).toEqual([[value, 'sure']])
    expect(texts[1]).not.toContain(value)
  })
  it('Laravel and Angular send a cookie back as a header, URL-decoded', () => {
    const { texts } = find([
      get('/a', { responseHeaders: { 'Set-Cookie': `XSRF-TOKEN=${encodeURIComponent(`${token}==`)}` } }),
      post('/b', { a: 1 }, { headers: { 'X-XSRF-TOKEN': `${token}==` } }),
    ])
    expect(texts[1]).toContain('${urlDecode(${X_XSRF_TOKEN})}')
  })
})

describe('what is not taken for dynamic', () => {
  const sure = (entries: readonly TestEntry[]) =>
    find(entries).found.filter(([, confidence]) => confidence === 'sure')
  it.each([
    [
      'what the user typed, though the server repeats it',
      [post('/in', { account: 'ann2x7q9z1' }, json({ account: 'ann2x7q9z1' })), get('/of/ann2x7q9z1')],
    ],
    [
      'words and states',
      [
        get('/a', json({ state: 'open', lang: 'zh-CN', color: 'red' })),
        post('/b', { state: 'open', lang: 'zh-CN', color: 'red' }),
      ],
    ],
    [
      'small numbers',
      [
        get('/a', json({ quantity: 2, page: 1, items: [{ id: 7 }] })),
        post('/b', { quantity: 2, page: 1, goodsId: 7 }),
      ],
    ],
    [
      'versions, dates and times',
      [
        get('/a', json({ version: '2.14.3', day: '2026-01-31', at: '10:30:00' })),
        post('/b', { version: '2.14.3', day: '2026-01-31', at: '10:30:00' }),
      ],
    ],
    [
      'names of files and hosts',
      [
        get('/a', json({ host: 'api2.shop4.example', file: 'photo.large.jpeg' })),
        post('/b', { host: 'api2.shop4.example', file: 'photo.large.jpeg' }),
      ],
    ],
    ['values that only the client makes', [get('/a', json({ ok: true })), get(`/b?_=${id}`)]],
    [
      'values of static files',
      [get('/a.js', { type: 'text/javascript', text: `var x = "${id}"` }), get(`/b/${id}`)],
    ],
  ])('%s', (_, entries) => {
    expect(sure(entries)).toEqual([])
  })
  it('are chosen elements of lists, which are offered', () => {
    const { found } = find([get('/a', json({ items: [{ goodsId: 71205 }] })), post('/b', { goodsId: 71205 })])
    expect(found).toEqual([['71205', 'likely', 'goodsId']])
  })
  it('but a number that was just created is', () => {
    const { found } = find([post('/a', { tea: 1 }, json({ orderId: 4711 })), get('/orders/4711')])
    expect(found).toEqual([['4711', 'sure', 'orders']])
  })
})

describe('hostile responses', () => {
  it('are bounded: deep JSON, endless HTML, texts without an end', () => {
    const { found } = find([
      get('/deep', { text: `${'['.repeat(5_000)}"${id}"${']'.repeat(5_000)}` }),
      get('/html', html(`<p ${'x='.repeat(50_000)}>`)),
      get('/long', { type: 'text/plain', text: 'a1'.repeat(500_000) }),
      get(`/orders/${id}`),
    ])
    expect(found).toEqual([])
  })
})
