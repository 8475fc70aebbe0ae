import { arbitraryDocument } from '@pone/plan/code/arbitrary-document.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementOf } from '../elements/registry.ts'
import { walkNodes } from '../jmx/plan.ts'
import { planOf } from '../jmx/test-plans.ts'
import { jmeterText } from './component-text.ts'
import { toComponents } from './to-components.ts'
import { toPlan } from './to-plan.ts'

const request = (id: string, http: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  id,
  name: id,
  kind: 'request',
  protocol: 'http',
  http,
  ...more,
})

const csvId = '5b1c8a52-50f1-4d3c-9a51-3f6f3c3d2b10'
const shop: ComponentDocument = componentDocumentSchema.parse({
  threadGroup: { threads: 7, rampUpSeconds: 3, loops: 0, durationSeconds: 90 },
  settings: {
    baseUrl: 'https://shop.test:8443/api',
    hosts: [{ name: 'shop.test', value: '10.0.0.1' }],
    cache: true,
  },
  variables: [{ name: 'city', value: '北京' }],
  parameters: [
    {
      id: 'p',
      kind: 'file',
      fileId: csvId,
      columns: ['user', 'pass'],
      exhaustion: 'stopUser',
      selection: 'unique',
    },
  ],
  steps: [
    request('Home', { url: '/', query: [{ name: 'q', value: 'a b' }] }),
    { id: 't', name: 'think', kind: 'thinkTime', distribution: 'uniform', durationMs: 100, spreadMs: 300 },
    {
      id: 'o',
      name: 'Order',
      kind: 'transaction',
      children: [
        request(
          'Buy',
          {
            method: 'POST',
            url: 'http://other.test/orders',
            body: { kind: 'json', text: '{"u": "${user}"}' },
            expectedStatuses: '200-201,204',
          },
          {
            checkpoints: [
              { id: '1', source: 'body', operator: 'contains', expected: 'ok' },
              { id: '2', source: 'jsonPath', expression: '$.a', operator: 'equals', expected: '1' },
              { id: '3', source: 'responseTime', operator: 'lessOrEqual', expected: '500' },
            ],
            extractors: [
              {
                id: '1',
                source: 'regex',
                variable: 'token',
                expression: '"(.*)"',
                group: 1,
                match: 1,
                defaultValue: 'x',
              },
              {
                id: '2',
                source: 'boundary',
                variable: 'b',
                expression: '<',
                rightBoundary: '>',
                match: 0,
                defaultValue: '',
              },
              { id: '3', source: 'jsonPath', variable: 'price', expression: '$.price' },
              { id: '4', source: 'header', variable: 'etag', expression: 'etag', defaultValue: '' },
            ],
          },
        ),
        {
          id: 'l',
          name: 'Three times',
          kind: 'loop',
          count: '3',
          children: [
            request('Form', {
              method: 'POST',
              url: '/f',
              body: { kind: 'form', fields: [{ name: 'a', value: '1&2' }] },
            }),
          ],
        },
      ],
    },
    {
      id: 'i',
      name: 'Known',
      kind: 'if',
      left: '${token}',
      operator: 'notEquals',
      right: 'x',
      children: [request('Then', { url: '/then' })],
    },
    {
      id: 'c',
      name: 'half',
      kind: 'percentage',
      percentage: 50,
      children: [request('Half', { url: '/half' })],
    },
    { id: 's', name: 'script', kind: 'script', code: '1' },
  ],
})

const isCarried = (step: Step) => step.kind !== 'script'
/** Ids of steps and rules are new after the conversion back. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'id' ? undefined : each))

describe('a component that becomes a plan', () => {
  const { text, left } = toPlan('Shop', shop, { fileNames: new Map([[csvId, 'users.csv']]) })
  const plan = planOf(text)

  test('has known elements only, and reports what was left', () => {
    for (const node of walkNodes(plan.roots)) expect(elementOf(node), node.testclass).toBeDefined()
    expect(left.map(each => `${each.testname}: ${each.text.en}`)).toEqual([
      'script: Has no counterpart and is left out',
      'Shop: JMeter accepts every server certificate, where they are verified here',
    ])
  })

  test('comes back as the same steps', () => {
    const back = toComponents(plan, new Map([['users.csv', { id: csvId, header: [] }]]))
    const [component] = back.components
    expect(component?.name).toBe('Shop')
    const { settings, ...rest } = component?.document ?? shop
    expect(settings?.http).toMatchObject({
      baseUrl: 'https://shop.test:8443/api',
      cache: true,
      compression: true,
    })
    const { settings: _settings, ...expected } = shop
    expect(withoutIds(rest)).toEqual(withoutIds({ ...expected, steps: shop.steps.filter(isCarried) }))
  })

  test('names requests without a name as they are reported, keeps the base address and the load', () => {
    const bare = componentDocumentSchema.parse({
      settings: { baseUrl: 'http://shop.test:8080/api/', connectTimeoutMs: 900, continueOnError: false },
      steps: [
        {
          ...request('1', { url: '/goods/1' }),
          name: '',
          checkpoints: [{ id: '1', source: 'status', operator: 'equals', expected: '200' }],
        },
        { id: '2', name: '', kind: 'thinkTime', durationMs: 200 },
        {
          ...request('3', {
            method: 'POST',
            url: 'http://other.test/x',
            query: [{ name: 'a', value: 'b c' }],
          }),
          name: '',
        },
      ],
    })
    const loadModel = {
      kind: 'constant' as const,
      users: 20,
      rampUpSeconds: 5,
      durationSeconds: 60,
      loops: 0,
    }
    const written = toPlan('Bare', bare, { scenario: { loadModel, sla: [] } })
    expect(written.left).toEqual([])
    const names = [...walkNodes(planOf(written.text).roots)].map(node => node.testname)
    expect(names).toContain('GET /goods/1')
    expect(names).toContain('POST http://other.test/x')
    const document = toComponents(planOf(written.text)).components[0]?.document
    expect(withoutIds(document?.steps)).toEqual(withoutIds(bare.steps))
    expect(document?.settings.http.baseUrl).toBe('http://shop.test:8080/api')
    expect(document?.settings.connectTimeoutMs).toBe(900)
    expect(document?.settings.continueOnError).toBe(false)
    expect(document?.threadGroup).toMatchObject({
      threads: 20,
      rampUpSeconds: 5,
      durationSeconds: 60,
      loops: 0,
    })
  })

  test('reports the rules and a load that thread groups cannot follow', () => {
    const rule = {
      id: '1',
      label: '',
      metric: 'p95',
      operator: '<',
      threshold: 500,
      action: 'record',
      whenNotRun: 'fail',
      window: { kind: 'wholeRun' },
    }
    const { sla, loadModel } = scenarioDocumentSchema.parse({
      sla: [rule],
      loadModel: { kind: 'surge', min: 1, max: 5, peakSeconds: 2, count: 3, durationSeconds: 30 },
    })
    const reported = toPlan('Shop', componentDocumentSchema.parse({}), { scenario: { sla, loadModel } }).left
    expect(reported.map(each => each.text.en)).toEqual([
      'JMeter has no SLA rules; this one was not carried: p95 < 500',
      expect.stringContaining('Load model surge: The thread group “Shop” is replaced by'),
    ])
  })

  test('reports each setting that does not come back', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const written = toPlan('Any', document)
        const back = toComponents(planOf(written.text)).components[0]?.document
        const reported = written.left.map(each => each.text.en).join('\n')
        const settingsOf = ({ settings: { http, ...shared } }: typeof document) => ({ ...shared, ...http })
        const read = Object.entries(back === undefined ? {} : settingsOf(back))
        for (const [name, value] of Object.entries(settingsOf(document))) {
          const other = read.find(([key]) => key === name)?.[1]
          const isSame = JSON.stringify(other) === JSON.stringify(value)
          const isBase = name === 'baseUrl'
          if (!isSame && !isBase && back !== undefined) expect(reported).toContain(`The setting ${name}`)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('can be any component', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const written = toPlan('any <&> "name"', document)
        for (const node of walkNodes(planOf(written.text).roots)) expect(elementOf(node)).toBeDefined()
        for (const each of written.left) expect(each.text.en).not.toBe('')
      }),
      { numRuns: 40 },
    )
  })
})

describe('texts of a component', () => {
  const reported: string[] = []
  test.each([
    ['${a} $${b}', '${a} ${b}'],
    ['${randomInt(1, ${max})}', '${__Random(1,${max},)}'],
    ['${date(yyyy, -2h)}', '${__timeShift(yyyy,,-PT2H,,)}'],
    ['${md5("a,b")}', '${__digest(MD5,a\\,b,,,)}'],
    ['${phone()}', '${phone()}'],
  ])('%s becomes %s', (from, to) => {
    expect(jmeterText(from, name => reported.push(name))).toBe(to)
  })

  test('that have no counterpart are reported', () => {
    expect(reported).toEqual(['phone'])
  })
})
