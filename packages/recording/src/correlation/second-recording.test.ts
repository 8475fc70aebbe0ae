/** Two recordings of the same steps: what differs is dynamic. */
import { describe, expect, test } from 'vitest'
import { harText, type TestEntry } from '../har/test-har.ts'
import { readRecording } from '../read-recording.ts'

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}
const harOf = (entries: readonly TestEntry[]) =>
  harText(entries.map((entry, at) => ({ atMs: at * 10, tookMs: 1, ...entry })))

async function compare(first: readonly TestEntry[], second: readonly TestEntry[] | string) {
  const other = typeof second === 'string' ? second : harOf(second)
  const recording = await readRecording(bytesOf(harOf(first)), {}, bytesOf(other))
  if (recording === null) throw new Error('The format is not recognised')
  const { compared, left, dynamicValues, typedValues } = recording
  return {
    compared,
    left: left.map(({ code, place }) => [code, place]),
    dynamic: dynamicValues.map(({ value, confidence, reason }) => [value, confidence, reason]),
    typed: typedValues.map(({ kind, name, values }) => [kind, name, values]),
  }
}

const get = (path: string, more: Omit<TestEntry, 'url'> = {}): TestEntry => ({
  url: `http://shop.example${path}`,
  ...more,
})
const post = (path: string, body: object, more: Omit<TestEntry, 'url'> = {}): TestEntry =>
  get(path, {
    method: 'POST',
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
    ...more,
  })
const json = (value: unknown) => ({ text: JSON.stringify(value) })

describe('with a second recording of the same steps', () => {
  test('a short word that differs, and that the same response gives again, is dynamic', async () => {
    const visit = (word: string) => [get('/start', json({ mode: word })), get(`/next?style=${word}`)]
    expect(await compare(visit('amber'), visit('cobalt'))).toMatchObject({
      compared: { requests: 2, matched: 2 },
      dynamic: [['amber', 'sure', 'differs']],
      typed: [],
    })
  })

  test('a part of a path that differs is dynamic, whatever it looks like', async () => {
    const visit = (word: string) => [
      get('/start', json({ cart: word })),
      post(`/carts/${word}/pay`, { sum: 1 }),
    ]
    const { dynamic, compared } = await compare(visit('7'), visit('12'))
    expect(dynamic).toEqual([['7', 'sure', 'differs']])
    expect(compared).toEqual({ requests: 2, matched: 2 })
  })

  test('what looks generated and is the same in both is not accepted', async () => {
    const id = 'a81bc81b-dead-4e5d-abff-90865d1e13b1'
    const visit = [get('/goods', json({ list: [{ id }] })), get(`/goods/${id}`)]
    expect((await compare(visit, visit)).dynamic).toEqual([[id, 'possible', 'unchanged']])
  })

  test('a token of a framework is accepted although it is the same: it lives as long as a session', async () => {
    const token = 'Zk3v9QpL27xTw0Rb'
    const visit = [get('/form', json({ csrfToken: token })), post('/form', { csrfToken: token })]
    expect((await compare(visit, visit)).dynamic).toEqual([[token, 'sure', 'framework']])
  })

  test('a value that stands in a response of the first recording by chance is none', async () => {
    const visit = (word: string) => [get('/news', json({ title: 'amber' })), get(`/find?colour=${word}`)]
    expect(await compare(visit('amber'), visit('cobalt'))).toMatchObject({
      dynamic: [],
      typed: [['differs', 'colour', ['amber', 'cobalt']]],
    })
  })

  test('what differs and comes from no response is proposed as a parameter, or told of an address', async () => {
    const visit = (word: string) => [post('/note', { text: word }), get(`/notes/my-${word}`)]
    expect(await compare(visit('apple'), visit('pear'))).toMatchObject({
      compared: { requests: 2, matched: 1 },
      typed: [['differs', 'text', ['apple', 'pear']]],
    })
    const addresses = (word: string) => [get(`/n/${word}`)]
    expect((await compare(addresses('abc123x'), addresses('abd124y'))).left).toEqual([
      ['differsUnknown', 'log.entries[0] GET http://shop.example/n/abc123x'],
    ])
  })

  test('requests that only one recording has are counted, and secrets are never proposed', async () => {
    const visit = (word: string) => [post('/sign-in', { password: word }), get(`/only-${word}`)]
    expect(await compare(visit('first'), [...visit('second'), get('/more')])).toMatchObject({
      compared: { requests: 2, matched: 1 },
      typed: [],
    })
  })

  test('the n-th request of a path belongs to the n-th of the other recording', async () => {
    const visit = (words: readonly string[]) => words.map(word => post('/cart', { goods: word }))
    expect((await compare(visit(['a1', 'b1']), visit(['a1', 'c1']))).typed).toEqual([
      ['differs', 'goods', ['b1', 'c1']],
    ])
  })

  test('a second file that is no recording is told, and the first one is kept', async () => {
    expect(await compare([get('/a')], 'no recording')).toMatchObject({ compared: 'unknownFormat' })
  })
})
