import { type CorrelationRule, correlationRuleSchema } from '@pone/schema/correlation-rules.ts'
import { describe, expect, it } from 'vitest'
import { harText, readHar, type TestEntry } from '../har/test-har.ts'
import { readRecording } from '../read-recording.ts'
import { toSteps } from '../steps/to-steps.ts'
import { ruleProblem } from './rule-expression.ts'
import { RuleSearch } from './rule-values.ts'

const base = 'http://shop.example'
/** Short words, which nothing but a rule takes for dynamic. */
const value = 'oolong'

const rule = (fields: Partial<CorrelationRule>): CorrelationRule =>
  correlationRuleSchema.parse({
    name: 'Tea of the day',
    enabled: true,
    variable: 'tea',
    rightBoundary: '',
    use: 'anywhere',
    field: '',
    source: 'jsonPath',
    expression: '$.tea',
    ...fields,
  })

const answer = (text: string, type = 'application/json'): TestEntry => ({ url: `${base}/today`, type, text })
const teaOf = (name: string): TestEntry => answer(JSON.stringify({ tea: name }))
const sends = (path: string, more: Partial<TestEntry> = {}): TestEntry => ({ url: base + path, ...more })
const posts = (body: unknown): TestEntry =>
  sends('/orders', {
    method: 'POST',
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
  })

async function find(
  entries: readonly TestEntry[],
  rules: readonly CorrelationRule[],
  disabledFrameworks: readonly string[] = [],
) {
  const text = harText(entries.map((entry, at) => ({ atMs: at * 10, tookMs: 1, ...entry })))
  const recording = await readRecording(new Blob([text]).stream(), {
    rules: { rules: [...rules], disabledFrameworks: [...disabledFrameworks] },
  })
  if (recording === null) throw new Error('This is no HAR')
  const { dynamicValues, left } = recording
  const accepted = dynamicValues.filter(({ confidence }) => confidence === 'sure')
  const { steps } = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: false,
    hasThinkTimes: false,
    baseUrl: base,
    takenNames: [],
    accepted,
    newId: () => 'id',
  })
  return {
    left,
    found: dynamicValues.map(each => [each.value, each.name, each.confidence, each.reason, each.rule]),
    texts: steps.map(step => JSON.stringify(step)),
  }
}

describe('a rule of the project takes a value', () => {
  it.each<[string, Partial<CorrelationRule>, TestEntry]>([
    ['of a JSON path', { expression: '$.teas[*].name' }, answer('{"teas":[{"name":"oolong"}]}')],
    [
      'of a header',
      { source: 'header', expression: 'x-tea' },
      { ...answer('{}'), responseHeaders: { 'X-Tea': value } },
    ],
    [
      'of a regular expression',
      { source: 'regex', expression: 'tea is (\\w+)' },
      answer('the tea is oolong.'),
    ],
    [
      'between boundaries',
      { source: 'boundary', expression: 'tea=', rightBoundary: ';' },
      answer('tea=oolong;'),
    ],
    [
      'of a form field',
      { source: 'formField', expression: 'tea' },
      answer('<form><input name="a" value="x"><input name="tea" value="oolong"></form>', 'text/html'),
    ],
  ])('%s', async (_, fields, given) => {
    const { found, texts } = await find([given, posts({ kind: value })], [rule(fields)])
    expect(found).toEqual([[value, 'tea', 'sure', 'rule', 'Tea of the day']])
    expect(texts[1]).toContain('${tea}')
    expect(texts[0]).toContain('"variable":"tea"')
  })

  it('and every request that sends it as a word refers to the variable', async () => {
    const entries = [teaOf(value), sends(`/teas/${value}?like=${value}-tea`), posts({ note: `no ${value}s` })]
    const { texts } = await find(entries, [rule({})])
    expect(texts[1]).toContain('/teas/${urlEncode(${tea})}')
    expect(texts[1]).toContain('${tea}-tea')
    expect(texts[2]).toContain(`no ${value}s`)
  })

  it.each<[Partial<CorrelationRule>, string, string]>([
    [{ use: 'path' }, '/teas/${urlEncode(${tea})}', value],
    [{ use: 'field', field: 'Like' }, `/teas/${value}`, '${tea}'],
  ])('only where it is used: %o', async (fields, path, query) => {
    const { texts } = await find([teaOf(value), sends(`/teas/${value}?like=${value}`)], [rule(fields)])
    expect(texts[1]).toContain(`"url":"${path}"`)
    expect(texts[1]).toContain(`"value":"${query}"`)
  })

  it('of the match that has it, when there are several', async () => {
    const list = answer('{"teas":[{"name":"assam"},{"name":"oolong"}]}')
    const { texts } = await find([list, posts({ kind: value })], [rule({ expression: '$.teas[*].name' })])
    expect(texts[0]).toContain('"match":2')
  })

  it('before what is found without it, also inside of a longer one', async () => {
    const id = 'a81bc81b-dead-4e5d-abff-90865d1e13b1'
    const given = answer(JSON.stringify({ id, order: { id } }))
    const rules = [rule({ variable: 'order', expression: '$.order.id' })]
    const { found, texts } = await find([given, posts({ order: id })], rules)
    expect(found).toEqual([[id, 'order', 'sure', 'rule', 'Tea of the day']])
    expect(texts[0]).toContain('$.order.id')
    const part = answer(JSON.stringify({ id, tea: 'dead' }))
    expect((await find([part, posts({ order: id })], [rule({})])).texts[1]).toContain(
      'a81bc81b-${tea}-4e5d-abff-90865d1e13b1',
    )
  })
})

describe('nothing is taken', () => {
  it.each<[string, Partial<CorrelationRule>]>([
    ['by a rule that is off', { enabled: false }],
    ['where no response has it', { expression: '$.coffee' }],
    ['of a path that is none', { expression: '$.[' }],
    ['for another field', { use: 'field', field: 'colour' }],
  ])('%s', async (_, fields) => {
    const { found, texts } = await find([teaOf(value), posts({ kind: value })], [rule(fields)])
    expect(found).toEqual([])
    expect(texts[1]).toContain(value)
  })
  it('that was sent before a response had it', async () => {
    expect((await find([posts({ kind: value }), teaOf(value)], [rule({})])).found).toEqual([])
  })
})

it('names of a framework that the project has switched off do not make values certain', async () => {
  const entries = [
    answer('<input name="authenticity_token" value="Tea for two, please">', 'text/html'),
    sends('/b', {
      method: 'POST',
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        text: 'authenticity_token=Tea%20for%20two%2C%20please',
      },
    }),
  ]
  expect((await find(entries, [])).found[0]?.[2]).toBe('sure')
  expect((await find(entries, [], ['Rails'])).found[0]?.[2]).toBe('possible')
})

describe('the expression of a rule', () => {
  it.each<[string, Pick<CorrelationRule, 'source' | 'expression'>, RegExp | null]>([
    ['a path', { source: 'jsonPath', expression: '$.a[0]' }, null],
    ['a path that is none', { source: 'jsonPath', expression: '$.[' }, /./],
    ['an expression with a group', { source: 'regex', expression: 'id=(\\d+)' }, null],
    ['one without a group', { source: 'regex', expression: 'id=\\d+' }, /a group has to mark/],
    ['one that is none', { source: 'regex', expression: 'id=(\\d+' }, /./],
    ['one that only JavaScript has', { source: 'regex', expression: '(?<=id=)(\\d+)' }, /./],
    ['one that is too long', { source: 'regex', expression: '(([a-z]{100}){10})' }, /too complex/],
    ['anything else', { source: 'boundary', expression: '(' }, null],
  ])('%s', (_, fields, problem) => {
    if (problem === null) expect(ruleProblem(fields)).toBeNull()
    else expect(ruleProblem(fields)?.en).toMatch(problem)
  })
  it('does not take longer with a text that makes others backtrack', async () => {
    const text = 'a'.repeat(200_000)
    const { left } = await find(
      [answer(text), posts({})],
      [rule({ source: 'regex', expression: '((a+)+)$x' })],
    )
    expect(left).toEqual([])
  })
  it('that would search more than is allowed is told', () => {
    const search = new RuleSearch([rule({ source: 'regex', expression: 'tea is (\\w+)' })], 1_000)
    const { exchanges } = readHar(harText([answer('tea is oolong'), answer('tea is assam'.repeat(100))]))
    expect(exchanges.flatMap(each => search.matchesIn(each)).map(match => match.value)).toEqual(['oolong'])
    expect([...search.unfinished]).toEqual(['Tea of the day'])
  })
})
