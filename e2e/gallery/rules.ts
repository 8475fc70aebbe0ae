/** Pictures of a project's rules for dynamic values. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { CorrelationRule } from '@pone/schema/correlation-rules.ts'
import type { Page } from 'playwright-core'
import { openNewRule, openRules } from '../driver/recordings.ts'
import { type Act, callerOn, type Ids, type Picture, picture } from './picture.ts'

const rule = (
  given: Partial<CorrelationRule> & Pick<CorrelationRule, 'name' | 'variable'>,
): CorrelationRule => ({
  enabled: true,
  source: 'jsonPath',
  expression: '$.id',
  rightBoundary: '',
  use: 'anywhere',
  field: '',
  ...given,
})
const own = [
  rule({ name: '购物车编号', variable: 'cartId', expression: '$.cart.id' }),
  rule({
    name: '风控令牌（支付页面，每次访问都会更换）',
    variable: 'riskToken',
    source: 'boundary',
    expression: '<meta name="risk-token" content="',
    rightBoundary: '">',
    use: 'field',
    field: 'X-Risk-Token',
  }),
  rule({
    name: 'Order number in the redirect',
    variable: 'orderNumberOfTheRedirect',
    source: 'regex',
    expression: String.raw`Location: https://mall\.example\.com/orders/(ORD-\d{4}-\d{8})/confirm`,
    use: 'path',
  }),
  rule({ name: 'Session', variable: 'session', source: 'header', expression: 'X-Session', enabled: false }),
]

async function save(page: Page, { project: projectId = '' }: Ids, rules: CorrelationRule[]): Promise<void> {
  const api = await callerOn(page)
  const { revision } = await api.send(calls.correlationRules.get, { projectId })
  const disabledFrameworks = rules.length === 0 ? [] : ['Rails']
  await api.send(calls.correlationRules.save, { projectId, revision, rules, disabledFrameworks })
}

const withRules = async (page: Page, ids: Ids) => {
  await save(page, ids, own)
  await openRules(page)
}
const withoutRules = (page: Page, ids: Ids) => save(page, ids, [])

/** @param design address of a component that is edited */
export const rulePictures = (design: string): Picture[] => {
  const state = (name: string, ...acts: Act[]) =>
    picture('tester', 'prComponentDesign', name, design, ...acts)
  return [
    state('rules', openRules),
    state('rules-own', withRules, withoutRules),
    state('rule-new', openNewRule),
    state(
      'rule-edit',
      async (page, ids) => {
        await withRules(page, ids)
        await page.locator('.ant-drawer .row-actions button').nth(2).click()
        await page.locator('.ant-modal .form-actions:visible').last().waitFor()
      },
      withoutRules,
    ),
    state('rule-fault', async page => {
      await openNewRule(page)
      const form = page.locator('.ant-modal:has(.form-actions)').last()
      await form.locator('input#name').fill('订单号')
      await form.locator('input#variable').fill('order number')
      await form.locator('input#expression').fill('$.orders[')
      await form.locator('button[type=submit]').click()
      await form.locator('.ant-form-item-explain-error').first().waitFor()
    }),
  ]
}
