/**
 * A newcomer builds a component by hand and by keyboard: requests named at once, a token taken from a response with two
 * clicks, a checkpoint that fails and is found where it is repaired, marks on the tree, the source of a value, a script
 * that fails.
 */
import {
  createComponent,
  openArea,
  runStandalone,
  seeStepTree,
  setBaseAddress,
  stepProperties,
  stepRow,
  tab,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { seeValue } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'
import { startTarget, type Target } from '../harness/target.ts'

const who = { account: 'newcomer.one', password: 'Newcom1#' }
const token = 'tok-4711'

/** A sign-in that returns a token, and a list that only shows goods to who sends it. */
const startShop = () =>
  startTarget(({ path, headers }) => ({
    contentType: 'application/json',
    body: path.startsWith('/sign-in')
      ? JSON.stringify({ data: { token, user: 'li' } })
      : JSON.stringify({ ok: headers.authorization === `Bearer ${token}`, goods: [{ id: 7 }] }),
  }))

/** Opens the menu of kinds from the tree by keyboard and chooses one; the name is then typed at once. */
async function addByKeyboard({ page }: Pone, kind: string, name: string): Promise<void> {
  await page.getByRole('tree').focus()
  await page.keyboard.press('+')
  await page.getByRole('menuitem').and(page.locator(':visible')).filter({ hasText: kind }).first().click()
  await page.locator('.cd-step-name:focus').waitFor()
  await page.keyboard.type(name)
}

async function build(pone: Pone, address: string): Promise<void> {
  const { page } = pone
  await createComponent(pone, 'Correlated')
  await setBaseAddress(pone, address)
  await openArea(pone, 'steps')
  for (const [name, url] of [
    ['sign in', '/sign-in'],
    ['list goods', '/goods'],
    ['sign out', '/sign-out'],
  ] as const) {
    await addByKeyboard(pone, 'HTTP', name)
    await pone.form(stepProperties(pone)).fill('component.request.url', url)
  }
  await page.getByRole('tree').focus()
  await page.keyboard.press('Control+g')
  await page.locator('.cd-step-name:focus').waitFor()
  await page.keyboard.type('leave')
}

/** Waits for a mark of the step with this accessible text. */
const seeMark = (pone: Pone, name: string, text: RegExp) =>
  stepRow(pone, name).locator('.cd-mark').filter({ hasText: text }).waitFor()

async function runWith(world: World, target: Target): Promise<void> {
  const { openBrowser, installation, check } = world
  const pone = await openBrowser({ language: 'en' })
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, 'Newcomer')
  await pone.signIn(who)
  await createProject(pone, 'Trial', 'TRIAL-1')

  await check(
    'steps are added, named and wrapped by keyboard, and indented, outdented and undone',
    async () => {
      await build(pone, target.address)
      await seeStepTree(pone, ['sign in', 'list goods', 'leave', '  sign out'])
      await stepRow(pone, 'sign out').click()
      await page.keyboard.press('Alt+ArrowLeft')
      await seeStepTree(pone, ['sign in', 'list goods', 'leave', 'sign out'])
      // Reading the tree opened its tab by a click.
      await page.getByRole('tree').focus()
      await page.keyboard.press('Alt+ArrowRight')
      await seeStepTree(pone, ['sign in', 'list goods', 'leave', '  sign out'])
    },
  )
  await check('each step shows whether it passed and how long it took', async () => {
    await runStandalone(pone)
    for (const name of ['sign in', 'list goods', 'leave', 'sign out'])
      await seeMark(pone, name, /Passed in the last run, took /)
    await pone.seeText('elapsed ')
  })
  await check('two clicks make an extractor of a value in the response; one undo takes it away', async () => {
    await page.locator('.cd-exchange[role=option]', { hasText: 'sign in' }).click()
    const detail = page.locator('.cd-exchange-detail')
    await tab(pone, 'component.debug.response', detail).click()
    // Plain text stands there until the code field is loaded, and whole lines until they are coloured.
    await detail.locator('.cm-line span', { hasText: token }).first().click()
    await pone.seeText('$.data.token', detail)
    await detail
      .getByRole('button', { name: t('component.pick.extract') })
      .first()
      .click()
    const row = stepProperties(pone).getByRole('group', {
      name: t('component.extractor.numbered', { number: 1 }),
    })
    await seeValue(row.getByLabel(t('component.extractor.variable')), 'token')
    await seeValue(row.getByLabel(t('component.expression.jsonPath')), '$.data.token')
    // The page compares the edited steps with those that ran after the field is drawn.
    await stepRow(pone, 'sign in').locator('.cd-mark.is-edited').waitFor()
    await page.keyboard.press('Control+z')
    await row.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+y')
    await row.waitFor()
  })
  await checkRepair(world, pone)
  await checkSearch(world, pone)
}

/** A failure is found at the field that is wrong, and is gone once it is repaired. */
async function checkRepair({ check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  await check(
    'a failed checkpoint is marked on the tree and leads to its row, with the value beside it',
    async () => {
      await page.locator('.cd-exchange[role=option]', { hasText: 'list goods' }).click()
      const detail = page.locator('.cd-exchange-detail')
      await tab(pone, 'component.debug.response', detail).click()
      await detail.locator('.cm-content').getByText('false').click()
      await detail
        .getByRole('button', { name: t('component.pick.check') })
        .first()
        .click()
      const rule = stepProperties(pone).getByRole('group', {
        name: t('component.checkpoint.numbered', { number: 1 }),
      })
      await rule.getByLabel(t('component.checkpoint.expected')).fill('true')
      await runStandalone(pone)
      await seeMark(pone, 'list goods', /^\s*Failed in the last run/)
      await pone.seeText('Last run: failed, actual value: false', stepProperties(pone))
    },
  )
  await check('the token is completed with its last value, and the checkpoint passes', async () => {
    const properties = stepProperties(pone)
    await tab(pone, 'component.request.headers', properties).click()
    const table = properties.getByRole('table', { name: t('component.request.headers') })
    await table.getByLabel(`${t('component.name')} 1`, { exact: true }).fill('Authorization')
    const value = table.getByLabel(`${t('component.value')} 1`, { exact: true })
    await value.click()
    await page.keyboard.type('Bearer ${tok')
    const option = page.getByRole('option', { name: 'token' })
    await pone.seeText(token, option)
    await page.keyboard.press('Enter')
    await seeValue(value, 'Bearer ${token}')
    await runStandalone(pone)
    await seeMark(pone, 'list goods', /^\s*Passed/)
  })
}

/** A value of a request is followed to its source, all exchanges are searched, and a failing script shows its line. */
async function checkSearch({ check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  const detail = page.locator('.cd-exchange-detail')
  const count = page.locator('.cd-search-count [role=status]')
  await check('one click leads from a header to the response that its value comes from', async () => {
    await page.locator('.cd-exchange[role=option]', { hasText: 'list goods' }).click()
    await tab(pone, 'component.debug.request', detail).click()
    await pone.button('component.search.sourceOf', page, { name: 'Authorization' }).click()
    await count.getByText('Match 1 of 1, in 1 of 3 responses').waitFor()
    // The found value is selected, as if it had been clicked.
    await pone.seeText('$.data.token', detail)
    await page.locator('.cd-hit[aria-selected=true]', { hasText: token }).waitFor()
  })
  await check('Ctrl+F in the results searches them, by an expression in a worker, too', async () => {
    await page.locator('.cd-hits').focus()
    await page.keyboard.press('Control+f')
    await page.locator('.cd-search-field input:focus').fill('"ok": *(true|false)')
    await count.getByText(t('component.search.none')).waitFor()
    await pone.button('component.search.regex').click()
    await count.getByText(/^Matches: 2, in 2 of 3/).waitFor()
    await page.locator('.cd-search-field input').press('Enter')
    await count.getByText(/^Match 1 of 2/).waitFor()
    // Matching takes exponential time, which the worker is not given.
    await page.locator('.cd-search-field input').fill('(\\w+\\s?)+\\b,:')
    await count
      .getByText(t('component.search.none'))
      .or(count.getByText(t('component.search.slow')))
      .waitFor()
  })
  await check('a failing script is marked on the tree and at its line', async () => {
    await addByKeyboard(pone, 'Processes variables with JavaScript', 'hashing')
    await stepProperties(pone).locator('.cm-content').fill('const key = 1\nfail("no key")')
    await runStandalone(pone)
    await stepRow(pone, 'hashing').locator('.cd-mark.is-failed').waitFor()
    await stepProperties(pone).locator('.cm-lint-marker-error').waitFor()
    await pone.seeText('line 2: Error: no key', stepProperties(pone))
  })
}

async function run(world: World): Promise<void> {
  const target = await startShop()
  try {
    await runWith(world, target)
  } finally {
    await target.close()
  }
}

export const trialJourney: Journey = { name: 'trial', run }
