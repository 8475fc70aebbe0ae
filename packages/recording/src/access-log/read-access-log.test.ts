import { describe, expect, test } from 'vitest'
import { readerFor } from '../readers.ts'
import { loadOfMix } from '../steps/mix-load.ts'
import { toSteps } from '../steps/to-steps.ts'

function read(text: string, options: { readonly logFormat?: string } = {}) {
  const bytes = new TextEncoder().encode(text)
  const reader = readerFor(bytes, options)
  if (reader === null) throw new Error('The format is not recognised')
  // A file comes in pieces that end anywhere.
  for (let at = 0; at < bytes.length; at += 977) reader.feed(bytes.subarray(at, at + 977))
  return reader.end()
}

function stepsOf(recording: ReturnType<typeof read>, baseUrl = '') {
  let ids = 0
  return toSteps(recording, {
    accepted: [],
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl,
    takenNames: [],
    newId: () => `step-${(ids += 1)}`,
  })
}

const start = Date.UTC(2026, 0, 1, 8)
const pad = (number: number) => String(number).padStart(2, '0')
/** A line of the combined format, so many seconds after the start. */
function line(atSeconds: number, request: string, { client = '10.0.0.1', status = 200, size = 100 } = {}) {
  const at = new Date(start + atSeconds * 1_000)
  const time = `01/Jan/2026:${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())} +0000`
  return `${client} - - [${time}] "${request} HTTP/1.1" ${status} ${size} "-" "Mozilla/5.0"\n`
}

const templates = (recording: ReturnType<typeof read>) =>
  recording.exchanges.map(({ name, count }) => `${count} ${name}`)

describe('an access log', () => {
  test('becomes a mix of templates with their shares, values of which are parameters', () => {
    const log = [
      line(0, 'GET /orders/17?page=1&q=green+tea'),
      line(4, 'GET /orders/18?page=2&q=oolong'),
      line(10, 'GET /orders/18?page=2&q=oolong'),
      line(12, 'POST /orders'),
      line(12, 'GET /static/app.3fa9c1.js'),
      line(13, 'GET /wp-login.php', { status: 404 }),
    ]
    const recording = read(log.join(''))
    expect(recording).toMatchObject({
      format: 'accessLog',
      mix: { requests: 4, visits: 1, meanPauseMs: 4_000 },
    })
    expect(templates(recording)).toEqual(['3 GET /orders/{id}', '1 POST /orders', '1 GET /static/{file}.js'])
    const { steps, parameters, left } = stepsOf(recording)
    const [weighted, pause] = steps
    if (weighted?.kind !== 'weighted') throw new Error('There is no weighted choice')
    expect(weighted.children.map(child => weighted.weights[child.id])).toEqual([3, 1, 1])
    expect(weighted.children[0]).toMatchObject({
      name: 'GET /orders/{id}',
      http: {
        url: '/orders/${orders_id}',
        query: [
          { name: 'page', value: '${orders_page}' },
          { name: 'q', value: '${orders_q}' },
        ],
      },
    })
    expect(pause).toMatchObject({
      kind: 'thinkTime',
      distribution: 'uniform',
      durationMs: 0,
      spreadMs: 8_000,
    })
    expect(parameters).toMatchObject([
      { kind: 'list', name: 'orders_id', values: ['17', '18', '18'], selection: 'random' },
      { name: 'orders_page', values: ['1', '2', '2'] },
      { name: 'orders_q', values: ['green tea', 'oolong', 'oolong'] },
    ])
    expect([...recording.left, ...left].map(({ code, place }) => [code, place])).toEqual([
      ['refused', ''],
      ['bodyUnknown', 'POST /orders'],
      ['hostUnknown', ''],
    ])
  })

  test('keeps no value of a secret in a query', () => {
    const { variables, lists, exchanges } = read(
      line(0, 'GET /pay?token=abc1') + line(1, 'GET /pay?token=abc2'),
    )
    expect({ variables, lists }).toEqual({ variables: [{ name: 'token', value: '' }], lists: [] })
    expect(JSON.stringify(exchanges)).not.toContain('abc')
  })

  test('folds a place that has had more than a hundred names, with what is below it', () => {
    const names = Array.from(
      { length: 150 },
      (_, at) => `tea-${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at)}`,
    )
    const log = names.map(
      (name, at) => line(at, `GET /goods/${name}`) + line(at, `GET /goods/${name}/reviews`),
    )
    expect(templates(read(log.join('')))).toEqual(['150 GET /goods/{name}', '150 GET /goods/{name}/reviews'])
  })

  test('tells how many lines are of no format, and where the first is', () => {
    const { left } = read(`${line(0, 'GET /')}nonsense\n${line(1, 'GET /')}\x16\x03\x01\n`)
    expect(left).toMatchObject([
      { code: 'badLines', text: { en: expect.stringMatching(/^2 lines .* line 2 first$/) } },
      {},
    ])
  })

  test('that is cut off in its last line keeps the lines before', () => {
    const log = line(0, 'GET /') + line(1, 'GET /').slice(0, 40)
    expect(templates(read(log))).toEqual(['1 GET /'])
  })

  test.each([
    ['common', '10.0.0.1 - ann [01/Jan/2026:08:00:00 +0800] "GET /a HTTP/1.1" 200 -', Date.UTC(2026, 0, 1)],
    [
      'nginx with JSON',
      '{"time_iso8601":"2026-01-01T08:00:00+08:00","remote_addr":"10.0.0.1","request":"GET /a HTTP/2.0","status":200}',
      Date.UTC(2026, 0, 1),
    ],
    [
      'Caddy',
      '{"level":"info","ts":1767225600.25,"request":{"remote_ip":"10.0.0.1","method":"GET","host":"","uri":"/a"},"size":10,"status":200}',
      Date.UTC(2026, 0, 1) + 250,
    ],
    [
      'Traefik',
      '{"ClientHost":"10.0.0.1","DownstreamContentSize":10,"DownstreamStatus":200,"RequestMethod":"GET","RequestPath":"/a","StartUTC":"2026-01-01T00:00:00Z"}',
      Date.UTC(2026, 0, 1),
    ],
  ])('of the format %s is read', (_name, text, fromMs) => {
    const recording = read(text)
    expect(templates(recording)).toEqual(['1 GET /a'])
    expect(recording.mix?.fromMs).toBe(fromMs)
  })

  test.each([
    [
      `log_format main '$host $remote_addr [$time_local] "$request" '\n  '$status $request_time "$http_user_agent" $upstream_response_time';`,
      'shop.example 10.0.0.1 [01/Jan/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 0.012 "Mozilla/5.0 \\"x\\"" 0.010, 0.002',
    ],
    [
      '$msec|$scheme://$host$request_uri|$request_method|$status',
      '1767225600.123|http://shop.example/a|GET|200',
    ],
    [
      'LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O %D \\"%{User-Agent}i\\"" vhost',
      'shop.example:80 10.0.0.1 - - [01/Jan/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 512 1200 "curl/8"',
    ],
    ['%{Host}i %a %t %m %U%q %s', 'shop.example 10.0.0.1 [01/Jan/2026:08:00:00 +0000] GET /a?b=1 200'],
  ])('is read by its own format: %s', (logFormat, text) => {
    const recording = read(text, { logFormat })
    expect(recording.left).toEqual([])
    expect(recording.exchanges).toMatchObject([{ name: 'GET /a', host: 'shop.example' }])
    expect(stepsOf(recording, 'http://shop.example').steps).toMatchObject([
      { children: [{ http: { url: '/a' } }] },
    ])
  })

  test('is not read by a format without status', () => {
    const { left } = read('x', { logFormat: '$remote_addr $request' })
    expect(left.map(({ code }) => code)).toContain('badLogFormat')
  })

  test('gives the arrivals of each interval as a load', () => {
    const log = Array.from({ length: 40 }, (_, at) => line(Math.floor(at / 20), 'GET /a'))
    const { mix } = read([...log, line(2, 'GET /a'), line(3, 'GET /a')].join(''))
    if (mix === undefined) throw new Error('There is no mix')
    expect(mix).toMatchObject({ intervalSeconds: 1, arrivals: [20, 20, 1, 1] })
    const row = { rampUpSeconds: 0, rampDownSeconds: 0 }
    expect(loadOfMix(mix)).toEqual({
      isCut: false,
      loadModel: {
        kind: 'userDefined',
        rows: [
          { ...row, users: 20, startDelaySeconds: 0, holdSeconds: 2 },
          { ...row, users: 1, startDelaySeconds: 2, holdSeconds: 2 },
        ],
      },
    })
    expect(loadOfMix({ ...mix, intervalSeconds: 604_800 })).toMatchObject({
      isCut: true,
      loadModel: { rows: [{}] },
    })
    expect(loadOfMix(mix, 0.1)).toMatchObject({
      loadModel: { rows: [{ users: 2 }, { users: 0.1 }] },
    })
  })
})
