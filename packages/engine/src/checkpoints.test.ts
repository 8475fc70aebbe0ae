import { causeText } from '@pone/contract/told-cause.ts'
import {
  type Checkpoint,
  checkpointSchema,
  type Extractor,
  extractorSchema,
} from '@pone/plan/answers/answer-rules.ts'
import { describe, expect, test } from 'vitest'
import { answerOf, compile, scopeOf } from './answer-harness.ts'
import { AnswerView } from './answer-view.ts'
import { compileCheckpoint } from './checkpoints.ts'
import { compileExtractor } from './extractors.ts'

const scope = scopeOf({ id: '7', field: 'name' })
const body = '{"id":7,"name":"Ann","tags":["a","b"],"price":12.5,"note":null,"html":"<b>x</b><b>y</b>"}'
const answer = answerOf(body, {
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Trace', 't-1'],
    ['Set-Cookie', 'sid=abc; Path=/'],
    ['Set-Cookie', 'lang=zh'],
  ],
  durationUs: 1_500,
})
const check = (
  source: Checkpoint['source'],
  expression: string,
  operator: Checkpoint['operator'],
  expected: string,
  view = new AnswerView(answer),
) =>
  compileCheckpoint(
    checkpointSchema.parse({ id: 'c', source, expression, operator, expected }),
    compile,
  ).describe(view, scope)

describe('checkpoints', () => {
  test.each([
    ['status', '', 'equals', '200', true],
    ['status', '', 'notEquals', '200', false],
    ['status', '', 'less', '300', true],
    ['status', '', 'matches', '^2', true],
    ['status', '', 'exists', '', true],
    ['header', 'x-trace', 'equals', 't-1', true],
    ['header', 'X-Trace', 'contains', 't-', true],
    ['header', 'x-none', 'exists', '', false],
    ['header', 'x-none', 'notContains', 'a', true],
    ['header', 'set-cookie', 'contains', 'lang=zh', true],
    ['body', '', 'contains', '"name":"Ann"', true],
    ['body', '', 'notContains', 'Bob', true],
    ['body', '', 'matches', '"id":\\s*${id}', true],
    ['body', '', 'matches', '(?i)"NAME":"ANN"', true],
    ['body', '', 'matches', '(', false],
    ['responseTime', '', 'less', '2', true],
    ['responseTime', '', 'greaterOrEqual', '1.5', true],
    ['responseTime', '', 'greater', '1.5', false],
    ['size', '', 'equals', String(body.length), true],
    ['size', '', 'lessOrEqual', '10', false],
    ['jsonPath', '$.id', 'equals', '${id}', true],
    ['jsonPath', '$.${field}', 'equals', 'Ann', true],
    ['jsonPath', '$.tags', 'equals', '["a","b"]', true],
    ['jsonPath', '$.tags.length()', 'greater', '1', true],
    ['jsonPath', '$.price', 'less', '13', true],
    ['jsonPath', '$.name', 'less', '13', false],
    ['jsonPath', '$.note', 'exists', '', true],
    ['jsonPath', '$.none', 'exists', '', false],
    ['jsonPath', '$.none', 'notEquals', 'x', true],
    ['jsonPath', '$.none', 'greater', '', false],
    ['jsonPath', '$[', 'exists', '', false],
    ['regex', '"id":(\\d+)', 'equals', '7', true],
    ['regex', '"id":\\d+', 'equals', '"id":7', true],
    ['regex', 'zzz', 'exists', '', false],
  ] as const)('%s %s %s %s: %s', (source, expression, operator, expected, passed) => {
    expect(check(source, expression, operator, expected).passed).toBe(passed)
  })
  test('report what they compared', () => {
    const outcome = check('jsonPath', '$.name', 'equals', 'Bob')
    expect(outcome).toMatchObject({ id: 'c', passed: false, actual: 'Ann' })
    expect(causeText(outcome.summary, 'en')).toBe('JSONPath $.name equals Bob')
    expect(causeText(outcome.summary, 'zh')).toBe('JSONPath $.name 等于 Bob')
  })
  test('find nothing in an answer that is no JSON', () => {
    const view = new AnswerView({ ...answer, body: new TextEncoder().encode('<html>') })
    expect(check('jsonPath', '$.id', 'exists', '', view).passed).toBe(false)
  })
  test('no response has no status', () => {
    const view = new AnswerView({ ...answer, status: 0, body: new Uint8Array() })
    expect(check('status', '', 'exists', '', view).passed).toBe(false)
  })
})

describe('extractors', () => {
  const extract = (changes: Partial<Extractor>, view = new AnswerView(answer)) => {
    const extractor = extractorSchema.parse({
      id: 'e',
      variable: 'v',
      source: 'jsonPath',
      expression: '',
      ...changes,
    })
    return compileExtractor(extractor, compile).extract(view, scope)
  }
  test.each([
    [{ source: 'jsonPath', expression: '$.name' }, 'Ann'],
    [{ source: 'jsonPath', expression: '$.tags[*]', match: 2 }, 'b'],
    [{ source: 'jsonPath', expression: '$.tags[*]', match: -1 }, 'a,b'],
    [{ source: 'jsonPath', expression: '$.tags[*]', match: 3 }, null],
    [{ source: 'jsonPath', expression: '$.note' }, 'null'],
    [{ source: 'regex', expression: '"id":(\\d+)' }, '7'],
    [{ source: 'regex', expression: '"id":(\\d+)', group: 0 }, '"id":7'],
    [{ source: 'regex', expression: '<b>(.)</b>', match: 2 }, 'y'],
    [{ source: 'regex', expression: 'zzz(.)' }, null],
    [{ source: 'regex', expression: '(' }, null],
    [{ source: 'header', expression: 'x-trace' }, 't-1'],
    [{ source: 'header', expression: 'x-none' }, null],
    [{ source: 'cookie', expression: 'none' }, null],
    [{ source: 'boundary', expression: '<b>', rightBoundary: '</b>', match: 2 }, 'y'],
    [{ source: 'boundary', expression: '"name":"', rightBoundary: '"' }, 'Ann'],
    [{ source: 'boundary', expression: '"html":"', rightBoundary: '' }, '<b>x</b><b>y</b>"}'],
    [{ source: 'boundary', expression: 'zzz', rightBoundary: '"' }, null],
  ] as const)('%j gives %j', (changes, expected) => {
    expect(extract(changes)).toBe(expected)
  })
  test('a random match is one of the matches', () => {
    const seen = new Set(
      Array.from({ length: 50 }, () => extract({ source: 'jsonPath', expression: '$.tags[*]', match: 0 })),
    )
    expect(seen).toEqual(new Set(['a', 'b']))
  })
  test('the body is read in its character set', () => {
    const view = new AnswerView({
      ...answer,
      charset: 'gbk',
      body: Uint8Array.from([0x3c, 0xd5, 0xc5, 0x3e]),
    })
    expect(extract({ source: 'boundary', expression: '<', rightBoundary: '>' }, view)).toBe('张')
  })
})
