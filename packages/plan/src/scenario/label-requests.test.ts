import { expect, it } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { labelRequests } from './label-requests.ts'
import { labelTable } from './labels.ts'

type Input = Parameters<typeof componentDocumentSchema.parse>[0]

/** `label: method path` of a component. */
function requestsOf(document: Input): string[] {
  const components = [{ name: 'c', document: componentDocumentSchema.parse(document) }]
  const table = labelTable(components)
  return labelRequests(components, table).map(
    ({ label, method, path }) => `${table.labels[label]?.name}: ${method} ${path}`,
  )
}

const http = (name: string, url: string, more: object = {}) => ({
  id: name,
  name,
  kind: 'request',
  protocol: 'http',
  http: { url, ...more },
})

it('requests have the path of their address and of the base address, without host and query', () => {
  const settings = { http: { baseUrl: 'http://shop:8080/base/' } }
  const steps = [
    http('path', '/goods?id=${id}#top'),
    http('whole', 'https://pay.test/cards', { method: 'POST' }),
    http('host', 'https://pay.test?x=1'),
    http('bare', 'goods'),
  ]
  expect(requestsOf({ settings, steps })).toEqual([
    'path: GET /base/goods',
    'whole: POST /cards',
    'host: GET /',
    'bare: GET /base/goods',
  ])
})

it('values that are fixed are filled in, others stand as changing parts', () => {
  const variables = [{ name: 'version', value: 'v1' }]
  const parameters = [{ id: 'p', kind: 'list', name: 'id', values: ['1', '2'] }]
  const settings = { http: { baseUrl: 'http://shop' } }
  const steps = [
    http('own', '/api/${version}/orders/${id}/lines'),
    http('call', '/files/report-${uuid()}.pdf'),
    http('base', '${host}/goods/${id}'),
    http('unknown', '${host}'),
  ]
  expect(requestsOf({ settings, variables, parameters, steps } as Input)).toEqual([
    'own: GET /api/v1/orders/{}/lines',
    'call: GET /files/report-{}.pdf',
    'base: GET /goods/{}',
    'unknown: GET null',
  ])
})

it('switched-off steps and those of other protocols have none', () => {
  const socket = {
    id: 's',
    name: '',
    kind: 'request',
    protocol: 'webSocket',
    webSocket: { kind: 'connect', url: 'ws://shop/a' },
  }
  expect(
    requestsOf({ steps: [{ ...http('off', 'http://shop/a'), enabled: false }, socket] } as Input),
  ).toEqual([])
})
