/** Answers as the documents of Jaeger, Tempo and SkyWalking give them; Zipkin is tested as it runs. */
import { expect, test } from 'vitest'
import { jaeger } from './jaeger.ts'
import { skywalking } from './skywalking.ts'
import { tempo } from './tempo.ts'
import { zipkin } from './zipkin.ts'

const traceId = '7c9f0b1de2a34456b7c8d9e0f1a2b3c4'
const startUs = 1_764_000_000_000_000

test('a documented answer of Jaeger is read: services by process, parents by reference, errors by tag', () => {
  const answer = {
    data: [
      {
        traceID: traceId,
        spans: [
          {
            traceID: traceId,
            spanID: 'bb',
            operationName: 'POST /orders',
            references: [{ refType: 'CHILD_OF', traceID: traceId, spanID: 'aa' }],
            startTime: startUs,
            duration: 1_500,
            tags: [
              { key: 'span.kind', type: 'string', value: 'server' },
              { key: 'error', type: 'bool', value: true },
              { key: 'http.status_code', type: 'int64', value: 500 },
            ],
            logs: [
              {
                timestamp: startUs + 20,
                fields: [
                  { key: 'event', type: 'string', value: 'exception' },
                  { key: 'lines', type: 'int64', value: 3 },
                ],
              },
            ],
            processID: 'p1',
            warnings: null,
          },
        ],
        processes: { p1: { serviceName: 'shop', tags: [] } },
        warnings: null,
      },
    ],
    total: 0,
    limit: 0,
    offset: 0,
    errors: null,
  }
  expect(jaeger.request(traceId)).toMatchObject({ method: 'GET', path: `/api/traces/${traceId}` })
  expect(jaeger.read(answer)).toEqual({
    spans: [
      {
        id: 'bb',
        parentId: 'aa',
        service: 'shop',
        operation: 'POST /orders',
        kind: 'server',
        startUs,
        durationUs: 1_500,
        isError: true,
        tags: [
          { name: 'span.kind', value: 'server' },
          { name: 'error', value: 'true' },
          { name: 'http.status_code', value: '500' },
        ],
        events: [{ atUs: startUs + 20, text: 'event=exception lines=3' }],
      },
    ],
  })
})

test('Jaeger’s documented 404 is a trace that it does not have, that of another program is not', () => {
  const body = '{"data":null,"total":0,"limit":0,"offset":0,"errors":[{"code":404,"msg":"trace not found"}]}'
  expect(jaeger.isNotFound(body, traceId)).toBe(true)
  expect(jaeger.isNotFound('404 page not found', traceId)).toBe(false)
  expect(jaeger.read({ data: null, errors: [{ code: 500, msg: 'storage is down' }] })).toEqual({
    refused: 'storage is down',
  })
})

const otlpSpan = {
  traceId: 'fJ8LHeKjRFa3yNng8aKzxA==',
  spanId: 'AAAAAAAAALs=',
  parentSpanId: 'AAAAAAAAAKo=',
  name: 'POST /orders',
  kind: 'SPAN_KIND_SERVER',
  startTimeUnixNano: '1764000000000000999',
  endTimeUnixNano: '1764000000001500999',
  attributes: [
    { key: 'http.status_code', value: { intValue: '500' } },
    { key: 'peers', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
  ],
  events: [{ timeUnixNano: '1764000000000020000', name: 'exception', attributes: [] }],
  status: { code: 'STATUS_CODE_ERROR', message: 'no stock' },
}
const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] }

test('a documented answer of Tempo is read: ids of base64 become hexadecimal, nanoseconds become microseconds', () => {
  const answer = { batches: [{ resource, scopeSpans: [{ scope: {}, spans: [otlpSpan] }] }] }
  expect(tempo.read(answer)).toEqual({
    spans: [
      {
        id: '00000000000000bb',
        parentId: '00000000000000aa',
        service: 'shop',
        operation: 'POST /orders',
        kind: 'server',
        startUs,
        durationUs: 1_500,
        isError: true,
        tags: [
          { name: 'status.message', value: 'no stock' },
          { name: 'http.status_code', value: '500' },
          { name: 'peers', value: '{"values":[{"stringValue":"a"}]}' },
        ],
        events: [{ atUs: startUs + 20, text: 'exception' }],
      },
    ],
  })
})

test('the names that older and newer versions of Tempo use are read alike, and ids that are hexadecimal stay', () => {
  const span = { ...otlpSpan, spanId: '00000000000000bb', kind: 3, status: { code: 2 }, events: null }
  const older = { batches: [{ resource, instrumentationLibrarySpans: [{ spans: [span] }] }] }
  const newer = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
  for (const answer of [older, newer])
    expect(tempo.read(answer)).toMatchObject({
      spans: [{ id: '00000000000000bb', kind: 'client', isError: true, service: 'shop' }],
    })
  expect(tempo.isNotFound('', traceId)).toBe(true)
  expect(tempo.isNotFound('404 page not found', traceId)).toBe(false)
})

const segment = {
  traceId,
  segmentId: 's1',
  spanId: 0,
  parentSpanId: -1,
  refs: [{ traceId, parentSegmentId: 'load', parentSpanId: 0, type: 'CROSS_PROCESS' }],
  serviceCode: 'shop',
  serviceInstanceName: 'shop-1',
  startTime: startUs / 1_000,
  endTime: startUs / 1_000 + 12,
  endpointName: 'POST:/orders',
  type: 'Entry',
  peer: '',
  component: 'SpringMVC',
  isError: true,
  layer: 'Http',
  tags: [{ key: 'status_code', value: '500' }],
  logs: [{ time: startUs / 1_000 + 1, data: [{ key: 'event', value: 'error' }] }],
}

test('a documented answer of SkyWalking is read: spans of a segment below each other, segments by reference', () => {
  const exit = {
    ...segment,
    spanId: 1,
    parentSpanId: 0,
    refs: [],
    type: 'Exit',
    peer: 'db:5432',
    isError: false,
  }
  const answer = skywalking.read({ data: { trace: { spans: [segment, exit] } } })
  expect(skywalking.request(traceId)).toMatchObject({ method: 'POST', path: '/graphql' })
  expect(JSON.parse(skywalking.request(traceId).body)).toMatchObject({ variables: { traceId } })
  expect(answer).toMatchObject({
    spans: [
      {
        id: 's1:0',
        parentId: 'load:0',
        service: 'shop',
        operation: 'POST:/orders',
        kind: 'server',
        startUs,
        durationUs: 12_000,
        isError: true,
        events: [{ atUs: startUs + 1_000, text: 'event=error' }],
      },
      { id: 's1:1', parentId: 's1:0', kind: 'client', isError: false },
    ],
  })
})

test('SkyWalking answers an unknown trace with none, refuses with errors, and tells both ends of a queue', () => {
  expect(skywalking.read({ data: { trace: { spans: [] } } })).toEqual({ spans: [] })
  expect(skywalking.read({ data: { trace: null } })).toEqual({ spans: [] })
  expect(skywalking.read({ data: null, errors: [{ message: 'no storage' }] })).toEqual({
    refused: 'no storage',
  })
  const ends = [segment, { ...segment, type: 'Exit' }, { ...segment, type: 'Local' }].map(each => ({
    ...each,
    layer: 'MQ',
  }))
  expect(skywalking.read({ data: { trace: { spans: ends } } })).toMatchObject({
    spans: [{ kind: 'consumer' }, { kind: 'producer' }, { kind: 'internal' }],
  })
})

test.each([
  ['Jaeger', jaeger],
  ['Tempo', tempo],
  ['SkyWalking', skywalking],
  ['Zipkin', zipkin],
])('what is not an answer of %s is told as such', (_, system) => {
  for (const other of [undefined, null, 'text', 7, [{}], { data: [{ spans: 'none' }] }, { batches: 1 }])
    expect(system.read(other)).toBeNull()
})
