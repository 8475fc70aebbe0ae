/** A scenario driven by arrivals that keeps its samples: time split live and in the report, and the sample log with a line per request. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { phaseTitle } from '@pone/protocols/definitions.ts'
import { tab } from '../driver/components.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import {
  exportReport,
  numberIn,
  openReport,
  reportFigure,
  waitForMoreThan,
  waitForState,
} from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'arrivals.one', password: 'Arrive1#' }
const project = '到达率压测'
const requests = ['Sign in', 'List goods', 'Show a good', 'Place an order']

async function run({ openBrowser, installation, shop, check }: World): Promise<void> {
  const pone = await openBrowser()
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, '到达')
  const api = await signInByApi(installation, who, pone.captcha)
  await makeWorkspace(api, {
    name: project,
    code: 'ARR-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 5, rampUpSeconds: 0, durationSeconds: 60 },
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await openScenario(pone, project)

  /** The value of the time-split table for one request in the column of a phase; '' where there is no such column. */
  const phaseOf = async (name: string, key: string): Promise<string> => {
    const table = page.locator('.run-phases')
    const row = table.getByRole('row').filter({ hasText: name })
    await row.waitFor()
    const heads = await table.locator('thead th').allInnerTexts()
    const at = heads.findIndex(head => head.trim() === phaseTitle(key).zh)
    return at < 0 ? '' : ((await row.locator('th, td').allInnerTexts())[at] ?? '')
  }

  let runId = ''
  await check('a tester drives the scenario by arrivals and keeps its samples as CSV', async () => {
    await page.getByRole('radio', { name: t('scenario.load.arrivals') }).check()
    const form = pone.form()
    await form.fill('scenario.load.maxUsers', '30')
    await form.fill('scenario.field.rate', '10')
    // Long enough to be seen running from a slow machine.
    await form.fill('scenario.field.durationSeconds', '10')
    await page.getByRole('radio', { name: t('scenario.samples.csv') }).check()
    await pone.see('scenario.ready')
    runId = await execute(pone)
  })
  await check('the live page counts arrivals apart from requests and splits their time', async () => {
    await waitForState(pone, 'runState.running', 30_000)
    await waitForMoreThan(pone, 0)
    await page
      .locator('.run-table')
      .getByRole('row')
      .filter({ hasText: t('run.kind.iteration') })
      .waitFor()
    await tab(pone, 'run.tab.phases').click()
    for (const name of requests) {
      await holds(async () =>
        assert.ok(numberIn(await phaseOf(name, 'firstByte')) > 0, `${name} has no time to its first byte`),
      )
    }
  })
  await check('the run ends complete, and its report splits the time as well', async () => {
    await waitForState(pone, 'runState.complete')
    await openReport(pone)
    await page.getByRole('heading', { name: t('run.tab.phases') }).waitFor()
    await holds(async () => assert.ok(numberIn(await phaseOf('Sign in', 'connect')) > 0, 'no user connected'))
  })
  await check('the sample log has as many lines of requests as the report counts', async () => {
    const { received } = await shop.countsOf(runId)
    const shown = numberIn(await reportFigure(pone, 'report.requests'))
    assert.equal(shown, received)
    const [heading = '', ...lines] = (await readFile(await exportReport(pone, 'report.sampleLog'), 'utf8'))
      .trimEnd()
      .split('\n')
    const columns = heading.split(',')
    const samples = lines.map(line => line.split(','))
    const at = (name: string) => columns.indexOf(name)
    const sent = samples.filter(sample => sample[at('kind')] === 'request')
    assert.equal(sent.length, shown)
    assert.deepEqual(new Set(sent.map(sample => sample[at('label')])), new Set(requests))
    assert.ok(sent.every(sample => sample[at('passed')] === 'true'))
  })
}

export const arrivalsJourney: Journey = { name: 'arrivals', run }
