/** The home page of a new account: tour, first steps, what runs, what became worse, what waits, trends. */
import assert from 'node:assert/strict'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Page } from 'playwright-core'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, type Workspace } from '../driver/preparation.ts'
import { createProject, enterProject } from '../driver/projects.ts'
import { seeCount } from '../driver/shown.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'gao.yuan', password: 'Kite12#' }
const load = { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 3 } as const

/** Executes the scenario and waits for its end, without opening the run. */
async function runToEnd({ api, projectId, scenarioId }: Workspace): Promise<void> {
  const { id } = await api.send(calls.run.start, { projectId, scenarioId })
  await eventually({
    what: 'the run ends',
    patienceMs: 60_000,
    look: async () => {
      const { rows } = await api.send(calls.run.list, { projectId, states: ['complete'] })
      return rows.some(row => row.id === id) || undefined
    },
  })
}

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) })

async function run(world: World): Promise<void> {
  const { openBrowser, installation, check } = world
  const pone = await openBrowser({ language: 'en', keepsTour: true })
  const { page, t } = pone
  const tour = page.locator('.tour')
  await registerByApi(installation, who, pone.captcha, '高远')
  await pone.signIn(who)

  await check('a new account is offered the tour on its first home page, and leaves it by Esc', async () => {
    await createProject(pone, 'Empty project', 'EMPTY-HOME')
    await tour.getByText(t('tour.component'), { exact: true }).waitFor()
    await tour.getByRole('button', { name: 'Next' }).click()
    await tour.getByText(t('tour.trial'), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'hidden' })
  })
  await check('the tour does not come back by itself', async () => {
    const answered = page.waitForResponse('**/apm-api/tour/get')
    await page.reload()
    await answered
    await panel(page, t('home.firstSteps')).waitFor()
    assert.equal(await tour.count(), 0)
  })
  await check(
    'a project without runs shows three first steps, and the first leads to components',
    async () => {
      await seeCount(page.locator('.first-step'), 3)
      await page.getByRole('link', { name: t('home.stepAction.component'), exact: true }).click()
      await pone.isAt('/pone/atf/projects/assembly')
    },
  )

  await watchRuns(world, pone)
}

/** Two runs of a project of its own, followed on its home page. */
async function watchRuns({ installation, shop, check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  // The account's only session is the browser's.
  const api = createApiClient(installation.address, await pone.token())
  const plan = { name: 'Home shop', code: 'HOME', shopAddress: shop.address, loadModel: load }
  const workspace = await makeWorkspace(api, plan)
  const { projectId, scenarioId } = workspace
  await runToEnd(workspace)

  const waiting = panel(page, t('home.waiting'))
  await check('an ended run of mine waits on the home page until I open its report', async () => {
    await enterProject(pone, plan.name)
    await waiting.getByRole('link', { name: '#1 Home shop' }).click()
    await page.waitForURL('**/analysisReports?*')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await pone.openMenu('route.home')
    await waiting.getByText(t('home.nothingWaits')).waitFor()
  })
  await check('a run that goes on is shown with its progress, and leads to the live page', async () => {
    const { document, revision, name } = await api.send(calls.scenario.get, { projectId, id: scenarioId })
    const slow = { ...document, loadModel: { ...load, durationSeconds: 8 } }
    const strict = [{ id: 'p95', metric: 'p95', operator: '<', threshold: 0.001 }] as const
    const changed = { ...slow, sla: [...strict] }
    await api.send(calls.scenario.save, { projectId, id: scenarioId, revision, document: changed })
    const started = runToEnd(workspace)
    // The latest runs list it too, without a progress.
    const rows = page.locator('.home-panel tr', { hasText: `#2 ${name}` })
    const row = rows.filter({ has: page.getByRole('progressbar') })
    try {
      await row.locator('a[href*=realTimeMonitoring]').waitFor()
    } finally {
      await started
    }
  })
  await check(
    'when it ended with its SLA broken it is listed as worse, with report and comparison',
    async () => {
      const worse = panel(page, t('home.worse'))
      await worse.getByText(t('home.reason.sla')).waitFor()
      const broken = worse.getByRole('link', { name: '#2 Home shop' })
      await broken.and(page.locator('[href*=analysisReports]')).waitFor()
      await worse.getByRole('link', { name: t('home.compareWith', { number: 1 }) }).click()
      await page.waitForURL('**/prReportsCompare?*')
      await pone.openMenu('route.home')
    },
  )
  await check(
    'the trend of the scenario shows both runs, and a run opens its report by keyboard',
    async () => {
      const trend = panel(page, t('home.trends')).locator('.trend', { hasText: 'Home shop' })
      const runs = trend.locator('.trend-columns a')
      await runs.nth(1).waitFor()
      await seeCount(runs, 2)
      await runs.nth(1).focus()
      await page.keyboard.press('ArrowLeft')
      await trend.locator('.trend-run', { hasText: '#1' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/analysisReports?*')
    },
  )
}

export const homeJourney: Journey = { name: 'home', run }
