/**
 * A JMeter plan from upload to results: uploaded, edited, run standalone, run on two machines by the real JMeter, its
 * report read, its results imported again.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { openExchange, renameInPlace, runStandalone } from '../driver/components.ts'
import { downloadFromMenu } from '../driver/downloads.ts'
import { chooseOption } from '../driver/form.ts'
import { chooseElement, choosePlanFiles, elementNamed, openArea, savePlan } from '../driver/jmeter-page.ts'
import { buyersCsv, buyersFile, missingGoods, requestsPerBuyer, shopJmx } from '../driver/jmeter-shop.ts'
import { type AddedMachine, addSecondMachine } from '../driver/machines.ts'
import { bindHostLink } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, signInByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import {
  exportReport,
  numberIn,
  openReport,
  seeRequests,
  waitForMoreThan,
  waitForState,
} from '../driver/runs.ts'
import { bindComponent, execute } from '../driver/scenarios.ts'
import { holds, seeCount } from '../driver/shown.ts'
import { cellUnder } from '../driver/tables.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'jmeterRun.one', password: 'Planer2#' }
const project = '商城验收'
const scenario = '双机购物'
const cluster = '商城压力机组'
const monitored = '压力机主机'
const machine = 'shop-load-02'
const plan = '商城双机'
const runProperty = 'shop.run'
const shopRun = 'jmeter-two-machines'
const buyers = 72
const requests = buyers * requestsPerBuyer
const failed = buyers / 12
/** Before each request, so that the run lasts for about twenty seconds. */
const thinkMs = 400
/** JMeter takes seconds to start, and longer on a busy machine. */
const jmeterPatienceMs = 90_000

async function design(pone: Pone, { check, shop }: World): Promise<void> {
  const { page, t } = pone
  await check('a tester uploads a plan of JMeter and the file that it reads', async () => {
    await pone.openMenu('route.jmeterComponentDesign')
    const content = shopJmx({ address: shop.address, runProperty })
    await choosePlanFiles(pone, 'jmeterPlan.upload', [{ name: `${plan}.jmx`, content }])
    await page.getByRole('heading', { level: 1, name: plan, exact: true }).waitFor()
    await elementNamed(pone, '商品列表').waitFor()
    await openArea(pone, 'files')
    await pone.row(buyersFile).getByText(t('jmeterPlan.file.missing')).waitFor()
    const file = { name: buyersFile, content: buyersCsv(buyers) }
    await choosePlanFiles(pone, 'jmeterPlan.file.upload', [file])
    await pone.row(buyersFile).getByText(`${file.content.length} B`).waitFor()
  })
  await check('sets the threads and mends an address in the forms', async () => {
    await openArea(pone, 'elements')
    const group = await chooseElement(pone, '买家线程组')
    await group.locator('[data-property="ThreadGroup.num_threads"] input').fill('2')
    const list = await chooseElement(pone, '商品列表')
    await list.locator('[data-property="HTTPSampler.path"] input').fill('/api/goods')
    await savePlan(pone, 2)
  })
}

async function tryIt(pone: Pone, { check }: World): Promise<void> {
  await check('tries it by itself, and reads requests and answers in full', async () => {
    const lines = await runStandalone(pone, jmeterPatienceMs)
    assert.equal(lines.length, requestsPerBuyer, lines.join(' | '))
    const answer = await openExchange(pone, '登录', 'component.debug.response')
    await pone.seeText('"token"', answer)
    const request = await openExchange(pone, '登录', 'component.debug.request')
    await pone.seeText('/api/sign-in', request)
    await pone.seeText('buyer0000', request)
    const named = await openExchange(pone, '商品 1', 'component.debug.request')
    await pone.seeText('/api/goods/1', named)
  })
}

async function makeScenario(pone: Pone, { check }: World): Promise<void> {
  const { page } = pone
  await check('binds it in a scenario of JMeter for a cluster of two machines', async () => {
    await pone.openMenu('route.testset')
    await pone.click('scenario.newScenario')
    await renameInPlace(pone, scenario)
    await page.getByRole('heading', { name: scenario, level: 1 }).waitFor()
    await page.getByRole('radio', { name: 'JMeter', exact: true }).check()
    await bindComponent(pone, plan)
    const form = pone.form()
    await form.fill('scenario.field.users', '4')
    await form.fill('scenario.field.rampUpSeconds', '0')
    await form.fill('scenario.field.durationSeconds', '60')
    await form.fill('scenario.jmeter.properties', `${runProperty}=${shopRun}\nshop.thinkMs=${thinkMs}`)
    await form.fill('scenario.jmeter.jvmOptions', '-Xms64m\n-Xmx256m\n-XX:+UseSerialGC')
    await page.locator('.scenario-cluster', { hasText: cluster }).click()
    await pone.see('scenario.ready')
  })
}

/** Opens the log of the run whose page is open, and returns to that page. */
async function followLog(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check(
    'its log is followed while it runs: lines come, by level, and by what is searched',
    async () => {
      const live = new URL(page.url())
      await page.goto(`${live.origin}/pone/atf/projects/jmeterLog?id=${live.searchParams.get('id')}`)
      const count = page.locator('.jr-log-count')
      const log = page.getByRole('log')
      const rowOf = (text: string) => log.locator('.jr-log-row', { hasText: text })
      await rowOf('buyer00').first().waitFor()
      const before = numberIn(await count.innerText())
      await page.waitForFunction(
        known => Number(document.querySelector('.jr-log-count')?.textContent?.replaceAll(/\D/g, '')) > known,
        before,
      )
      await page.getByRole('combobox', { name: t('jmeterLog.level') }).click()
      await chooseOption(page, t('jmeterLog.level.warn'))
      await rowOf('buyer0000').first().waitFor()
      await seeCount(log.locator('.jr-log-info'), 0)
      await page.getByRole('searchbox', { name: t('jmeterLog.search') }).fill('buyer0001')
      await count.getByText(t('jmeterLog.total', { count: '1' }), { exact: true }).waitFor()
      await rowOf('buyer0001').waitFor()
      await page.goto(live.href)
      await page.locator('.run-table').first().waitFor()
    },
  )
}

/** A link with the monitored host, which is to start and stop with the run. */
async function monitorIt(pone: Pone, { installation, check }: World): Promise<void> {
  await check('has the host of the load machine monitored by a link that is bound to it', async () => {
    const api = createApiClient(installation.address, await pone.token())
    const [own] = (await api.send(calls.project.mine, {})).rows
    await bindHostLink(api, { projectId: own?.id ?? '', link: '商城链路', host: monitored, scenario })
  })
}

const monitoringCharts = ({ page }: Pone) =>
  page.locator('.run-monitoring .time-chart').filter({ hasText: monitored })

/** The live page shows the monitors; on a busy machine JMeter may have ended by then. */
async function watchMonitors(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check(
    'the bound link has started with the run of JMeter, and its monitor stands beside the load',
    async () => {
      await page.getByRole('tab', { name: t('run.tab.monitoring') }).click()
      await page.getByText('随执行启动').waitFor()
      await monitoringCharts(pone).locator('canvas').first().waitFor({ timeout: jmeterPatienceMs })
      await page.getByRole('tab', { name: t('run.tab.transactions') }).click()
    },
  )
}

async function runIt(pone: Pone, world: World): Promise<void> {
  const { check, shop } = world
  const { page, t } = pone
  await check('runs it: the figures grow, and labels come to be', async () => {
    await execute(pone)
    await waitForState(pone, 'runState.running', jmeterPatienceMs)
    const first = await waitForMoreThan(pone, 0)
    await waitForMoreThan(pone, first)
    await page.locator('.run-table').getByText('商品 2', { exact: true }).waitFor()
    // JMeter does not report its connections, but it reports the parts of response times.
    assert.equal(await page.getByText(t('run.series.connections')).count(), 0)
    await page.getByRole('tab', { name: t('run.tab.phases') }).waitFor()
  })
  await followLog(pone, world)
  await watchMonitors(pone, world)
  await check('each buyer has come once, on the machines together, and the shop says so too', async () => {
    await waitForState(pone, 'runState.complete', jmeterPatienceMs)
    await seeRequests(pone, requests)
    const { received, answered } = await shop.countsOf(shopRun)
    assert.deepEqual({ received, answered }, { received: requests, answered: requests })
    const total = page.locator('.run-total').first()
    const table = page.locator('.run-table').first()
    await holds(async () =>
      assert.equal(numberIn(await cellUnder(table, total, t('run.column.failed'))), failed),
    )
  })
  await check('the report adds up over both machines', async () => {
    await openReport(pone)
    await page
      .getByText(/数据一致/)
      .first()
      .waitFor()
    for (const name of [machine, 'local'])
      await page.locator('.report-machines').getByText(name, { exact: true }).waitFor()
  })
  await check('shows the monitored host on the time axis of the run, as do its exported files', async () => {
    await monitoringCharts(pone).locator('canvas').first().waitFor()
    await page.getByRole('heading', { name: t('report.section.bottleneck') }).waitFor()
    const file = await readFile(await exportReport(pone, 'report.exportHtml'), 'utf8')
    assert.match(file, new RegExp(`${monitored} · CPU`), 'the file has no chart of the host')
    const csv = await readFile(await exportReport(pone, 'report.exportSeries'), 'utf8')
    assert.ok(csv.includes(monitored), 'the series have no column of the host')
  })
}

/** Requests, and failures as shown: a share of the requests. */
async function recorded(pone: Pone, name: string): Promise<{ requests: number; errors: string }> {
  const table = pone.page.locator('.data-table table').first()
  const row = pone.row(name)
  await row.waitFor()
  return {
    requests: numberIn(await cellUnder(table, row, pone.t('run.record.requests'))),
    errors: await cellUnder(table, row, pone.t('run.record.errors')),
  }
}

/** Samples and failures of a line in the statistics of the open report. */
async function sampled(pone: Pone, label: string): Promise<{ samples: number; failed: number }> {
  const table = pone.page.locator('[aria-labelledby=jr-statistics] table').first()
  const row = table.getByRole('row').filter({ has: pone.page.getByText(label, { exact: true }) })
  await row.waitFor({ timeout: 30_000 })
  return {
    samples: numberIn(await cellUnder(table, row, pone.t('jmeterReport.column.samples'))),
    failed: numberIn(await cellUnder(table, row, pone.t('jmeterReport.column.failed'))),
  }
}

/** Waits for the line with these figures. */
const seeSampled = (pone: Pone, label: string, figures: Awaited<ReturnType<typeof sampled>>) =>
  holds(async () => assert.deepEqual(await sampled(pone, label), figures))

async function readReport(pone: Pone, { check }: World): Promise<string> {
  const { page, t } = pone
  let jtl = ''
  await check(
    'the execution record leads to the report of JMeter, whose counts are those of the run',
    async () => {
      await pone.openMenu('route.logging')
      await holds(async () => assert.equal((await recorded(pone, scenario)).requests, requests))
      await pone.chooseMenu(pone.row(scenario).locator('.row-more'), t('run.ownReport.jmeter'))
      await seeSampled(pone, t('jmeterReport.total'), { samples: requests, failed })
      await seeSampled(pone, '登录', { samples: buyers, failed: 0 })
      await seeSampled(pone, '商品列表', { samples: buyers, failed: 0 })
      await seeSampled(pone, '购物', { samples: buyers, failed })
      await seeSampled(pone, `商品 ${missingGoods}`, { samples: failed, failed })
      await page.locator('[aria-labelledby=jr-errors]').getByText(/404/).first().waitFor()
    },
  )
  await check('the JTL of both machines is downloaded as one', async () => {
    const opener = pone.button('jmeterReport.download')
    jtl = await readFile(await downloadFromMenu(pone, opener, 'jmeterReport.download.all'), 'utf8')
    assert.equal(jtl.match(/,登录,/g)?.length, buyers)
  })
  await check('its log has lines of both machines', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: t('jmeterReport.log') })
      .click()
    const log = page.getByRole('log')
    for (const name of [machine, 'local']) {
      await page.getByRole('combobox', { name: t('jmeterLog.machine') }).click()
      await chooseOption(page, name)
      const ofMachine = log.locator('.jr-log-row span').filter({ hasText: new RegExp(`^${name}\\b`) })
      await ofMachine.first().waitFor()
    }
  })
  return jtl
}

async function importIt(pone: Pone, { check }: World, jtl: string): Promise<void> {
  const { t } = pone
  await check('the downloaded results are imported as a record with the same counts and errors', async () => {
    await pone.openMenu('route.logging')
    const own = await recorded(pone, scenario)
    await pone.click('run.import.open')
    const dialog = pone.dialog(t('run.import.title'))
    await dialog.locator('input[type=file]').setInputFiles({
      name: '带走的结果.jtl',
      mimeType: 'text/csv',
      buffer: Buffer.from(jtl),
    })
    await pone.click('run.import.confirm', dialog)
    await dialog.getByRole('link', { name: t('run.record.report') }).waitFor({ timeout: 30_000 })
    await pone.click('action.close', dialog.locator('.form-actions'))
    await holds(async () => assert.deepEqual(await recorded(pone, '带走的结果'), own))
  })
  await check('and its report opens', async () => {
    await pone.chooseMenu(pone.row('带走的结果').locator('.row-more'), t('run.ownReport.jmeter'))
    await seeSampled(pone, t('jmeterReport.total'), { samples: requests, failed })
  })
}

async function run(world: World): Promise<void> {
  const { installation, openBrowser, check } = world
  const pone = await openBrowser()
  await registerByApi(installation, who, pone.captcha, '双机测试')
  await pone.signIn(who)
  await createProject(pone, project, 'JMETER-2')
  const added: AddedMachine[] = []
  try {
    await design(pone, world)
    await tryIt(pone, world)
    await check('an administrator has a second machine join the local one', async () => {
      const administrator = await signInByApi(installation, installation.administrator, pone.captcha, true)
      const forProject = { cluster, machine, project }
      added.push(await addSecondMachine(installation, administrator, forProject))
    })
    await makeScenario(pone, world)
    await monitorIt(pone, world)
    await runIt(pone, world)
    await importIt(pone, world, await readReport(pone, world))
  } finally {
    for (const one of added) await one.leave()
  }
}

export const jmeterRunJourney: Journey = { name: 'jmeter-run', run }
