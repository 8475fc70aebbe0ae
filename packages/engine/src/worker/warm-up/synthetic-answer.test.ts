import { type StepOf, stepSchema } from '@pone/plan/steps/registry.ts'
import { describe, expect, test } from 'vitest'
import { readRequest } from './answering-server.ts'
import { syntheticAnswers } from './synthetic-answer.ts'

const answersOf = (more: object) => {
  const step = { id: 'r', name: 'r', kind: 'request', protocol: 'http', http: { url: '/' }, ...more }
  return syntheticAnswers(stepSchema.parse(step) as StepOf<'request'>)
}
const checkpoint = (source: string, operator: string, expected = '', expression = '') => ({
  checkpoints: [{ id: 'c', source, operator, expected, expression }],
})
const extractor = (source: string, expression: string, rightBoundary = '') => ({
  extractors: [{ id: 'e', source, variable: 'v', expression, rightBoundary }],
})

describe('a synthetic answer', () => {
  test.each([
    ['', {}, 200],
    ['expects 201', checkpoint('status', 'equals', '201'), 201],
    ['expects a variable', checkpoint('status', 'equals', '${status}'), 200],
    ['expects 100, which would not end the exchange', checkpoint('status', 'equals', '100'), 200],
    ['counts 404 as success', { http: { url: '/', expectedStatuses: '404' } }, 404],
  ])('has the status that its step needs: %s', (_, step, status) => {
    expect(answersOf(step).map(answer => answer.status)).toEqual([status, status])
  })

  test.each(['$.data.items[1].id', "$['data']['items'][1].id", '$.data.items[1].id '])(
    'has a value at %s, once a text and once a number',
    path => {
      const values = answersOf(extractor('jsonPath', path)).map(
        ({ body }) => (JSON.parse(body) as { data: { items: { id: unknown }[] } }).data.items[1]?.id,
      )
      expect(values.map(value => typeof value)).toEqual(['string', 'number'])
    },
  )

  test('contains what its step searches for, besides the values', () => {
    const [answer] = answersOf({
      ...checkpoint('body', 'contains', 'Wonderful "widget"'),
      ...extractor('jsonPath', '$.id'),
    })
    const body = JSON.parse(answer?.body ?? '') as { text: string; id: string }
    expect(body.text).toBe('Wonderful "widget"')
    expect(body.id).toBe('1')
  })

  test('has what stands between boundaries', () => {
    const [answer] = answersOf(extractor('boundary', 'token="', '"'))
    expect(answer?.body).toMatch(/token="[^"]+"/)
  })

  test('has headers and cookies that are taken, and none that would change where it ends', () => {
    expect(answersOf(extractor('header', 'X-Token'))[0]?.headers).toEqual([['X-Token', '1']])
    expect(answersOf(extractor('cookie', 'sid'))[0]?.headers).toEqual([['set-cookie', 'sid=1']])
    expect(answersOf(checkpoint('header', 'equals', '5', 'Content-Length'))[0]?.headers).toEqual([])
    expect(answersOf(checkpoint('header', 'equals', 'a\r\nb: c', 'x'))[0]?.headers).toEqual([])
  })
})

describe('a request', () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nx-pone-warm-up: 3\r\n'
  test.each([
    ['without a body', `${head}\r\n`],
    ['with one of known length', `${head}Content-Length: 4\r\n\r\nabcd`],
    ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n`],
  ])('%s is whole with its last byte, and not before', (_, text) => {
    expect(readRequest(text.slice(0, -1))).toBeNull()
    expect(readRequest(text)).toEqual({ answer: 3, isHead: false })
  })

  test('that asks for the head only is known', () => {
    expect(readRequest('HEAD / HTTP/1.1\r\n\r\n')).toEqual({ answer: Number.NaN, isHead: true })
  })
})
