import { expect, test } from 'vitest'
import { templateOf } from './template-match.ts'

const templates = [
  'GET /',
  'GET /orders',
  'GET /orders/{id}',
  'POST /orders/{id}',
  'GET /orders/{id}/lines',
  'GET /reports/{date}',
  'GET /files/{id}.pdf',
  'GET /goods/{name}',
  'GET /goods/{id}',
  'GET /goods/new',
].map(text => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
})

function matchOf(text: string, name = ''): string | null {
  const [method = '', path = ''] = text.split(' ')
  const found = templateOf({ label: 0, name, method, path }, templates)
  return found === null || found === 'static' ? found : `${found.method} ${found.path}`
}

test.each([
  ['GET /', 'GET /'],
  ['GET /orders', 'GET /orders'],
  ['GET /orders/', null],
  ['PUT /orders', null],
  ['GET /orders/17', 'GET /orders/{id}'],
  ['GET /orders/{}', 'GET /orders/{id}'],
  ['GET /orders/ord-{}', 'GET /orders/{id}'],
  ['GET /orders/{}/lines', 'GET /orders/{id}/lines'],
  ['GET /orders/{}/notes', null],
  ['GET /reports/2026-01-01', 'GET /reports/{date}'],
  ['GET /reports/latest', null],
  ['GET /files/report-{}.pdf', 'GET /files/{id}.pdf'],
  ['GET /files/report-{}.csv', null],
  ['GET /goods/new', 'GET /goods/new'],
  ['GET /goods/tea', 'GET /goods/{name}'],
  ['GET /goods/4711', 'GET /goods/{id}'],
  ['GET /{}', null],
])('%s belongs to %s', (request, template) => {
  expect(matchOf(request)).toBe(template)
})

test('a value that changes fits several templates alike: the name of the step decides, else none', () => {
  expect(matchOf('GET /goods/{}')).toBeNull()
  expect(matchOf('GET /goods/{}', 'GET /goods/{name}')).toBe('GET /goods/{name}')
  expect(matchOf('GET /goods/{}', 'GET /goods/{id}')).toBe('GET /goods/{id}')
})

test('a name decides nothing where method or path differ', () => {
  expect(matchOf('GET /orders', 'POST /orders/{id}')).toBe('GET /orders')
})

test('files that browsers fetch are no requests of a mix, an address that is not known has no template', () => {
  expect(matchOf('GET /static/app.3fa9c1.js')).toBe('static')
  expect(matchOf('POST /static/app.js')).toBeNull()
  expect(templateOf({ label: 0, name: '', method: 'GET', path: null }, templates)).toBeNull()
})
