/** Control of a run by a tester: load changed manually, stopped, and found again in the records. */
import assert from 'node:assert/strict'
import { tab } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { figure, numberIn, openReport, seeRequests, waitForMoreThan, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'controller-one', password: 'Contrl1#' }
const project = 'Run control'

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser({ language: 'en' })
  const { t } = pone
  await registerByApi(installation, who, pone.captcha, 'Controller')
  const api = await signInByApi(installation, who, pone.captcha)
  await makeWorkspace(api, {
    name: project,
    code: 'CTRL-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 120 },
  })
  let runId = ''
  await check('a tester starts a scenario of two minutes', async () => {
    await pone.signIn(who)
    await enterProject(pone, project)
    await openScenario(pone, project)
    runId = await execute(pone)
    await waitForState(pone, 'runState.running', 30_000)
    await waitForMoreThan(pone, 0)
  })
  await check('changes the load by hand, which takes effect and is recorded', async () => {
    await pone.click('run.changeLoad')
    await pone.page.locator('#run-load').fill('9')
    await pone.click('run.changeLoadApply')
    await eventually({
      what: 'nine active users',
      look: async () => (/^9\b/.test(await figure(pone, 'run.users')) ? true : undefined),
    })
    await tab(pone, 'run.tab.events').click()
    await pone.page
      .locator('.run-events')
      .getByText(new RegExp(`${who.account}|Controller`))
      .filter({ hasText: '9' })
      .first()
      .waitFor()
  })
  await check('the running-task indicator counts it in every page of the project', async () => {
    await pone.page.getByRole('button', { name: t('shell.runningTasks', { count: 1 }) }).waitFor()
  })
  await check('stops it; requests under way are finished and counts agree', async () => {
    await pone.click('run.stop')
    await pone.confirm('run.stop')
    await waitForState(pone, 'runState.userStopped')
    await tab(pone, 'run.tab.transactions').click()
    const { received } = await shop.countsOf(runId)
    await seeRequests(pone, received)
    await openReport(pone)
    await pone.seeText(t('runCause.stoppedByUser'))
  })
  await checkDraggedPart(world, pone)
  await checkReportOfPart(world, pone)
}

/** Drags over the middle of a chart and makes a report of exactly what was chosen. */
async function checkDraggedPart({ check }: World, pone: Pone): Promise<void> {
  const { page } = pone
  await check('a part that is dragged over on a chart becomes a report of that part', async () => {
    const plot = page.locator('.time-chart-plot .u-over').first()
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    assert.ok(box !== null)
    const at = (share01: number) => [box.x + box.width * share01, box.y + box.height / 2] as const
    await page.mouse.move(...at(0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.7), { steps: 5 })
    await page.mouse.up()
    const chosen = await page.locator('.report-part-bar [role=status]').innerText()
    const [part] = /\d+:[\d.]+ – \d+:[\d.]+/.exec(chosen) ?? []
    assert.ok(part !== undefined, chosen)
    await page.getByRole('button', { name: pone.t('report.ofThisPart') }).click()
    await page.waitForURL(/report=/)
    await page.locator('.page-header-note').filter({ hasText: part }).waitFor({ timeout: 30_000 })
    await page.locator('.report-part-bar').waitFor({ state: 'detached' })
  })
}

async function checkReportOfPart({ check }: World, pone: Pone): Promise<void> {
  const { t } = pone
  await check('a report of a part of the run has fewer requests; an empty part is refused', async () => {
    const whole = numberIn(await pone.page.locator('.report-figures dd').first().innerText())
    await pone.click('report.range')
    const from = pone.page.getByLabel(t('report.from'), { exact: true })
    const to = pone.page.getByLabel(t('report.to'), { exact: true })
    const generate = pone.page.locator('.report-range').getByRole('button', { name: t('report.generate') })
    await from.fill('0:01')
    await to.fill('0:01')
    await generate.click()
    await pone.see('report.range.empty')
    await eventually({
      what: 'the field to correct to have the focus',
      look: async () =>
        (await to.evaluate(field => field === document.activeElement && field.ariaInvalid === 'true'))
          ? true
          : undefined,
    })
    await from.fill('0:00')
    await generate.click()
    await pone.page.waitForURL(/report=/)
    await eventually({
      what: 'the report of the part',
      look: async () => {
        const shown = await pone.page
          .locator('.report-figures dd')
          .first()
          .innerText()
          .catch(() => '')
        return shown !== '' && numberIn(shown) < whole ? true : undefined
      },
    })
  })
}

export const runControlJourney: Journey = { name: 'run-control', run }
