import { expect, test } from 'vitest'
import { answerParts, differencesFrom, recordedAnswerOf } from './recorded-answer.ts'

const json = (value: unknown, status = 200) => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
const page = (body: string) => ({ status: 200, contentType: 'text/html', body })

test('a JSON text is kept by its fields, two levels deep, of lists by their first entry', () => {
  expect(recordedAnswerOf(json({ id: 1, lines: [{ goods: { name: 'tea' } }], sum: null }))).toEqual({
    status: 200,
    contentType: 'application/json',
    size: 54,
    parts: ['id', 'lines', 'lines[].goods', 'sum'],
  })
})

test('a page is kept by its title, without numbers, and its fields', () => {
  const body = '<title>Cart (12)</title><input type="text" name="q"><select name=sort><input>'
  expect(answerParts('text/html', body)).toEqual(['<title> Cart (0)', 'name=q', 'name=sort'])
})

test('a body that is no JSON, or whose type has no structure, has no parts', () => {
  expect(answerParts('application/json', '{')).toEqual([])
  expect(answerParts('text/plain', '{"a":1}')).toEqual([])
})

test.each([
  ['values differ', json({ id: 1, name: 'tea' }), json({ id: 2, name: 'oolong' }), []],
  [
    'the status differs, which explains the rest',
    json({ id: 1 }),
    json({ error: 'no' }, 401),
    [{ kind: 'status', recorded: '200', found: '401' }],
  ],
  [
    'a page comes in place of data',
    json({ id: 1 }),
    page('<title>Sign in</title>'),
    [{ kind: 'contentType', recorded: 'application/json', found: 'text/html' }],
  ],
  [
    'a field is missing',
    json({ id: 1, cart: { sum: 2 } }),
    json({ id: 1, message: 'no cart' }),
    [{ kind: 'parts', missing: ['cart', 'cart.sum'] }],
  ],
  [
    'the page is another one',
    page('<title>Cart</title><input name="code">'),
    page('<title>Sign in</title><input name="account">'),
    [{ kind: 'parts', missing: ['<title> Cart', 'name=code'] }],
  ],
  [
    'the body is much shorter',
    { status: 200, contentType: 'text/plain', body: 'x'.repeat(5_000) },
    { status: 200, contentType: 'text/plain', body: 'x' },
    [{ kind: 'size', recorded: '5000', found: '1' }],
  ],
  [
    'the body is a little longer',
    { status: 200, contentType: 'text/plain', body: 'x'.repeat(50) },
    { status: 200, contentType: 'text/plain', body: 'x'.repeat(900) },
    [],
  ],
])('a response is compared with the recorded one: %s', (_, recorded, found, differences) => {
  expect(differencesFrom(recordedAnswerOf(recorded), found)).toEqual(differences)
})

test('of a body that is known in part only status and type are compared', () => {
  const recorded = recordedAnswerOf(json({ id: 1, name: 'tea' }))
  expect(differencesFrom(recorded, { ...json({}), body: null })).toEqual([])
  expect(recordedAnswerOf({ ...json({}), body: null })).toMatchObject({ size: null, parts: [] })
})
