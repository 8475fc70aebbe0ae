import { productionMixDocumentSchema } from '@pone/plan/production-mix/production-mix.ts'
import { describe, expect, test } from 'vitest'
import { readerFor } from '../readers.ts'
import { mixDocumentOf } from './mix-document.ts'
import { busiestPart, wholeMix } from './mix-part.ts'
import { componentOfMix, loadOfDocument } from './scenario-of-mix.ts'

function documentOf(log: string) {
  const bytes = new TextEncoder().encode(log)
  const reader = readerFor(bytes)
  reader?.feed(bytes)
  const recording = reader?.end()
  return recording === undefined ? null : mixDocumentOf(recording, 'access.log')
}

function filled(log: string) {
  const document = documentOf(log)
  if (document === null) throw new Error('The log has no mix')
  return document
}

const pad = (number: number) => String(number).padStart(2, '0')
/** A line so many seconds after 08:00. */
const line = (seconds: number, request: string, status = 200, size = 100) =>
  `10.0.0.1 - - [01/Jan/2026:08:${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)} +0000] "${request} HTTP/1.1" ${status} ${size}\n`
const lines = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join('')

const log =
  lines(30, at => line(at, `GET /orders/${at}?page=${at % 2}`, 200, 1_000 + at)) +
  lines(10, at => line(at, 'POST /orders', at === 0 ? 500 : 201, 20)) +
  line(3, 'GET /static/app.3fa9c1.js') +
  line(4, 'GET /wp-login.php', 404)

describe('the mix of a log', () => {
  test('has its templates with counts and sizes, what is apart from them, and no line of the log', () => {
    const document = filled(log)
    expect(productionMixDocumentSchema.parse(document)).toEqual(document)
    expect(document).toMatchObject({
      source: { kind: 'accessLog', name: 'access.log' },
      fromMs: Date.UTC(2026, 0, 1, 8),
      toMs: Date.UTC(2026, 0, 1, 8, 0, 29),
      requests: 40,
      otherRequests: 0,
      staticRequests: 1,
      refusedRequests: 1,
      intervalSeconds: 1,
      templates: [
        {
          method: 'GET',
          origin: '',
          path: '/orders/{id}',
          url: '/orders/{{orders_id}}?page={{orders_page}}',
          count: 30,
          sizes: { count: 30, meanBytes: 1_014.5 },
        },
        { method: 'POST', path: '/orders', url: '/orders', count: 10, sizes: { count: 10, meanBytes: 20 } },
      ],
    })
    expect(document.arrivals.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(document.lists.map(({ name, values }) => [name, values.length])).toEqual([
      ['orders_id', 30],
      ['orders_page', 30],
    ])
  })

  test('keeps no value of a secret, and at most 100 values of a place', () => {
    const document = filled(lines(400, at => line(at % 60, `GET /pay/${at}?token=abc${at}`)))
    expect(document).toMatchObject({
      secrets: ['token'],
      templates: [{ url: '/pay/{{pay_id}}?token={{token}}' }],
    })
    expect(JSON.stringify(document)).not.toContain('abc')
    expect(document.lists[0]?.values).toHaveLength(100)
  })

  test('does not list paths that are too long, and counts their requests as others', () => {
    const document = filled(line(0, `GET /${'x'.repeat(600)}`) + line(1, 'GET /a'))
    expect(document).toMatchObject({ requests: 2, otherRequests: 1, templates: [{ path: '/a' }] })
  })

  test('is none where the log has static files alone', () => {
    expect(documentOf(line(0, 'GET /a.css'))).toBeNull()
  })
})

describe('the scenario of a mix', () => {
  const options = () => {
    let ids = 0
    return { baseUrl: 'https://staging.example', newId: () => `id-${(ids += 1)}` }
  }

  test('sends its requests in their shares to the given address, with the values that were sent', () => {
    const { settings, steps, parameters } = componentOfMix(filled(log), options())
    const [choice, ...more] = steps
    if (choice?.kind !== 'weighted') throw new Error('There is no weighted choice')
    expect([settings.http.baseUrl, more]).toEqual(['https://staging.example', []])
    expect(choice.children.map(child => [child.name, choice.weights[child.id]])).toEqual([
      ['GET /orders/{id}', 30],
      ['POST /orders', 10],
    ])
    expect(choice.children[0]).toMatchObject({ http: { url: '/orders/${orders_id}' } })
    expect(parameters.map(parameter => parameter.kind)).toEqual(['list', 'list'])
  })

  test('has the arrivals of the part, times the factor', () => {
    const document = filled(lines(60, at => line(Math.floor(at / 20), 'GET /a')))
    const load = (factor: number, part = wholeMix(document)) => loadOfDocument(document, { part, factor })
    expect(load(1)).toMatchObject({ loadModel: { rows: [{ users: 20, holdSeconds: 3 }] } })
    expect(load(2.5)).toMatchObject({ loadModel: { rows: [{ users: 50 }] } })
    expect(load(1, { firstInterval: 1, intervals: 1 })?.loadModel.rows).toMatchObject([
      { users: 20, holdSeconds: 1 },
    ])
    expect(load(0.1)).toMatchObject({ loadModel: { rows: [{ users: 2, holdSeconds: 3 }] } })
  })
})

describe('the busiest part', () => {
  const counted = { intervalSeconds: 10, arrivals: [1, 5, 5, 2, 9, 0, 5, 5] }
  test.each([
    [10, { firstInterval: 4, intervals: 1 }],
    [15, { firstInterval: 3, intervals: 2 }],
    [1_000, { firstInterval: 0, intervals: 8 }],
  ])('of %i s begins where most requests came, the first of several', (seconds, part) => {
    expect(busiestPart(counted, seconds)).toEqual(part)
  })
})
