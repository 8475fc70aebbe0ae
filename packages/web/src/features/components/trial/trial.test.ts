/** Results of a standalone execution at the steps and fields of the editor. */
import { exchangeSchema } from '@pone/contract/entities/run.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { describe, expect, it } from 'vitest'
import { recordedFaults } from './recorded-faults.ts'
import { trialFaults } from './trial-faults.ts'
import { editedSince, type TrialResults, trialMarks } from './trial-marks.ts'

const request = (id: string, more: object = {}) => ({
  id,
  name: id,
  kind: 'request',
  protocol: 'http',
  http: { method: 'GET', url: '/x', query: [], headers: [], body: { kind: 'none' } },
  ...more,
})
const documentOf = (steps: readonly object[], more: object = {}) =>
  componentDocumentSchema.parse({ steps, ...more })
const exchange = (stepId: string, more: object = {}, passed = true) => ({
  stepId,
  passed,
  exchange: exchangeSchema.parse({
    at: 0,
    label: '',
    method: 'GET',
    url: 'http://h/x',
    requestHeaders: [],
    requestBody: '',
    status: 200,
    responseHeaders: [],
    responseBody: '',
    responseBytes: 0,
    durationMs: 10,
    error: null,
    checkpoints: [],
    extracted: [],
    ...more,
  }),
})
const ran = documentOf([
  request('a'),
  {
    id: 'g',
    name: '',
    kind: 'loop',
    count: '2',
    children: [request('b'), { id: 't', name: '', kind: 'transaction', children: [request('c')] }],
  },
  { id: 'i', name: '', kind: 'if', left: '1', operator: 'equals', right: '2', children: [request('d')] },
  request('off', { enabled: false }),
  { id: 'p', name: '', kind: 'thinkTime', distribution: 'fixed', durationMs: 1, spreadMs: 0 },
])
const results: TrialResults = {
  ran,
  exchanges: [
    exchange('a', { durationMs: 30 }),
    exchange('b'),
    exchange('b', { durationMs: 20 }, false),
    exchange('c'),
  ],
  transactions: [{ stepId: 't', passed: true, durationMs: 12 }],
  log: [],
  ended: { detail: '' },
}

describe('the marks of an execution', () => {
  it('tell of each step whether it passed, how often, and how long it took on average', () => {
    expect(Object.fromEntries(trialMarks(results))).toEqual({
      a: { state: 'passed', count: 1, failed: 0, averageMs: 30 },
      b: { state: 'failed', count: 2, failed: 1, averageMs: 15 },
      c: { state: 'passed', count: 1, failed: 0, averageMs: 10 },
      t: { state: 'passed', count: 1, failed: 0, averageMs: 12 },
      g: { state: 'failed', count: null, failed: 1, averageMs: null },
      d: { state: 'skipped', count: 0, failed: 0, averageMs: null },
      i: { state: 'skipped', count: null, failed: 0, averageMs: null },
    })
  })
  it('leave open what may still come while it is running', () => {
    expect([...trialMarks({ ...results, ended: null }).keys()].toSorted()).toEqual(['a', 'b', 'c', 'g', 't'])
  })
  it('are none without results, and for a plan of JMeter', () => {
    expect(trialMarks({ ...results, exchanges: [], transactions: [] }).size).toBe(0)
    expect(trialMarks({ ...results, ran: null }).size).toBe(0)
  })
})

describe('results of an earlier version', () => {
  it('are those of edited steps; a new name changes nothing', () => {
    expect([...editedSince(ran, structuredClone(ran))]).toEqual([])
    const [a, ...others] = ran.steps
    expect([
      ...editedSince(ran, { ...ran, steps: [{ ...a, name: 'new' } as typeof a & object, ...others] }),
    ]).toEqual([])
    const edited = { ...ran, steps: [request('a', { enabled: false }), ...others] as typeof ran.steps }
    expect([...editedSince(ran, edited)]).toEqual(['a'])
    const added = { ...ran, steps: [...ran.steps, request('new')] as typeof ran.steps }
    expect([...editedSince(ran, added)]).toEqual(['new'])
  })
  it('are all after an edit of what all steps share', () => {
    const variables = [{ name: 'v', value: '', enabled: true, secret: false }]
    expect([...editedSince(ran, { ...ran, variables })]).toEqual([
      'a',
      'g',
      'b',
      't',
      'c',
      'i',
      'd',
      'off',
      'p',
    ])
  })
})

describe('the failures of an execution', () => {
  const check = { id: 'c1', source: 'status', operator: 'equals', expected: '200' }
  const steps = documentOf([
    request('s', {
      http: {
        method: 'GET',
        url: '/x/${id}',
        query: [],
        headers: [{ name: 'Authorization', value: 'Bearer ${token}', enabled: true }],
        body: { kind: 'none' },
      },
      checkpoints: [{ ...check, id: 'c0' }, check],
      extractors: [
        { id: 'e1', source: 'jsonPath', variable: 'token', expression: '$.a' },
        { id: 'e2', source: 'jsonPath', variable: 'kept', expression: '$.b', defaultValue: '' },
      ],
    }),
  ]).steps
  const faults = (...exchanges: ReturnType<typeof exchange>[]) =>
    trialFaults({ exchanges, log: [], ended: null }, steps, new Set()).map(({ path, text }) => [
      path,
      text.en,
    ])
  const failed = (more: object) => exchange('s', more, false)
  const checkpoints = [
    { id: 'c0', summary: '', passed: true, actual: '200' },
    { id: 'c1', summary: '', passed: false, actual: '503' },
  ]
  it('stand at the failed checkpoint, with the last actual value and how often', () => {
    expect(faults(failed({ checkpoints }), exchange('s'), failed({ checkpoints }))).toEqual([
      ['s:checkpoints.1', 'Last run (2 of 3): failed, actual value: 503'],
    ])
  })
  it('stand at the extractor that found nothing and has no default', () => {
    const extracted = [
      { variable: 'token', value: '', matched: false },
      { variable: 'kept', value: '', matched: false },
    ]
    const error = { code: 'extractor', message: 'm' }
    expect(faults(failed({ extracted, error }))).toEqual([
      ['s:extractors.0', 'Last run: no match found in the response'],
    ])
    expect(faults(failed({ extracted, error: { code: 'timeout', message: 'late' } }))).toEqual([
      ['s:http.url', 'Last run: timeout late'],
    ])
  })
  it('stand at the field whose variable had no value', () => {
    const url = 'http://h/x/$%7Bid%7D'
    const requestHeaders = [['Authorization', 'Bearer ${token}']]
    expect(faults(failed({ url, requestHeaders })).map(([path]) => path)).toEqual([
      's:http.url',
      's:http.headers.0.value',
    ])
  })
  it('are left out for steps that are gone or edited since', () => {
    const only = { exchanges: [failed({ checkpoints })], log: [], ended: null }
    expect(trialFaults(only, [], new Set())).toEqual([])
    expect(trialFaults(only, steps, new Set(['s']))).toEqual([])
  })
  it.each([
    ['nameNotFound', {}, 'settings.http.baseUrl'],
    ['nameNotFound', { url: 'http://other.example/' }, 's:http.url'],
    ['refused', { url: '${host}/x' }, 's:http.url'],
    ['responseTimeout', {}, 'settings.responseTimeoutMs'],
    ['responseTimeout', { responseTimeoutMs: 5 }, 's:http.responseTimeoutMs'],
    ['connectTimeout', {}, 'settings.connectTimeoutMs'],
    ['certificateUntrusted', {}, 'settings.verifyTls'],
    ['certificateForOtherName', {}, 'settings.tls.serverName'],
    ['keyPassphraseWrong', {}, 'settings.tls.clientCertificate'],
    ['p12NotReadable', {}, 'settings.tls.clientCertificate'],
    ['socksRefused', {}, 'settings.proxy'],
    ['statusNotExpected', {}, 's:http.url'],
    ['statusNotExpected', { expectedStatuses: '200' }, 's:http.expectedStatuses'],
    ['closedInBody', {}, 's:http.url'],
  ])('of the cause %s with %o stand at %s', (cause, http, path) => {
    const error = { code: 'x', message: `[[${cause} {"ms":1}]]` }
    const only = { exchanges: [failed({ error })], log: [], ended: null }
    const withHttp = steps.map(step => ({ ...step, http: { url: '/x', ...http } }))
    const now = documentOf(withHttp).steps
    const [fault] = trialFaults(only, now, new Set())
    expect(fault?.path).toBe(path)
    expect(fault?.stepId).toBe(path.startsWith('s:') ? 's' : null)
  })
  it('stand at the line of the script that failed, with the step marked in the tree', () => {
    const document = documentOf([
      {
        id: 'g',
        name: '',
        kind: 'loop',
        count: '1',
        children: [{ id: 'x', name: 'sign', kind: 'script', code: 'a' }],
      },
      { id: 'y', name: '', kind: 'script', code: 'b' },
    ])
    const line = { at: 0, level: 'error' as const, source: 'g', message: 'TypeError: no (line 3)' }
    const only = { ran: document, exchanges: [], transactions: [] }
    const ofLog = { ...only, log: [{ line, fault: { stepId: 'x', line: 3 } }], ended: null }
    expect(trialFaults(ofLog, document.steps, new Set())).toMatchObject([
      { path: 'x:code', line: 3, severity: 'trial', text: { en: 'Last run: TypeError: no (line 3)' } },
    ])
    expect(trialFaults(ofLog, document.steps, new Set(['x']))).toEqual([])
    const failedMark = { state: 'failed', count: null, failed: 1, averageMs: null }
    expect(Object.fromEntries(trialMarks(ofLog))).toEqual({ x: failedMark, g: failedMark })
    const ofCompiling = { ...only, log: [], ended: { detail: 'no', fault: { stepId: 'y', line: null } } }
    expect(Object.fromEntries(trialMarks(ofCompiling))).toEqual({ y: failedMark })
    expect(trialFaults(ofCompiling, document.steps, new Set())).toMatchObject([
      { path: 'y:code', line: null },
    ])
  })
})

describe('responses that differ from the recorded ones', () => {
  const recorded = { status: 200, contentType: 'application/json', parts: ['id'] }
  const { steps } = documentOf([
    request('a', { recorded }),
    request('b', { recorded }),
    request('c', { recorded: { status: 200, contentType: 'application/json', parts: ['x', 'y', 'z', 'w'] } }),
    request('plain'),
  ])
  const answer = (stepId: string, body: string, status: number | null = 200) =>
    exchange(stepId, {
      status,
      responseHeaders: [['Content-Type', 'application/json; charset=utf-8']],
      responseBody: body,
      responseBytes: body.length,
    })
  const faults = (exchanges: ReturnType<typeof exchange>[], edited: readonly string[] = []) =>
    recordedFaults({ exchanges }, steps, new Set(edited)).map(({ path, text }) => [path, text.en])

  it('are told once a step, and the first one as such', () => {
    const exchanges = [
      answer('a', '{"id":1}'),
      answer('b', '{}', 401),
      answer('c', '{}'),
      answer('b', '{}', 500),
      answer('plain', 'x', 500),
    ]
    expect(faults(exchanges)).toEqual([
      ['b:', 'Last run: the first response that differs from the recording: status 401 instead of 200'],
      ['c:', 'Last run: the response differs from the recording: x, y, z and 1 more missing'],
    ])
  })

  it('are none of edited steps, of requests without a response, and of bodies that were left out', () => {
    const leftOut = exchange('b', {
      responseHeaders: [['content-type', 'application/json']],
      responseBytes: 90,
    })
    expect(faults([answer('a', '{}', 500), answer('c', '', null), leftOut], ['a'])).toEqual([])
  })

  it('leave the results of a step in force when another response is recorded for it', () => {
    const before = documentOf([request('a', { recorded })])
    expect(editedSince(before, documentOf([request('a')])).size).toBe(0)
  })
})
