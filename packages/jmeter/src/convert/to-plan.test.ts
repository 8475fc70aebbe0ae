import { type ComponentDocument, componentDocumentSchema } from '@pone/contract/entities/component.ts'
import { arbitraryDocument } from '@pone/engine/plan/code/arbitrary-document.ts'
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
              { id: '4', source: 'header', expression: 'etag', operator: 'exists' },
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
            ],
          },
        ),
        {
          id: 'l',
          name: 'loop',
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
      name: 'if',
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

describe('a component that becomes a plan', () => {
  const { text, left } = toPlan('Shop', shop, new Map([[csvId, 'users.csv']]))
  const plan = planOf(text)

  test('has known elements only, and tells what was left', () => {
    for (const node of walkNodes(plan.roots)) expect(elementOf(node), node.testclass).toBeDefined()
    expect(left.map(each => `${each.testname}: ${each.code}`)).toEqual([
      'Buy: detail',
      'script: noCounterpart',
    ])
  })

  test('comes back as the same steps', () => {
    const back = toComponents(plan, new Map([['users.csv', { id: csvId, header: [] }]]))
    const [component] = back.components
    const document = component?.document
    expect(component?.name).toBe('Shop')
    expect(document?.threadGroup).toEqual(shop.threadGroup)
    expect(document?.variables).toEqual(shop.variables)
    expect(document?.parameters[0]).toMatchObject({
      fileId: csvId,
      columns: ['user', 'pass'],
      exhaustion: 'stopUser',
    })
    const shape = (steps: ComponentDocument['steps']): unknown[] =>
      steps.map(step =>
        'children' in step ? [step.kind, step.name, shape(step.children)] : [step.kind, step.name],
      )
    const expected = shop.steps.filter(step => step.kind !== 'script' && step.kind !== 'thinkTime')
    const got = (document?.steps ?? []).filter(step => step.kind !== 'thinkTime')
    expect(shape(got)).toEqual(shape(expected))
    const order = got.find(step => step.name === 'Order')
    const buy = order && 'children' in order ? order.children[0] : undefined
    if (buy?.kind !== 'request') throw new Error('no request')
    expect(buy.http.url).toBe('http://other.test/orders')
    expect(buy.http.body).toEqual({ kind: 'json', text: '{"u": "${user}"}' })
    expect(buy.checkpoints.map(each => [each.source, each.operator, each.expected])).toContainEqual([
      'jsonPath',
      'equals',
      '1',
    ])
    expect(buy.extractors.map(each => [each.source, each.variable, each.match, each.defaultValue])).toEqual([
      ['regex', 'token', 1, 'x'],
      ['boundary', 'b', 0, ''],
    ])
    const home = got[0]
    expect(home?.kind === 'request' && [home.http.url, home.http.query]).toEqual([
      'https://shop.test:8443/api/',
      [{ name: 'q', value: 'a b', enabled: true }],
    ])
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
  const told: string[] = []
  test.each([
    ['${a} $${b}', '${a} ${b}'],
    ['${randomInt(1, ${max})}', '${__Random(1,${max},)}'],
    ['${date(yyyy, -2h)}', '${__timeShift(yyyy,,-PT2H,,)}'],
    ['${md5("a,b")}', '${__digest(MD5,a\\,b,,,)}'],
    ['${phone()}', '${phone()}'],
  ])('%s becomes %s', (from, to) => {
    expect(jmeterText(from, name => told.push(name))).toBe(to)
  })

  test('that have no counterpart are told', () => {
    expect(told).toEqual(['phone'])
  })
})
