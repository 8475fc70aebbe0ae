/** Correlation rules through their calls: what is kept, what is refused, two editors, and who may see and change them. */
import { calls } from '@pone/contract/calls/registry.ts'
import { type CorrelationRule, maxCorrelationRules } from '@pone/schema/correlation-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let as: As
let viewer: As
let projectId = ''

beforeAll(async () => {
  server = await createTestServer()
  const [, viewerId = ''] = await Promise.all(
    ['manager', 'viewer', 'stranger'].map(account => server.addUser(account)),
  )
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  viewer = { token: (await server.signIn('viewer')).token }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  const role = { projectId, name: 'Viewer', functions: ['component.view' as const] }
  const { id: roleId } = await server.call(calls.role.create, role, as)
  await server.call(calls.member.add, { projectId, userIds: [viewerId], roleId }, as)
})
afterAll(() => server.close())

const rule = (fields: Partial<CorrelationRule> = {}): CorrelationRule => ({
  name: 'Ticket',
  enabled: true,
  variable: 'ticket',
  source: 'regex',
  expression: 'ticket=(\\w+)',
  rightBoundary: '',
  use: 'anywhere',
  field: '',
  ...fields,
})
const input = (revision: number, rules: readonly CorrelationRule[], disabledFrameworks: string[] = []) => ({
  projectId,
  revision,
  rules: [...rules],
  disabledFrameworks,
})
const get = (who = as) => server.call(calls.correlationRules.get, { projectId }, who)

it('are empty at first, and are kept with what was saved last', async () => {
  expect(await get()).toEqual({
    rules: [],
    disabledFrameworks: [],
    revision: 0,
    updatedBy: '',
    updatedAt: null,
  })
  const saved = await server.call(calls.correlationRules.save, input(0, [rule()], ['Rails']), as)
  expect(saved).toMatchObject({ revision: 1, updatedBy: 'manager', rules: [rule()] })
  const changed = rule({ enabled: false, use: 'field', field: 'ticket' })
  await server.call(calls.correlationRules.save, input(1, [changed]), as)
  expect(await get(viewer)).toMatchObject({ revision: 2, rules: [changed], disabledFrameworks: [] })
})

it('keep what the first of two editors saved', async () => {
  const { revision } = await get()
  await server.call(calls.correlationRules.save, input(revision, [rule({ name: 'First' })]), as)
  for (const late of [0, revision])
    expect(
      await server.fail(calls.correlationRules.save, input(late, [rule({ name: 'Second' })]), as),
    ).toMatchObject({ code: 'EditedMeanwhile' })
  expect((await get()).rules.map(({ name }) => name)).toEqual(['First'])
})

it.each<[string, readonly CorrelationRule[], string]>([
  ['an expression that is none', [rule({ expression: '(' })], 'RuleExpressionInvalid'],
  ['an expression without a group', [rule({ expression: 'ticket' })], 'RuleExpressionInvalid'],
  ['a path that is none', [rule({ source: 'jsonPath', expression: '$.[' })], 'RuleExpressionInvalid'],
  ['an expression that is empty', [rule({ expression: ' ' })], 'BadInput'],
  ['a field without a name', [rule({ use: 'field' })], 'BadInput'],
  ['two rules of one name', [rule(), rule()], 'BadInput'],
  [
    'more rules than are kept',
    Array.from({ length: maxCorrelationRules + 1 }, (_, at) => rule({ name: `Rule ${at}` })),
    'BadInput',
  ],
])('refuse %s', async (_, rules, code) => {
  const { revision } = await get()
  expect(await server.fail(calls.correlationRules.save, input(revision, rules), as)).toMatchObject({ code })
})

it('are changed by who may edit components, and do not exist for others', async () => {
  const { revision } = await get()
  expect(await server.fail(calls.correlationRules.save, input(revision, []), viewer)).toMatchObject({
    code: 'Forbidden',
  })
  const stranger = { token: (await server.signIn('stranger')).token }
  for (const answer of [
    server.fail(calls.correlationRules.get, { projectId }, stranger),
    server.fail(calls.correlationRules.save, input(revision, []), stranger),
  ])
    expect(await answer).toMatchObject({ code: 'NotFound' })
})
