/** The first test of one's own, from the sign-in form to its report: how many clicks and groups of keys it takes. */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { definitionOf } from '@pone/plan/steps/registry.ts'
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import { stepProperties } from '../driver/components.ts'
import { countInput } from '../driver/input-count.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, signInByApi } from '../driver/preparation.ts'
import { waitForState } from '../driver/runs.ts'
import { named } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

/** Version 0.5 took about 75. */
const mostInputs = 40
const who = { account: 'first.tester', password: 'Kite12#' }
const component = 'My first test'

/** Clicks into a field and types; `fill` of the driver would set the value without keys. */
async function type(field: ReturnType<Pone['page']['locator']>, text: string): Promise<void> {
  await field.click()
  await field.press('Control+a')
  await field.pressSequentially(text)
}

async function signIn({ page, form, captcha, click }: Pone): Promise<void> {
  await form().field('user.account').click()
  await page.keyboard.type(who.account)
  await form().field('signIn.password').click()
  await page.keyboard.type(who.password)
  await form().field('signIn.code').click()
  await page.keyboard.type(captcha)
  await click('signIn.title')
  await page.locator('.choice-card').first().click()
  await page.waitForURL('**/pone/atf/projects/home')
}

/** A component with one request. */
async function design(pone: Pone, address: string): Promise<void> {
  const { page, t, language } = pone
  await pone.openMenu('route.assembly')
  await pone.click('component.catalogue.newComponent')
  await page.locator('.tree-rename').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(component)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: component, level: 1 }).waitFor()
  await pone.page.getByRole('link', { name: pone.t('component.catalogue.design'), exact: true }).click()
  await page.waitForURL('**/prComponentDesign?*')
  await pone.button('component.addStep').click()
  const title = protocolDefinitions[0].operations[0]?.title[language] ?? ''
  await page
    .getByRole('menuitem')
    .and(page.locator(':visible'))
    .filter({ hasText: `${title}${definitionOf('request').help[language]}` })
    .click()
  const properties = stepProperties(pone)
  await type(pone.form(properties).field('component.request.url'), `${address}/api/goods?page=1`)
  await page.getByRole('button', { name: named(t('run.asLoadTest')) }).click()
  await page.waitForURL('**/testset?id=*')
  await pone.see('scenario.ready')
}

async function run({ openBrowser, shop, installation, check, say }: World): Promise<void> {
  const pone = await openBrowser({ language: 'en' })
  const { page } = pone
  await registerByApi(installation, who, pone.captcha, 'First Tester')
  const api = await signInByApi(installation, who, pone.captcha, false)
  await api.send(calls.project.create, { name: 'First project', code: 'FIRST' })
  const inputs = await countInput(page)

  await check('a person signs in, writes a component and gets a scenario that can run at once', async () => {
    await signIn(pone)
    await design(pone, shop.address)
  })
  await check('runs it for three seconds and opens its report', async () => {
    await type(pone.form().field('scenario.field.rampUpSeconds'), '1')
    await type(pone.form().field('scenario.field.durationSeconds'), '3')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: named(pone.t('scenario.saveAndExecute')) }).click()
    await page.waitForURL('**/realTimeMonitoring?id=*')
    await waitForState(pone, 'runState.complete')
    await page.getByRole('link', { name: pone.t('run.report'), exact: true }).click()
    await page.locator('.report-verdict').waitFor({ timeout: 30_000 })
  })
  await check(`all that takes at most ${mostInputs} clicks and groups of keys`, () => {
    const { list } = inputs
    const lines = list.map((entry, at) => `    ${String(at + 1).padStart(2)} ${entry}`).join('\n')
    say(`    first test: ${list.length} clicks and groups of keys\n${lines}`)
    assert.ok(list.length > 12 && list.length <= mostInputs, `${list.length}:\n${lines}`)
    return Promise.resolve()
  })
}

export const firstTestJourney: Journey = { name: 'first-test', run }
