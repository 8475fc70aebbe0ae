import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { loadModelSchema, slaRuleSchema } from '../scenario/scenario.ts'
import { stepKinds } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import { arbitraryDocument } from './arbitrary-document.ts'
import { slaRuleOf, slaTextOf } from './sla-text.ts'
import { typeScriptToDocument } from './typescript-read.ts'
import { documentToTypeScript } from './typescript-write.ts'
import { documentToYaml, yamlToDocument } from './yaml.ts'

const languages = [
  { title: 'YAML', write: documentToYaml, read: yamlToDocument },
  { title: 'TypeScript', write: documentToTypeScript, read: typeScriptToDocument },
]
const documentOf = (steps: unknown[]) => componentDocumentSchema.parse({ steps })

test('numbers in YAML that are meant as text stay as they are written', () => {
  const { component } = yamlToDocument(`
name: x
parameters: [{ kind: list, name: id, values: [007, 1.0, 8] }]
variables: { zip: 01234, card: 6222020200112233445 }
steps:
  - get: /
    headers: { version: 1.0, count: 5, flag: true }
    query: [{ name: size, value: 1e3 }]
    checkpoints: [{ source: body, operator: contains, expected: 0x1F }]
  - if: { left: '\${version}', operator: equals, right: 2.10 }
`)
  const { parameters, variables, steps } = component?.document ?? {}
  expect(parameters).toMatchObject([{ values: ['007', '1.0', '8'] }])
  expect(variables?.map(({ value }) => value)).toEqual(['01234', '6222020200112233445'])
  expect(steps).toMatchObject([
    {
      http: {
        headers: [{ value: '1.0' }, { value: '5' }, { value: 'true' }],
        query: [{ value: '1e3' }],
      },
      checkpoints: [{ expected: '0x1F' }],
    },
    { right: '2.10' },
  ])
})

test('a long text with line ends and blanks beside them comes back from YAML as it was', () => {
  const document = componentDocumentSchema.parse({
    steps: [
      {
        kind: 'script',
        id: 's',
        name: '',
        code: 'note(\n \n000-000\f\f,\f \r \n\r\n\t000, and more than forty of them',
      },
    ],
  })
  expect(yamlToDocument(documentToYaml('x', document)).component?.document).toEqual(document)
})

test('a YAML file may say the same thing many times by reference', () => {
  const more = Array.from({ length: 500 }, (_, index) => `  - { get: /${index}, headers: *common }\n`)
  const { component } = yamlToDocument(
    `name: x\nsteps:\n  - get: /first\n    headers: &common { accept: text/html, x: y }\n${more.join('')}`,
  )
  const counts = component?.document.steps.map(step =>
    step.kind === 'request' && step.protocol === 'http' ? step.http.headers.length : 0,
  )
  expect(counts).toEqual(Array.from({ length: 501 }, () => 2))
})

describe.each(languages)('$title', ({ write, read }) => {
  test('gives back every valid document as it was', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(arbitraryDocument, document => {
        for (const step of walkSteps(document.steps, { withDisabled: true })) kinds.add(step.kind)
        const text = write('Any component', document)
        const { component, problems } = read(text)
        expect(problems, text).toEqual([])
        expect(component?.document, text).toEqual(document)
        expect(component?.name).toBe('Any component')
        return true
      }),
      { numRuns: 80, seed: 3 },
    )
    expect([...kinds].sort()).toEqual([...stepKinds].sort())
  })

  test('keeps load and rules', () => {
    const scenario = {
      drive: 'arrivals' as const,
      maxUsers: 50,
      loadModel: loadModelSchema.parse({
        kind: 'surge',
        min: 1,
        max: 9,
        peakSeconds: 2,
        count: 3,
        durationSeconds: 30,
      }),
      sla: [
        slaRuleSchema.parse({ id: '1', metric: 'p95', operator: '<', threshold: 300 }),
        slaRuleSchema.parse({
          id: 'own',
          label: 'a: b',
          metric: 'tps',
          operator: '>=',
          threshold: 1,
          action: 'stop',
        }),
      ],
    }
    const { component } = read(write('x', documentOf([]), scenario))
    expect(component?.scenario).toEqual(scenario)
  })

  test.each([
    ['minute', 1.5],
    ['hour', 100 / 3_600],
    ['second', 0.5],
  ] as const)('keeps rates per %s', (rateUnit, users) => {
    for (const loadModel of [
      loadModelSchema.parse({ kind: 'constant', users, rampUpSeconds: 5, durationSeconds: 60 }),
      loadModelSchema.parse({
        kind: 'incremental',
        start: users,
        step: users,
        intervalSeconds: 10,
        max: 3 * users,
        holdSeconds: 60,
      }),
    ]) {
      const scenario = { drive: 'arrivals' as const, rateUnit, loadModel }
      const text = write('x', documentOf([]), scenario)
      if (rateUnit === 'minute' && loadModel.kind === 'constant') expect(text).toContain('90/m')
      const { component, problems } = read(text)
      expect(problems, text).toEqual([])
      expect({ rateUnit: 'second', ...component?.scenario }, text).toEqual(scenario)
    }
  })

  test('leaves out what has its usual value', () => {
    const text = write(
      'Shop',
      documentOf([{ id: 'step-1', name: '', kind: 'request', protocol: 'http', http: { url: '/a' } }]),
    )
    expect(text).not.toMatch(/id|settings|threadGroup|method|enabled/)
    expect(text).toContain('/a')
  })
})

test.each([
  ['90/m', 1.5, 'minute'],
  ['90 per 1m', 1.5, 'minute'],
  ['0.5/s', 0.5, 'second'],
  ['2', 2, 'second'],
])('a file may give a rate as %s', (rate, users, rateUnit) => {
  const { component, problems } = yamlToDocument(
    `name: x\nload: { rate: ${rate}, durationSeconds: 60 }\nsteps: []`,
  )
  expect(problems).toEqual([])
  expect(component?.scenario).toMatchObject({
    drive: 'arrivals',
    rateUnit,
    loadModel: { kind: 'constant', users },
  })
})

test('a rate that is none is told at its place', () => {
  const { problems } = yamlToDocument('name: x\nload: { rate: 5/day, durationSeconds: 60 }\nsteps: []')
  expect(problems).toMatchObject([{ field: 'load.rate', position: { line: 2 } }])
})

test('a document as the server gives it is read as it is', () => {
  fc.assert(
    fc.property(arbitraryDocument, document => {
      const { component, problems } = yamlToDocument(JSON.stringify({ name: 'x', document }))
      expect(problems).toEqual([])
      expect(component?.document).toEqual(document)
    }),
    { numRuns: 20, seed: 4 },
  )
})

describe('what is wrong is told with its line: ', () => {
  const problemsOfYaml = (text: string) =>
    yamlToDocument(text).problems.map(
      ({ position, text: said }) => `${position?.line}:${position?.column} ${said.en}`,
    )
  const problemsOfCode = (text: string) =>
    typeScriptToDocument(text).problems.map(
      ({ position, text: said }) => `${position?.line}:${position?.column} ${said.en}`,
    )

  test.each([
    ['a wrong value', 'name: x\nsteps:\n  - get: /a\n    connectTimeoutMs: soon\n', ['4:5 Enter a number']],
    [
      'an unknown field',
      'name: x\nsteps:\n  - get: /a\n    chekpoints: []\n',
      ['4:5 Unknown content: chekpoints'],
    ],
    [
      'a step without a kind',
      'name: x\nsteps:\n  - got: /a\n',
      [expect.stringMatching(/^3:5 Unknown step type/)],
    ],
    ['broken YAML', 'name: x\nsteps: [\n', [expect.stringMatching(/^\d+:\d+ Invalid YAML/)]],
    ['a reference to itself', 'name: x\nsteps: &a\n  - *a\n', ['3:5 *a references itself']],
    [
      'references that unfold without end',
      `name: x\nsteps:\n${Array.from({ length: 30 }, (_, level) => `  - &a${level} [${level === 0 ? 'x' : `*a${level - 1}, *a${level - 1}`}]\n`).join('')}`,
      [expect.stringContaining('expand to too much content')],
    ],
    ['text that is no component', 'hello', [expect.stringContaining('A component is expected here')]],
  ])('%s in YAML', (_what, text, problems) => {
    expect(problemsOfYaml(text)).toEqual(problems)
  })

  const importing = "import { component, get } from '@pone/component'\n"
  test.each([
    [
      'a wrong value',
      `${importing}export default component('x', {\n steps: [get('/a', { connectTimeoutMs: 'soon' })] })`,
      ['3:22 Enter a number'],
    ],
    [
      'other code',
      `${importing}export default component('x', { steps: [get(Math.random())] })`,
      [expect.stringMatching(/^2:45 The editor does not support “Math.random\(\)”/)],
    ],
    [
      'a syntax error',
      `${importing}export default component('x', {`,
      [expect.stringContaining('Syntax error')],
    ],
    [
      'another import',
      "import fs from 'node:fs'\n",
      [expect.stringContaining('1:1 Only imports from @pone/component')],
    ],
    ['no export', importing, [expect.stringContaining('export default component(…) is missing')]],
    [
      'a builder that does not exist',
      "import { got } from '@pone/component'\n",
      ['1:10 @pone/component has no got'],
    ],
  ])('%s in TypeScript', (_what, text, problems) => {
    expect(problemsOfCode(text)).toEqual(problems)
  })

  test('a problem of a step is found at its field', () => {
    const { component } = yamlToDocument(
      'name: x\nsteps:\n  - transaction: t\n    steps:\n      - get: nowhere\n        headers: {A: b}\n',
    )
    expect(component?.positionOf('step-2', 'http.url')).toEqual({ line: 5, column: 9 })
    expect(component?.positionOf('step-2', 'http.headers.0')).toEqual({ line: 6, column: 19 })
    expect(component?.positionOf(null, 'steps')).toEqual({ line: 2, column: 1 })
  })
})

/** Apart from the texts, which a check of this project's own imports reads as well. */
const packageName = '@pone/component'

test('code by hand may use types, constants, spreads, comments and builders of checkpoints', () => {
  const { component, problems } = typeScriptToDocument(`
    import { component, get as fetchIt, status, weighted, post } from '${packageName}'
    import type { ShortStep } from '${packageName}/short.ts'
    // shared
    const base: { name: string } = { name: 'Goods' }
    const checks = [status(200)] as const
    export default component('Shop', {
      settings: { baseUrl: 'http://' + "shop" },
      steps: [
        fetchIt(\`/goods\`, { ...base, checkpoints: [...checks] }),
        weighted('mix', [post('/a', { json: { n: -1 }, weight: 3 }), fetchIt('/b', { form: { x: 1 } })]),
      ] satisfies ShortStep[],
    })`)
  expect(problems).toEqual([])
  expect(component?.document).toEqual(
    componentDocumentSchema.parse({
      settings: { baseUrl: 'http://shop' },
      steps: [
        {
          id: 'step-1',
          name: 'Goods',
          kind: 'request',
          protocol: 'http',
          http: { url: '/goods' },
          checkpoints: [{ id: '1', source: 'status', operator: 'equals', expected: '200' }],
        },
        {
          id: 'step-2',
          name: 'mix',
          kind: 'weighted',
          weights: { 'step-3': 3 },
          children: [
            {
              id: 'step-3',
              name: '',
              kind: 'request',
              protocol: 'http',
              http: { method: 'POST', url: '/a', body: { kind: 'json', text: '{"n":-1}' } },
            },
            {
              id: 'step-4',
              name: '',
              kind: 'request',
              protocol: 'http',
              http: { url: '/b', body: { kind: 'form', fields: [{ name: 'x', value: '1' }] } },
            },
          ],
        },
      ],
    }),
  )
})

test.each([
  ['p95<500', { metric: 'p95', operator: '<', threshold: 500, label: '' }],
  ['Order: avg <= 1.5s', { label: 'Order', metric: 'avg', operator: '<=', threshold: 1_500 }],
  ['errors < 1%', { metric: 'errorPercent', threshold: 1 }],
  ['rps >= 100 within 10s stop', { metric: 'rps', window: { kind: 'within', seconds: 10 }, action: 'stop' }],
  [
    'p99.9 < 2s for 5s warn',
    { metric: 'p999', threshold: 2_000, window: { kind: 'for', seconds: 5 }, action: 'warn' },
  ],
])('the rule %s is understood', (text, rule) => {
  expect(slaRuleOf(text, 'r')).toMatchObject({ id: 'r', ...rule })
})

test.each(['p95', 'p95<', 'speed<3', 'p95<5%', 'rps>3ms', 'p95=3'])('%s is no rule', text => {
  expect(slaRuleOf(text, 'r')).toBeNull()
})

test('a rule that one line cannot say is left as it is', () => {
  const rule = slaRuleSchema.parse({ id: '1', label: 'a:b', metric: 'avg', operator: '<', threshold: 1e-7 })
  expect(slaTextOf(rule)).toBeNull()
})
