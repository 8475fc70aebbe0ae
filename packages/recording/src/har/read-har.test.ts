import { describe, expect, it } from 'vitest'
import { harText, readHar } from './test-har.ts'

const codesOf = ({ left }: ReturnType<typeof readHar>) => left.map(({ place, code }) => [place, code])

describe('a HAR file', () => {
  it('gives exchanges in the order of their start, with their pages', () => {
    const text = harText(
      [
        { url: 'http://a.example/2', atMs: 50, more: { pageref: 'p' } },
        { url: 'http://a.example/1#part', atMs: 10, tookMs: 7, headers: { Accept: '*/*' } },
      ],
      [{ id: 'p', title: 'http://a.example/cart?x=1' }],
    )
    expect(readHar(text)).toMatchObject({
      format: 'har',
      pages: [{ id: 'p', title: '/cart' }],
      exchanges: [
        {
          index: 0,
          place: 'log.entries[1] GET http://a.example/1',
          url: 'http://a.example/1',
          host: 'a.example',
          pageId: null,
          startedAtMs: Date.UTC(2026, 0, 1) + 10,
          durationMs: 7,
          headers: [{ name: 'Accept', value: '*/*' }],
          body: null,
          response: { status: 200, contentType: 'application/json', sizeBytes: 5, redirectUrl: null },
        },
        { index: 1, url: 'http://a.example/2', pageId: 'p' },
      ],
      left: [],
    })
  })
  it('of Fiddler begins with a byte order mark and has entries of CONNECT and null for what is unknown', () => {
    const text = `\uFEFF${JSON.stringify({
      log: {
        pages: null,
        comment: null,
        entries: [
          { request: { method: 'CONNECT', url: 'http://a.example:443' }, response: { status: 200 } },
          {
            startedDateTime: '2026-01-01T08:00:00.5+08:00',
            time: null,
            request: {
              method: 'POST',
              url: 'https://a.example/x',
              headers: [{ name: 'Content-Type', value: 'text/plain' }, null],
              postData: { mimeType: 'text/plain', text: 'hi', params: null },
            },
            response: { status: 201, headers: null, content: null },
          },
        ],
      },
    })}`
    const recording = readHar(text)
    expect(recording.exchanges).toMatchObject([
      {
        startedAtMs: Date.UTC(2026, 0, 1, 0, 0, 0, 500),
        durationMs: 0,
        body: { contentType: 'text/plain', text: 'hi', isBinary: false },
        response: { status: 201, contentType: '', sizeBytes: null, setCookies: [] },
      },
    ])
    expect(codesOf(recording)).toEqual([['log.entries[0] CONNECT http://a.example:443', 'method']])
  })
  it('of Firefox and Charles lists the fields of forms', () => {
    const text = harText([
      {
        method: 'POST',
        url: 'http://a.example/x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        postData: {
          mimeType: '',
          text: '',
          params: [
            { name: 'a', value: 'b c' },
            { name: 'f', fileName: 'x.png' },
          ],
        },
      },
    ])
    expect(readHar(text).exchanges[0]?.body).toEqual({
      contentType: 'application/x-www-form-urlencoded',
      text: '',
      isBinary: false,
      parts: [
        { name: 'a', value: 'b c', fileName: null, contentType: '' },
        { name: 'f', value: '', fileName: 'x.png', contentType: '' },
      ],
    })
  })
  it('resolves redirects and names the cookies that a response sets', () => {
    const text = harText([
      {
        url: 'http://a.example/in/',
        status: 302,
        responseHeaders: { Location: '../home#top', 'Set-Cookie': 'sid=1; Path=/\nlang=zh' },
      },
    ])
    expect(readHar(text).exchanges[0]?.response).toMatchObject({
      redirectUrl: 'http://a.example/home',
      setCookies: [
        { name: 'sid', value: '1' },
        { name: 'lang', value: 'zh' },
      ],
    })
  })
  it('turns credentials of an address into the header that a browser sends', () => {
    const [exchange] = readHar(harText([{ url: 'http://ann:%E8%8C%B6@a.example/' }])).exchanges
    expect(exchange).toMatchObject({
      url: 'http://a.example/',
      headers: [{ name: 'Authorization', value: `Basic ${Buffer.from('ann:茶').toString('base64')}` }],
    })
  })
})

describe('what cannot be read of a HAR file', () => {
  it.each([
    ['messages', { url: 'wss://a.example/live' }],
    ['messages', { url: 'https://a.example/live', more: { _resourceType: 'websocket' } }],
    ['notHttp', { url: 'data:text/plain,hi' }],
    ['noAnswer', { url: 'http://a.example/', status: 0 }],
    ['method', { url: 'http://a.example/', method: 'PROPFIND' }],
  ])('is told with its place: %s', (code, entry) => {
    const recording = readHar(harText([entry]))
    expect(recording.exchanges).toEqual([])
    expect(recording.left.map(each => each.code)).toEqual([code, 'nothingFound'])
    expect(recording.left[0]?.place).toMatch(/^log\.entries\[0\] /)
  })
  it.each([
    ['binaryBody', { mimeType: 'application/octet-stream', text: '\u0000\ufffd' }],
    ['binaryBody', { mimeType: 'image/png', text: '/w==', encoding: 'base64' }],
    ['bodyTooLong', { mimeType: 'text/plain', text: 'x'.repeat(1_048_577) }],
  ])('of a body is told, and the request is kept: %s', (code, postData) => {
    const recording = readHar(harText([{ method: 'POST', url: 'http://a.example/x?key=1', postData }]))
    expect(recording.exchanges[0]?.body).toMatchObject({ text: '', isBinary: true })
    expect(codesOf(recording)).toEqual([['log.entries[0] POST http://a.example/x', code]])
  })
  it('is a body of which only the size is known', () => {
    const text = harText([{ method: 'POST', url: 'http://a.example/' }]).replace(
      '"bodySize":0',
      '"bodySize":9',
    )
    expect(codesOf(readHar(text))).toEqual([['log.entries[0] POST http://a.example/', 'bodyMissing']])
  })
  it('does not keep the rest from being read', () => {
    const good = harText([{ url: 'http://a.example/1' }])
    const bad = good.replace('"entries":[', '"entries":[{"request":{"method":7}},nonsense,')
    const recording = readHar(bad)
    expect(recording.exchanges).toHaveLength(1)
    expect(codesOf(recording)).toEqual([
      ['log.entries[0]', 'badField'],
      ['log.entries[1]', 'notJson'],
    ])
  })
  it.each([
    [
      'a file that is cut off',
      harText([{ url: 'http://a.example/1' }]).slice(0, -30),
      ['cutOff', 'nothingFound'],
    ],
    ['a file that is no JSON', 'hello', ['notJson', 'nothingFound']],
    ['JSON of another kind', '{"info":{}}', ['nothingFound']],
    ['nothing', '', ['notJson', 'nothingFound']],
  ])('is told for the file: %s', (_, text, codes) => {
    expect(readHar(text).left.map(({ code }) => code)).toEqual(codes)
  })
  it('keeps the pages and complete entries of a file that is cut off', () => {
    const pages = [{ id: 'p', title: 'Cart' }]
    const text = harText([{ url: 'http://a.example/1' }, { url: 'http://a.example/2' }], pages)
    const recording = readHar(text.slice(0, -80))
    expect([recording.exchanges.length, recording.pages]).toEqual([1, pages])
    expect(recording.left.map(({ code }) => code)).toEqual(['cutOff'])
  })
  it('is listed up to a limit, and the rest is counted', () => {
    const { left } = readHar(harText(Array.from({ length: 600 }, () => ({ url: 'data:,' }))))
    expect(left.length).toBe(501)
    expect(left.at(-1)?.text.en).toBe('101 more are not listed')
  })
})
