import { expect, test } from 'vitest'
import { monitorTypes } from '../registry.ts'
import { monitorTypeSchema } from '../type.ts'
import { checkTypeText } from './check-type.ts'
import { ownTypeText } from './test-type.ts'
import { typeToYaml } from './type-yaml.ts'

const options = { version: 3, name: null, taken: new Set(['taken']) }
const check = (text: string, changed: { name?: string | null; taken?: Set<string> } = {}) =>
  checkTypeText(text, { ...options, ...changed })
const changed = (from: string, to: string) => {
  expect(ownTypeText).toContain(from)
  return check(ownTypeText.replace(from, to))
}
const said = ({ problems }: ReturnType<typeof check>) =>
  problems.map(({ line, column, path, text }) => `${line}:${column} ${path} ${text.en}`)

test('a type file is read, with the version of the server', () => {
  const { type, problems } = check(ownTypeText)
  expect(problems).toEqual([])
  expect(type).toMatchObject({ name: 'demo-shop-orders', version: 3, transport: 'http' })
})

test('the same as JSON', () => {
  const { type } = check(ownTypeText)
  expect(check(JSON.stringify(type)).type).toEqual(type)
})

test.each(monitorTypes.map(type => [type.name, type] as const))(
  'the YAML of the built-in type %s is the same type again',
  (_, type) => {
    const { type: read, problems } = check(typeToYaml({ ...type, name: 'copy-of-it' }))
    const isRefused = ['procfs', 'jvm', 'docker', 'oracle', 'sqlserver'].includes(type.transport)
    const reading = type.sections.flatMap(({ transport }, at) =>
      transport === 'slow-log' ? [`sections[${at}].transport`] : [],
    )
    if (isRefused) expect(problems.map(({ path }) => path)).toContain('transport')
    else if (reading.length > 0) expect(problems.map(({ path }) => path)).toEqual(reading)
    else {
      expect(problems).toEqual([])
      expect(read).toEqual({ ...type, name: 'copy-of-it', version: 3 })
    }
  },
)

test.each([
  [
    'a name of a built-in type',
    'name: demo-shop-orders',
    'name: redis',
    '2:1 name redis is the name of a built-in',
  ],
  [
    'a name of another own type',
    'name: demo-shop-orders',
    'name: taken',
    '2:1 name There is a type taken already',
  ],
  [
    'a wrong word',
    'kind: counter',
    'kind: count',
    '19:9 sections[0].counters[0].kind Must be one of gauge, counter',
  ],
  [
    'an unknown field',
    'unit: count\n',
    'unit: count\n        colour: red\n',
    '21:9 sections[0].counters[0].colour There is no field colour',
  ],
  ['a missing field', 'transport: http\n', '', 'transport'],
  ['a name of no counter', '[stats.errorPercent]', '[stats.percent]', '36:91 charts[1].counters[0]'],
  [
    'a hidden counter',
    '[stats.requests, stats.errors]',
    '[stats.requests]',
    '23:9 sections[0].counters[1].key The counter stats.errors stands in no chart',
  ],
  [
    'another unit',
    "style: line, unit: '%'",
    'style: line, unit: ratio',
    'The unit of the chart errors is “ratio”',
  ],
  [
    'an expression with a fault',
    '100 * errors / requests',
    '100 * errors /',
    '30:9 sections[0].computed[0].expression the expression is wrong at character 14',
  ],
  ['a transport of the machine', 'transport: http', 'transport: procfs', 'transport'],
  [
    'no port',
    'key: port, type: number',
    'key: gate, type: number',
    '7:1 params http needs the parameter port',
  ],
  [
    'an unknown path parameter',
    '/control/stats',
    '/{room}',
    '15:7 sections[0].request.path There is no parameter room',
  ],
  [
    'a field that the answer lacks',
    'errors: errors }',
    'error: errors }',
    'The answer has no field errors; it has requests, error',
  ],
  ['a method that writes', 'path: /control/stats', 'path: /control/stats\n      method: POST', 'use GET'],
  [
    'a header of the connection',
    'path: /control/stats',
    'path: /control/stats\n      headers: { Host: other }',
    'The header Host must not be set',
  ],
  [
    'a header with a line break',
    'path: /control/stats',
    'path: /control/stats\n      headers: { X-A: "a\\r\\nb" }',
    'The header X-A',
  ],
])('%s is told with its place', (_, from, to, part) => {
  expect(said(changed(from, to)).join('\n')).toContain(part)
})

test('the name of a stored type stays', () => {
  expect(said(check(ownTypeText, { name: 'other' })).join()).toContain('write other')
  expect(
    check(ownTypeText, { name: 'demo-shop-orders', taken: new Set(['demo-shop-orders']) }).problems,
  ).toEqual([])
})

const secret = ownTypeText.replace(
  'sections:',
  '  - { key: token, type: password, names: { zh: 令牌, en: Token }, isSecret: true }\nsections:',
)
test('a secret stands in no path, and is marked as secret', () => {
  expect(said(check(secret.replace('/control/stats', '/{token}'))).join()).toContain('token is secret')
  expect(said(check(secret.replace(', isSecret: true', ''))).join()).toContain('needs isSecret: true')
})

test('faults of the YAML are told in both languages, with their place', () => {
  const { problems } = check('name: a\nname: b\nparams: [1, 2')
  expect(problems.map(({ line, text }) => `${line} ${text.zh}`)).toEqual([
    '2 YAML 有误：同一层中有重复的键',
    '3 YAML 有误：缩进有误',
  ])
  expect(problems[0]?.text.en).toMatch(/^Invalid YAML: /)
})

test('problems have both languages', () => {
  for (const { text } of changed('kind: counter', 'kind: count').problems) {
    expect(text.zh).toMatch(/[\u4e00-\u9fff]/)
    expect(text.en).toMatch(/[a-z]/)
  }
})

const withRequest = (transport: string, request: object) => {
  const { type } = check(ownTypeText)
  const text = JSON.stringify({
    ...type,
    transport,
    sections: type?.sections.map(each => ({ ...each, request })),
  })
  return said(check(text)).join('\n')
}
const regular = (expression: string) =>
  withRequest('http', { path: '/', answer: { format: 'text', expression } })

test.each([
  ['look-ahead', '(?<requests>a)(?<errors>b)(?=c)', 'without look-around'],
  ['a repetition of repetitions', '(?<requests>(a{100}){100})(?<errors>b)', 'invalid repeat count'],
  ['too many steps', '(?<requests>[a-z]{900}[0-9]{900}[a-z]{900})(?<errors>b)', 'steps, more than 2000'],
  ['no groups', 'a+', 'needs named groups'],
  ['another group', '(?<requests>a+)', 'no field errors'],
])('an expression with %s is refused', (_, expression, part) => {
  expect(regular(expression)).toContain(part)
})

test.each([['*'], ['requirepass'], ['masterauth'], ['?equirepass'], ['tls-key-file-pass'], ['masteruser']])(
  'the Redis setting %s is not read',
  name => {
    expect(withRequest('redis', { command: 'CONFIG GET', names: [name] })).toContain('must not be read')
  },
)

test.each([['FLUSHALL'], ['CONFIG SET'], ['EVAL']])('the Redis command %s is refused', command => {
  expect(withRequest('redis', { command })).not.toBe('')
})

test.each(['mysql', 'postgresql'])('a statement of %s that writes is refused in every place', transport => {
  const ok = 'select 1 as requests, 2 as errors'
  expect(withRequest(transport, { statements: [ok] })).toBe('')
  expect(withRequest(transport, { statements: [ok, 'delete from t'] })).toContain('request.statements[1]')
  expect(withRequest(transport, { statements: [ok], join: 'drop table t' })).toContain('request.join')
  expect(withRequest(transport, { statements: [ok], check: 'call p()' })).toContain('request.check')
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const laughs = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${'abcdefg'[at] ?? ''}`)
        .join(',')}]`,
  ),
].join('\n')
const noMapping = 'The file must be a mapping'
const tooDeep = 'Nested deeper than 40 levels'
// The texts that cost most are refused by a limit that is named, before they cost it.
test.each([
  ['nothing', '', noMapping],
  ['a number', '7', noMapping],
  ['a list', '- a', noMapping],
  ['references that multiply', laughs, 'The references (*) expand to too much content'],
  ['a reference to itself', 'a: &a [*a]', tooDeep],
  ['depth', `a: ${nested(100)}`, tooDeep],
  ['much depth', `a: ${nested(100_000)}`, tooDeep],
  ['depth of a list in a line', `a:\n  ${'- '.repeat(100_000)}`, tooDeep],
  ['depth of keys in a line', '? '.repeat(100_000), tooDeep],
  ['depth by lines', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), tooDeep],
  ['many values', `a: [${'1,'.repeat(60_000)}1]`, 'More than 40000 values'],
  ['length', `a: ${'x'.repeat(300_000)}`, 'The file is longer than 256 KiB'],
  ['two documents', 'a: 1\n---\nb: 2', 'Invalid YAML'],
  ['a key twice', 'a: 1\na: 2', 'Invalid YAML: Map keys must be unique'],
  ['a tag', 'a: !!js/function "x"', ''],
  ['broken text', 'a: "', 'Invalid YAML'],
  ['a prototype', '__proto__: { name: x }\nconstructor: 1', ''],
  ['control characters', 'a: \u0000\u0001', ''],
])('%s is refused', (_, text, problem) => {
  const { type, problems } = check(text)
  expect(type).toBeNull()
  expect(problems[0]?.text.en).toContain(problem)
  expect(problems.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true)
})

test('a prototype in the file changes no object', () => {
  check(`${ownTypeText}__proto__: { polluted: yes }\n`)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(monitorTypeSchema.safeParse({}).success).toBe(false)
})
