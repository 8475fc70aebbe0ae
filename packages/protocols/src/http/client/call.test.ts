import { expect, test } from 'vitest'
import type { Scope, Template } from '../../protocol.ts'
import { httpRequestSchema } from '../definition/request.ts'
import { httpSettingsSchema } from '../definition/settings.ts'
import { compileCall, withQuery } from './call.ts'
import type { HttpContext } from './context.ts'
import { expectedStatus } from './expected-status.ts'

test.each([
  ['', 200, true],
  ['', 399, true],
  ['', 404, false],
  ['404', 404, true],
  ['200-299, 404', 404, true],
  ['200-299,404', 300, false],
])('expected statuses “%s” and %i: %s', (expression, status, expected) => {
  expect(expectedStatus(expression)(status)).toBe(expected)
})

test.each([
  ['http://a/b', 'http://a/b?q=1'],
  ['http://a/b?c=2', 'http://a/b?c=2&q=1'],
  ['http://a/b#part', 'http://a/b?q=1'],
  ['http://a/b?c=2#part?', 'http://a/b?c=2&q=1'],
  ['http://a/b#?', 'http://a/b?q=1'],
])('a query is put behind %s so that it is sent', (address, expected) => {
  expect(withQuery(address, 'q=1')).toBe(expected)
})

const template = (text: string): Template => ({ constant: text, evaluate: () => text })
const scope: Scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}

/** A builder of requests without variables. */
function builderOf(headers: readonly [string, string][], newTrace?: HttpContext['newTrace']) {
  const http = httpRequestSchema.parse({
    url: 'http://a/b',
    headers: headers.map(([name, value]) => ({ name, value, enabled: true })),
  })
  // What a request without authentication and body does not read is left out.
  const context = {
    settings: httpSettingsSchema.parse({}),
    baseUrl: template(''),
    template,
    extraHeaders: [['x-pone-run', 'r']],
    connectTimeoutMs: 1,
    responseTimeoutMs: 1,
    newTrace,
  } as unknown as HttpContext
  return compileCall(http, context, { headers: false, body: false })
}

test('without traces a request without variables is built once', () => {
  const build = builderOf([['a', '1']])
  expect(build(scope, false)).toBe(build(scope, false))
  expect(build(scope, false).headers.map(([name]) => name)).not.toContain('traceparent')
})

test('with traces each request begins one, and the step’s own header comes first', () => {
  let made = 0
  const newTrace = () => {
    made += 1
    return { id: `id${made}`, traceparent: `00-id${made}-1-01` }
  }
  const build = builderOf([['a', '1']], newTrace)
  const calls = [build(scope, false), build(scope, false)]
  expect(calls.map(({ traceId }) => traceId)).toEqual(['id1', 'id2'])
  expect(calls[1]?.headers.at(-1)).toEqual(['traceparent', '00-id2-1-01'])
  const own = builderOf([['TraceParent', '00-mine-1-01']], newTrace)(scope, false)
  expect(own.traceId).toBeUndefined()
  expect(own.headers.filter(([name]) => name.toLowerCase() === 'traceparent')).toEqual([
    ['TraceParent', '00-mine-1-01'],
  ])
})
