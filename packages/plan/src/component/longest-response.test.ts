import { expect, test } from 'vitest'
import { componentDocumentSchema } from './component.ts'
import { longestResponseMs } from './longest-response.ts'

test('a step may wait longer than the component’s settings say', () => {
  const request = (responseTimeoutMs: number) => ({
    id: String(responseTimeoutMs),
    name: '',
    kind: 'request',
    protocol: 'http',
    http: { url: '/', responseTimeoutMs },
  })
  const longest = (...steps: object[]) =>
    longestResponseMs(componentDocumentSchema.parse({ settings: { responseTimeoutMs: 5_000 }, steps }))
  expect(longest(request(0))).toBe(5_000)
  expect(longest({ id: 'g', name: '', kind: 'once', children: [request(90_000)] }, request(1))).toBe(90_000)
})
