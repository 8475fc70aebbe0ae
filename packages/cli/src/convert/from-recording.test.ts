import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { yamlToDocument } from '@pone/plan/code/yaml.ts'
import { pcapOf, TestConnection } from '@pone/recording/pcap/test-capture.ts'
import { expect, test } from 'vitest'
import { fromRecording } from './from-recording.ts'

async function convert(text: string | Uint8Array, { fileName = 'visit.har', hasRaw = false } = {}) {
  const path = join(await mkdtemp(join(tmpdir(), 'pone-recording-')), fileName)
  await writeFile(path, text)
  return fromRecording(path, 'Visit', { hasRaw })
}

const entry = (url: string, type: string) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { mimeType: type, size: 2 } },
})

test('the most common origin becomes the base address, and what is left out is counted', async () => {
  const entries = [
    entry('http://api.shop.example/1', 'application/json'),
    entry('http://shop.example/2', 'text/html'),
    entry('http://shop.example/3', 'text/html'),
    entry('http://shop.example/a.png', 'image/png'),
    entry('http://tracker.example.net/', 'text/html'),
  ]
  const made = await convert(JSON.stringify({ log: { entries } }))
  expect(made).toMatchObject({ requests: 3, steps: 3, aside: { static: 1, otherHost: 1 }, left: [] })
  expect(made?.yaml).toBe(`name: Visit
settings:
  http:
    baseUrl: http://shop.example
steps:
  - get: http://api.shop.example/1
  - get: /2
  - get: /3
`)
})

test('a file without requests gives no component but the reason', async () => {
  expect(await convert('{"log":{"entries":[')).toMatchObject({
    yaml: null,
    left: [{ code: 'cutOff' }, { code: 'nothingFound' }],
  })
})

test('an access log gives a component that sends its requests in their shares, and the load of its arrivals', async () => {
  const line = (second: number, path: string) =>
    `10.0.0.1 - - [01/Jan/2026:08:00:0${second} +0000] "GET ${path} HTTP/1.1" 200 10 "-" "curl/8"`
  const log = [...Array.from({ length: 20 }, (_, at) => line(at % 2, `/orders/${at % 2}`)), line(1, '/a.png')]
  const made = await convert(log.join('\n'), { fileName: 'access.log' })
  expect(made).toMatchObject({
    requests: 1,
    steps: 2,
    aside: { static: 1 },
    mix: { requests: 20, visits: 1 },
  })
  const { component } = yamlToDocument(made?.yaml ?? '')
  expect(component?.scenario).toMatchObject({
    drive: 'arrivals',
    loadModel: { kind: 'userDefined', rows: [{ users: 10, startDelaySeconds: 0, holdSeconds: 2 }] },
  })
  expect(component?.document).toMatchObject({
    parameters: [{ kind: 'list', name: 'orders_id', selection: 'random' }],
    steps: [
      { kind: 'weighted', children: [{ name: 'GET /orders/{id}', http: { url: '/orders/${orders_id}' } }] },
    ],
  })
})

test('a script of k6 gives a component with the load of its options', async () => {
  const made = await convert(
    `import http from 'k6/http'
export const options = { vus: 3, duration: '10s', thresholds: { http_req_failed: ['rate<0.05'] } }
export default () => { http.get('http://shop.example/cart') }`,
    { fileName: 'shop.js' },
  )
  expect(made?.left).toEqual([])
  expect(made?.yaml).toBe(`name: Visit
settings:
  http:
    baseUrl: http://shop.example
load:
  users: 3
  rampUpSeconds: 0
  durationSeconds: 10
  drive: users
sla:
  - errorPercent < 5
steps:
  - get: /cart
`)
})

test.each([['name: x'], ['{"steps":[]}'], ['']])(
  'a file of no known format gives nothing: %s',
  async text => {
    expect(await convert(text)).toBeNull()
  },
)

test('a packet capture gives a component as other recordings do', async () => {
  const { packets } = new TestConnection()
    .open()
    .send('client', 'GET /cart?id=1 HTTP/1.1\r\nHost: shop.example\r\n\r\n')
    .send('server', 'HTTP/1.1 204 No Content\r\n\r\n')
  expect((await convert(pcapOf(packets)))?.yaml).toBe(`name: Visit
settings:
  http:
    baseUrl: http://shop.example
steps:
  - get: /cart
    query:
      id: "1"
`)
})

test('a conversation that is not HTTP is converted where there are no requests, or where that is asked for', async () => {
  const raw = new TestConnection({ clientPort: 50_001 })
    .open()
    .send('client', 'one\n')
    .send('server', '1\n')
    .send('client', 'two\n')
    .send('server', '2\n').packets
  const request = new TestConnection()
    .open()
    .send('client', 'GET /cart HTTP/1.1\r\nHost: shop.example\r\n\r\n')
    .send('server', 'HTTP/1.1 204 No Content\r\n\r\n').packets
  expect((await convert(pcapOf(raw)))?.yaml).toBe(`name: Visit
steps:
  - tcp.connect: 10.0.0.2
    port: 80
  - tcp.send: one
    reply: next
  - tcp.send: two
    reply: next
`)
  const both = pcapOf([...raw, ...request])
  expect(await convert(both)).toMatchObject({ requests: 1, aside: { rawStream: 1 } })
  expect(await convert(both, { hasRaw: true })).toMatchObject({ requests: 4, aside: {} })
})

test('a message that is too long for a field becomes a file that the component names', async () => {
  const { packets } = new TestConnection().open().send('client', new Uint8Array(600_000), 60_000)
  const made = await convert(pcapOf(packets), { fileName: 'my visit.pcap' })
  expect(made?.files).toEqual([{ name: 'my-visit-message-1.bin', content: new Uint8Array(600_000) }])
  expect(made?.left.map(({ code }) => code)).toEqual(['messageFile'])
  expect(made?.yaml).toContain('    fileId: my-visit-message-1.bin\n')
  // As ./pone run reads it.
  const asked: string[] = []
  const fileIdOf = (path: string) => {
    asked.push(path)
    return '00000000-0000-4000-8000-0000000000ff'
  }
  expect(yamlToDocument(made?.yaml ?? '', { fileIdOf }).problems).toEqual([])
  expect(asked).toEqual(['my-visit-message-1.bin'])
})
