import { describe, expect, test } from 'vitest'
import { readRecording } from '../read-recording.ts'
import { toSteps } from '../steps/to-steps.ts'
import { dateOf } from './dates.ts'

interface Sent {
  readonly method?: string
  readonly url: string
  readonly body?: string
  readonly answer?: string
}

async function read(sent: readonly Sent[]) {
  const entries = sent.map(({ method = 'GET', url, body, answer = '' }, second) => ({
    startedDateTime: new Date(Date.UTC(2026, 2, 1, 8, 0, second)).toISOString(),
    time: 1,
    request: {
      method,
      url: `http://shop.example${url}`,
      headers: [],
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: answer } },
  }))
  const bytes = new TextEncoder().encode(JSON.stringify({ log: { entries } }))
  const recording = await readRecording(
    (async function* () {
      yield bytes
    })(),
  )
  if (recording === null) throw new Error('The format is not recognised')
  return recording
}

function stepsOf(recording: Awaited<ReturnType<typeof read>>) {
  let ids = 0
  return toSteps(recording, {
    accepted: [],
    typed: recording.typedValues,
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: false,
    hasThinkTimes: false,
    baseUrl: 'http://shop.example',
    takenNames: ['keyword'],
    newId: () => `id-${(ids += 1)}`,
  })
}

const visit: readonly Sent[] = [
  { method: 'POST', url: '/sign-in', body: '{"account":"ann","password":"Oolong-1"}' },
  { url: '/goods?keyword=tea&kind=tea' },
  { url: '/goods?keyword=green+tea' },
  { url: '/orders?from=2026-03-01&to=2026-03-08&account=ann' },
]

describe('what a user typed', () => {
  test('is proposed as parameters: accounts of sign-ins, search words, dates', async () => {
    const { typedValues } = await read(visit)
    expect(typedValues.map(({ kind, name, values, date }) => [kind, name, values, date])).toEqual([
      ['account', 'account', ['ann'], null],
      ['search', 'keyword', ['tea', 'green tea'], null],
      ['date', 'from', ['2026-03-01'], { format: 'yyyy-MM-dd', offset: '' }],
      ['date', 'to', ['2026-03-08'], { format: 'yyyy-MM-dd', offset: '+7d' }],
    ])
  })

  test('is sent from parameters where it was typed, and nowhere else', async () => {
    const { steps, parameters, variables } = stepsOf(await read(visit))
    expect(steps).toMatchObject([
      { http: { body: { text: '{"account":"${account}","password":"${password}"}' } } },
      {
        http: {
          query: [
            { name: 'keyword', value: '${keyword2}' },
            { name: 'kind', value: 'tea' },
          ],
        },
      },
      { http: { query: [{ value: '${keyword2}' }] } },
      { http: { query: [{ value: '${from}' }, { value: '${to}' }, { value: 'ann' }] } },
    ])
    expect(parameters).toMatchObject([
      { kind: 'list', name: 'account', values: ['ann'], update: 'iteration' },
      {
        kind: 'list',
        name: 'keyword2',
        values: ['tea', 'green tea'],
        update: 'occurrence',
        selection: 'sequential',
      },
      { kind: 'date', name: 'from', start: '', offset: '', format: 'yyyy-MM-dd' },
      { kind: 'date', name: 'to', offset: '+7d' },
    ])
    expect(variables).toMatchObject([{ name: 'password', secret: true }])
  })

  test('is neither what a response gave nor a secret', async () => {
    const { typedValues } = await read([
      { url: '/start', answer: '{"query":"a81bc81b-dead-4e5d-abff-90865d1e13b1"}' },
      { url: '/find?query=a81bc81b-dead-4e5d-abff-90865d1e13b1' },
      { method: 'POST', url: '/pay', body: '{"q":"4111 1111 1111 1111"}' },
    ])
    expect(typedValues).toEqual([])
  })
})

test.each([
  ['2026/12/31', { format: 'yyyy/MM/dd', offset: '+1d' }],
  ['20261229', { format: 'yyyyMMdd', offset: '-1d' }],
  ['2026-02-30', null],
  ['2020-01-01', null],
  ['tea', null],
])('%s is a date near the day of the recording, or none', (text, date) => {
  expect(dateOf(text, Date.UTC(2026, 11, 30, 15))).toEqual(date)
})
