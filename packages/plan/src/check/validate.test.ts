import { maxRunLabels, secretMask } from '@pone/schema/limits.ts'
import { describe, expect, test } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { variablesOf } from '../component/variables.ts'
import { labelsOf } from '../scenario/labels.ts'
import { type Step, stepSchema } from '../steps/registry.ts'
import { errorsOf, validateComponent } from './validate.ts'

const request = (url: string, http: object = {}, rest: object = {}) => ({
  id: 'r',
  name: 'get',
  kind: 'request',
  protocol: 'http',
  http: { url, ...http },
  ...rest,
})
const documentOf = (steps: object[], rest: object = {}) => componentDocumentSchema.parse({ steps, ...rest })
const codesOf = (steps: object[], rest: object = {}) =>
  validateComponent(documentOf(steps, rest)).map(
    ({ stepId, field, code }) => `${stepId ?? ''}/${field} ${code}`,
  )
const ok = 'http://t/'
const group = (kind: string, rest: object) => ({ id: 'g', name: 'g', kind, children: [request(ok)], ...rest })
const checkpoint = (rest: object) =>
  request(ok, {}, { checkpoints: [{ id: 'c', source: 'status', operator: 'equals', ...rest }] })
const extractor = (rest: object) =>
  request(
    ok,
    {},
    { extractors: [{ id: 'e', source: 'jsonPath', variable: 'v', expression: '$.a', ...rest }] },
  )

const findings: [name: string, steps: object[], rest: object, expected: string[]][] = [
  ['nothing to do', [], {}, ['/steps noSteps']],
  ['only disabled steps', [{ ...request(''), enabled: false }], {}, ['/steps noSteps']],
  ['a good request', [request(ok)], {}, []],
  ['no address', [request(' ')], {}, ['r/http.url emptyUrl']],
  ['a path without base', [request('/a')], {}, ['r/http.url noBaseUrl']],
  ['a path with base', [request('/a')], { settings: { baseUrl: 'https://t' } }, []],
  ['a bad base', [request('/a')], { settings: { baseUrl: 't:80' } }, ['/settings.http.baseUrl badBaseUrl']],
  ['another protocol', [request('ftp://t/')], {}, ['r/http.url badUrl']],
  ['an impossible address', [request('http://a b/')], {}, ['r/http.url badUrl']],
  [
    'a bad header name',
    [request(ok, { headers: [{ name: 'a b', value: '' }] })],
    {},
    ['r/http.headers.0.name badHeaderName'],
  ],
  [
    'a bad XPath',
    [checkpoint({ source: 'xpath', expression: '//a[' })],
    {},
    ['r/checkpoints.0.expression badXPath'],
  ],
  [
    'an XPath with a variable',
    [checkpoint({ source: 'xpath', expression: '//a[${i}' })],
    { variables: [{ name: 'i', value: '1' }] },
    [],
  ],
  [
    'no XPath',
    [extractor({ source: 'xpath', expression: ' ' })],
    {},
    ['r/extractors.0.expression emptyExpression'],
  ],
  [
    'a bad CSS selector',
    [extractor({ source: 'css', expression: 'a:hover' })],
    {},
    ['r/extractors.0.expression badCss'],
  ],
  [
    'random numbers out of nothing',
    [request(ok)],
    { parameters: [{ id: 'p', kind: 'random', name: 'n', from: 1.2, to: 1.8 }] },
    ['/parameters.0.to emptyRange'],
  ],
  [
    'generated parameters',
    [request(`${ok}\${d}\${u}\${r}`)],
    {
      parameters: [
        { id: 'd', kind: 'date', name: 'd' },
        { id: 'u', kind: 'uniqueId', name: 'u', prefix: '${x}' },
        { id: 'r', kind: 'random', name: 'r', form: 'decimal' },
      ],
    },
    [],
  ],
  ['a bad body', [request(ok, { body: { kind: 'json', text: '{' } })], {}, ['r/http.body.text badJson']],
  [
    'bad GraphQL variables',
    [request(ok, { body: { kind: 'graphql', query: '{a}', variables: '[' } })],
    {},
    ['r/http.body.variables badJson'],
  ],
  [
    'a body without its file',
    [request(ok, { body: { kind: 'binary', fileId: '' } })],
    {},
    ['r/http.body.fileId noBodyFile'],
  ],
  [
    'a part without its file, but not one that is off',
    [
      request(ok, {
        body: {
          kind: 'multipart',
          fields: [
            { kind: 'file', name: 'a', fileId: '', fileName: '', enabled: false },
            { kind: 'file', name: 'b', fileId: '', fileName: '' },
          ],
        },
      }),
    ],
    {},
    ['r/http.body.fields.1.fileId noBodyFile'],
  ],
  [
    'a body with expressions',
    [request(ok, { body: { kind: 'json', text: '{"a":"${md5(${threadId()})}","b":${randomInt(1,2)}}' } })],
    {},
    [],
  ],
  [
    'statuses the wrong way round',
    [request(ok, { expectedStatuses: '399-200' })],
    {},
    ['r/http.expectedStatuses badStatuses'],
  ],
  [
    'a bad JSONPath',
    [checkpoint({ source: 'jsonPath', expression: '$.' })],
    {},
    ['r/checkpoints.0.expression badJsonPath'],
  ],
  ['no header name', [checkpoint({ source: 'header' })], {}, ['r/checkpoints.0.expression emptyExpression']],
  [
    'a bad expression',
    [checkpoint({ source: 'regex', expression: '(' })],
    {},
    ['r/checkpoints.0.expression badRegex'],
  ],
  [
    'a bad match',
    [checkpoint({ operator: 'matches', expected: '[' })],
    {},
    ['r/checkpoints.0.expected badRegex'],
  ],
  [
    'an order of texts',
    [checkpoint({ operator: 'less', expected: 'abc' })],
    {},
    ['r/checkpoints.0.expected notANumber'],
  ],
  [
    'an empty boundary',
    [extractor({ source: 'boundary', expression: '' })],
    {},
    ['r/extractors.0.expression emptyExpression'],
  ],
  ['a bad extractor', [extractor({ expression: '$[' })], {}, ['r/extractors.0.expression badJsonPath']],
  ['a bad count', [group('loop', { count: 'x' })], {}, ['g/count badCount']],
  ['an empty group', [{ ...group('transaction', {}), children: [] }], {}, ['g/children emptyGroup']],
  [
    'a bad condition',
    [group('if', { left: 'a', operator: 'matches', right: '(' })],
    {},
    ['g/right badRegex'],
  ],
  [
    'think times the wrong way round',
    [{ id: 't', name: '', kind: 'thinkTime', distribution: 'uniform', durationMs: 5, spreadMs: 1 }],
    {},
    ['t/spreadMs badSpread'],
  ],
  ['nothing to go through', [group('forEach', { items: ' ', variable: 'v' })], {}, ['g/items emptyItems']],
  [
    'the variable of a for-each',
    [{ ...group('forEach', { items: 'a', variable: 'v' }), children: [request('http://t/${v}')] }],
    {},
    [],
  ],
  [
    'a bad condition of a while',
    [group('while', { left: 'a', operator: 'less', right: 'b' })],
    {},
    ['g/right notANumber'],
  ],
  ['weights of 0 alone', [group('weighted', { weights: { r: 0 } })], {}, ['g/weights noWeight']],
  ['a weight for what is gone', [group('weighted', { weights: { gone: 0 } })], {}, []],
  ['an empty random', [{ ...group('random', {}), children: [] }], {}, ['g/children emptyGroup']],
  ['an empty once', [{ ...group('once', {}), children: [] }], {}, ['g/children emptyGroup']],
  [
    'a pace the wrong way round',
    [{ id: 'p', name: '', kind: 'pacing', distribution: 'uniform', durationMs: 5, spreadMs: 1 }, request(ok)],
    {},
    ['p/spreadMs badSpread'],
  ],
  [
    'more than all users',
    [{ id: 'v', name: '', kind: 'rendezvous', gather: 'percent', quantity: 101 }, request(ok)],
    {},
    ['v/quantity badPercentage'],
  ],
  [
    'half a user',
    [{ id: 'v', name: '', kind: 'rendezvous', gather: 'users', quantity: 2.5 }, request(ok)],
    {},
    ['v/quantity badUserCount'],
  ],
  ['an empty script', [{ id: 's', name: '', kind: 'script', code: ' ' }], {}, ['s/code emptyScript']],
  ['a repeated id', [request(ok), request(ok)], {}, ['r/id duplicateStep']],
  ['an unknown variable', [request('http://t/${x}')], {}, ['r/http.url unknownVariable']],
  ['an unknown function', [request('http://t/${nope(1)}')], {}, ['r/http.url unknownFunction']],
  ['too few arguments', [request('http://t/${md5()}')], {}, ['r/http.url wrongArguments']],
  [
    'an unknown variable in a query name',
    [request(ok, { query: [{ name: '${q}', value: '' }] })],
    {},
    ['r/http.query.0.name unknownVariable'],
  ],
  [
    'a variable in a disabled header',
    [request(ok, { headers: [{ name: 'a', value: '${q}', enabled: false }] })],
    {},
    [],
  ],
  ['a defined variable', [request('http://t/${x}')], { variables: [{ name: 'x', value: '1' }] }, []],
  ['an extracted variable', [extractor({}), { ...request('http://t/${v}'), id: 'r2' }], {}, []],
  [
    'a variable of a script',
    [{ id: 's', name: '', kind: 'script', code: 'vars.set("x", 1)' }, request('http://t/${x}')],
    {},
    [],
  ],
  [
    'a computed name in a script',
    [{ id: 's', name: '', kind: 'script', code: 'vars.set(name, 1)' }, request('http://t/${x}')],
    {},
    [],
  ],
  [
    'a bad variable name',
    [request(ok)],
    { variables: [{ name: '1x', value: '' }] },
    ['/variables.0.name badVariableName'],
  ],
  [
    'a secret without a value, and the mask of a secret as a plain value',
    [request(ok)],
    {
      variables: [
        { name: 'a', value: '', secret: true },
        { name: 'b', value: secretMask, secret: true },
        { name: 'c', value: secretMask },
      ],
    },
    ['/variables.0.value emptySecret', '/variables.2.value strayMask'],
  ],
  [
    'a name used twice',
    [request(ok)],
    {
      variables: [{ name: 'n', value: '' }],
      parameters: [{ id: 'p', kind: 'range', name: 'n', from: 2, to: 1 }],
    },
    ['/parameters.0.to emptyRange', '/variables.0.name duplicateVariable'],
  ],
]

describe('the check of a component', () => {
  test.each(findings)('of %s', (_name, steps, rest, expected) => {
    expect(codesOf(steps, rest)).toEqual(expected)
  })

  test('finds a missing file only when it is told which ones exist', () => {
    const fileId = '0b0e7c8e-0000-4000-8000-000000000000'
    const document = documentOf([request(ok)], {
      parameters: [{ id: 'p', kind: 'file', fileId, columns: ['a', ''] }],
    })
    expect(validateComponent(document)).toEqual([])
    expect(validateComponent(document, { fileIds: new Set([fileId]) })).toEqual([])
    expect(validateComponent(document, { fileIds: new Set() })).toMatchObject([
      { field: 'parameters.0.fileId', code: 'missingFile' },
    ])
  })

  test('tells errors from warnings, in both languages', () => {
    const problems = validateComponent(documentOf([request('/${x}')]))
    expect(problems.map(problem => problem.severity)).toEqual(['error', 'warning'])
    expect(errorsOf(problems)).toHaveLength(1)
    expect(problems[1]?.text).toEqual({
      zh: '变量 ${x} 没有定义，将原样发送',
      en: 'Variable ${x} is not defined and is sent unchanged',
    })
  })
})

test('the variables of a component come with their origin', () => {
  const document = documentOf(
    [extractor({}), { id: 's', name: '', kind: 'script', code: "vars.set('y', 1)" }],
    {
      variables: [
        { name: 'a', value: '' },
        { name: 'off', value: '', enabled: false },
      ],
      parameters: [{ id: 'p', kind: 'list', name: 'l', values: ['1'] }],
    },
  )
  expect(variablesOf(document).map(({ name, origin, stepId }) => `${name} ${origin} ${stepId}`)).toEqual([
    'a variable null',
    'l parameter null',
    'v extractor r',
    'y script s',
  ])
})

describe('run labels', () => {
  const step = (value: object): Step => stepSchema.parse(value)
  const component = (name: string, steps: Step[]) => ({ name, document: { ...documentOf([]), steps } })
  test('are the enabled requests and transactions in document order, repeated names kept apart within a component', () => {
    const steps = [
      step({
        id: 't',
        name: 'buy',
        kind: 'transaction',
        children: [request(ok), { ...request(ok), id: 'r2' }],
      }),
      step({ ...request(ok), id: 'off', enabled: false }),
      step({ ...request('/x'), id: 'r3', name: '' }),
    ]
    expect(labelsOf([component('A', steps), component('B', steps.slice(2))])).toEqual([
      { index: 0, name: 'buy', kind: 'transaction', component: 'A' },
      { index: 1, name: 'get', kind: 'request', component: 'A', parent: 0 },
      { index: 2, name: 'get #2', kind: 'request', component: 'A', parent: 0 },
      { index: 3, name: 'GET /x', kind: 'request', component: 'A' },
      { index: 4, name: 'GET /x', kind: 'request', component: 'B' },
    ])
  })
  test('tell the innermost transaction around a step, through groups that are none', () => {
    const steps = [
      step({
        id: 't',
        name: 'buy',
        kind: 'transaction',
        children: [
          {
            id: 'loop',
            name: '',
            kind: 'loop',
            count: '3',
            children: [{ id: 'pay', name: 'pay', kind: 'transaction', children: [request(ok)] }],
          },
          { ...request(ok), id: 'r2', name: 'after' },
        ],
      }),
      step({ ...request(ok), id: 'r3', name: 'outside' }),
    ]
    const labels = labelsOf([component('first', [step({ ...request(ok), id: 'x' })]), component('A', steps)])
    expect(
      labels.map(({ name, parent }) => `${name} in ${parent === undefined ? '-' : labels[parent]?.name}`),
    ).toEqual(['get in -', 'buy in -', 'pay in buy', 'get in pay', 'after in buy', 'outside in -'])
  })
  test('of a run driven by arrivals have the iterations of each component first', () => {
    const steps = [step(request(ok))]
    const labels = labelsOf([component('A', steps), component('B', steps)], 'arrivals')
    expect(labels.map(({ index, name, kind }) => `${index} ${name} ${kind}`)).toEqual([
      '0 A iteration',
      '1 get request',
      '2 B iteration',
      '3 get request',
    ])
  })
  test('beyond the limit are told before the run', () => {
    const steps = Array.from({ length: maxRunLabels + 1 }, (_, index) =>
      step({ ...request(ok), id: `r${index}`, name: `n${index}` }),
    )
    const problems = validateComponent(componentDocumentSchema.parse({ steps }))
    expect(problems).toMatchObject([{ code: 'manyLabels', severity: 'warning', field: 'steps' }])
  })
  test('beyond the limit share one label per kind', () => {
    const steps = Array.from({ length: maxRunLabels + 50 }, (_, index) =>
      step({ ...request(ok), id: `r${index}`, name: `n${index}` }),
    )
    const labels = labelsOf([component('A', steps), component('B', steps)], 'arrivals')
    expect(labels.length).toBeLessThanOrEqual(maxRunLabels)
    expect(labels.slice(-2)).toMatchObject([
      { name: 'other', kind: 'request', index: labels.length - 2 },
      { name: 'other', kind: 'iteration', index: labels.length - 1 },
    ])
  })
})
