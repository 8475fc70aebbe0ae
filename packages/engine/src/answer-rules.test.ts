import { toldCause } from '@pone/contract/told-cause.ts'
import {
  type Checkpoint,
  checkpointOperators,
  checkpointSchema,
  type Extractor,
  extractorSchema,
} from '@pone/plan/answers/answer-rules.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import { checkpointSources, extractorSources } from '@pone/schema/protocol.ts'
import { describe, expect, test } from 'vitest'
import { answerOf, compile, scopeOf } from './answer-harness.ts'
import { AnswerView } from './answer-view.ts'
import { compileCheckpoint } from './checkpoints.ts'
import { compileExtractor } from './extractors.ts'

const scope = scopeOf({ default: 'none' })
const viewOf = (body: string, headers: [string, string][] = [], changes: Partial<Outcome> = {}): AnswerView =>
  new AnswerView(answerOf(body, { headers, durationUs: 200_000, ...changes }))

/** A response of a protocol that reads sources of its own. */
const ownView = (...values: string[]): AnswerView =>
  new AnswerView(
    answerOf(''),
    { sourceValues: () => values },
    { beginIteration: () => undefined, close: () => undefined },
  )

/**
 * A response in which the source finds 200, and one in which it finds nothing; null where it always finds something.
 */
const found: Record<
  Checkpoint['source'],
  { expression: string; view: AnswerView; nothing: AnswerView | null }
> = {
  status: { expression: '', view: viewOf(''), nothing: viewOf('', [], { status: 0 }) },
  header: { expression: 'x-n', view: viewOf('', [['X-N', '200']]), nothing: viewOf('') },
  body: { expression: '', view: viewOf('200'), nothing: viewOf('') },
  responseTime: { expression: '', view: viewOf(''), nothing: null },
  size: { expression: '', view: viewOf('x'.repeat(200)), nothing: null },
  jsonPath: { expression: '$.n', view: viewOf('{"n":200}'), nothing: viewOf('{}') },
  xpath: { expression: '//n', view: viewOf('<a><n>200</n></a>'), nothing: viewOf('<a/>') },
  css: { expression: 'a > n', view: viewOf('<a><n>200</n></a>'), nothing: viewOf('<a/>') },
  regex: { expression: 'n=(\\d+)', view: viewOf('n=200;'), nothing: viewOf('n=') },
  count: { expression: '', view: viewOf('', [], { count: 200 }), nothing: viewOf('') },
  cell: { expression: 'n', view: ownView('200'), nothing: ownView() },
  affectedRows: { expression: '', view: ownView('200'), nothing: ownView() },
}
/** The result of each operator for 200, and for nothing. */
const verdicts: Record<Checkpoint['operator'], { holds: string; fails: string | null; ofNothing: boolean }> =
  {
    equals: { holds: '200', fails: '20', ofNothing: false },
    notEquals: { holds: '20', fails: '200', ofNothing: true },
    contains: { holds: '00', fails: '3', ofNothing: false },
    notContains: { holds: '3', fails: '00', ofNothing: true },
    matches: { holds: '^2\\d+$', fails: '^\\d$', ofNothing: false },
    greater: { holds: '199.5', fails: '200', ofNothing: false },
    greaterOrEqual: { holds: '200', fails: '201', ofNothing: false },
    less: { holds: '1e3', fails: '200', ofNothing: false },
    lessOrEqual: { holds: '200', fails: '199', ofNothing: false },
    exists: { holds: '', fails: null, ofNothing: false },
  }

describe('every checkpoint', () => {
  const cases = checkpointSources.flatMap(source =>
    checkpointOperators.map(operator => [source, operator] as const),
  )
  test.each(cases)('%s %s', (source, operator) => {
    const { expression, view, nothing } = found[source]
    const { holds, fails, ofNothing } = verdicts[operator]
    const judge = (expected: string, answer: AnswerView) => {
      const checkpoint = checkpointSchema.parse({ id: 'c', source, expression, operator, expected })
      const compiled = compileCheckpoint(checkpoint, compile)
      const { passed } = compiled.describe(answer, scope)
      expect(compiled.holds(answer, scope)).toBe(passed)
      return passed
    }
    expect(judge(holds, view)).toBe(true)
    if (fails !== null) expect(judge(fails, view)).toBe(false)
    if (nothing !== null) expect(judge(holds, nothing)).toBe(ofNothing)
  })
})

/** Rules that find 1, 2 and 3 in their answer. */
const threefold: Record<
  Exclude<Extractor['source'], 'count'>,
  { rule: Partial<Extractor>; view: AnswerView }
> = {
  jsonPath: { rule: { expression: '$.n[*]' }, view: viewOf('{"n":[1,2,3]}') },
  xpath: { rule: { expression: '//n/@v' }, view: viewOf('<a><n v="1"/><n v="2"/><n v="3"/></a>') },
  css: {
    rule: { expression: 'n', attribute: 'v' },
    view: viewOf('<p><n v="1"></n><n v="2"></n><n v="3"></n>', [['Content-Type', 'text/html']]),
  },
  regex: { rule: { expression: '(n)=(\\d)', group: 2 }, view: viewOf('n=1 n=2 n=3') },
  header: {
    rule: { expression: 'X-N' },
    view: viewOf('', [
      ['x-n', '1'],
      ['X-n', '2'],
      ['x-N', '3'],
    ]),
  },
  cookie: { rule: { expression: 'n' }, view: ownView('1', '2', '3') },
  cell: { rule: { expression: 'n' }, view: ownView('1', '2', '3') },
  affectedRows: { rule: { expression: '' }, view: ownView('1', '2', '3') },
  boundary: { rule: { expression: '<', rightBoundary: '>' }, view: viewOf('<1><2><3>') },
}
const severalSources = extractorSources.filter(source => source !== 'count')

test('the count of messages or rows is taken where an answer has one', () => {
  const rule = { id: 'e', source: 'count', expression: '', variable: 'v' }
  const extractor = compileExtractor(extractorSchema.parse(rule), compile)
  expect(extractor.extract(viewOf('', [], { count: 3 }), scope)).toBe('3')
  expect(extractor.extract(viewOf(''), scope)).toBeNull()
})

describe('every extractor', () => {
  test.each(severalSources)('%s takes the first, a further, a random one, all, or its default', source => {
    const { rule, view } = threefold[source]
    const take = (match: number, answer = view, defaultValue: string | null = null) => {
      const extractor = extractorSchema.parse({
        id: 'e',
        variable: 'v',
        source,
        ...rule,
        match,
        defaultValue,
      })
      const compiled = compileExtractor(extractor, compile)
      return compiled.extract(answer, scope) ?? compiled.defaultValue(scope)
    }
    expect([1, 2, 3, 4, -1].map(match => take(match))).toEqual(['1', '2', '3', null, '1,2,3'])
    expect(new Set(Array.from({ length: 80 }, () => take(0)))).toEqual(new Set(['1', '2', '3']))
    const empty = viewOf('')
    for (const match of [1, 2, 0, -1]) {
      expect(take(match, empty)).toBeNull()
      expect(take(match, empty, '${default}!')).toBe('none!')
      expect(take(match, empty, '')).toBe('')
    }
  })
})

describe('an answer made to break its readers', () => {
  const deep = viewOf('['.repeat(200_000) + ']'.repeat(200_000))
  const long = viewOf('ab'.repeat(5_000_000))
  const cases = [
    ['jsonPath', '$..id', deep],
    ['jsonPath', '$[0]', deep],
    ['regex', '(a|b)*c', long],
  ] as const
  test.each(cases)(
    'fails a %s extractor of %s, with the reason, and nothing else',
    (source, expression, view) => {
      for (const match of [1, -1]) {
        const rule = { id: 'e', source, expression, variable: 'v', group: 0, match }
        const extractor = compileExtractor(extractorSchema.parse(rule), compile)
        expect(extractor.extract(view, scope)).toBeNull()
        expect(extractor.faultOf(view)).toBe(toldCause('answerTooDeep'))
        extractor.extract(viewOf('{"id":1}'), scope)
        expect(extractor.faultOf(viewOf('{"id":1}'))).toBe('')
      }
    },
  )
  test.each(cases)('fails a %s checkpoint of %s the same way', (source, expression, view) => {
    const rule = { id: 'c', source, expression, operator: 'notEquals', expected: 'x' }
    const checkpoint = compileCheckpoint(checkpointSchema.parse(rule), compile)
    expect(checkpoint.holds(view, scope)).toBe(false)
    expect(checkpoint.describe(view, scope)).toMatchObject({
      passed: false,
      summary: expect.stringMatching(/^\[\[because .*answerTooDeep/),
    })
  })
  test('does not match', () => {
    const rule = { id: 'c', source: 'body', operator: 'matches', expected: '(a|b)*c' }
    const checkpoint = compileCheckpoint(checkpointSchema.parse(rule), compile)
    expect([checkpoint.holds(long, scope), checkpoint.describe(long, scope).passed]).toEqual([false, false])
  })
})
