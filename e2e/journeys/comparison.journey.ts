/** Comparison of runs: chosen from the records, compared with a baseline, in parts, shared by address, exported as CSV; of PR and of JMeter. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type ReportContent, reportContentSchema } from '@pone/results/report/content.ts'
import { downloadBy } from '../driver/downloads.ts'
import { importByApi, jtlHeader, jtlRow } from '../driver/imports.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, tokenByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { numberIn } from '../driver/runs.ts'
import { holds } from '../driver/shown.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'compare.one', password: 'Compar1#' }
const project = '版本对比'
const importName = '夜间回归'
const startMs = Date.UTC(2026, 10, 20, 18)

/** Executes the scenario and waits for its report. */
async function runToReport({ api, projectId, scenarioId }: Workspace): Promise<ReportContent> {
  const { id } = await api.send(calls.run.start, { projectId, scenarioId })
  return eventually({
    what: 'the report of the run',
    patienceMs: 60_000,
    look: async () => {
      if (isActiveRun((await api.send(calls.run.get, { projectId, id })).state)) return undefined
      const [report] = await api.send(calls.report.list, { projectId, runId: id })
      if (!report || report.state === 'generating') return undefined
      const { content } = await api.send(calls.report.get, { projectId, id: report.id })
      return content === null ? undefined : reportContentSchema.parse(content)
    },
  })
}

/** Forty seconds of two requests, one of which has the version in its name. */
function results(version: number, elapsedMs: number): string {
  const rows = Array.from({ length: 800 }, (_, index) =>
    jtlRow({
      at: startMs + version * 86_400_000 + index * 50,
      elapsedMs: elapsedMs + (index % 7),
      label: index % 4 === 0 ? `POST /orders/v${version}` : 'GET /goods',
    }),
  )
  return `${[jtlHeader, ...rows].join('\n')}\n`
}

/** The row of a metric: the baseline's value, then value, change, percentage and significance of the other run. */
const figuresOf = async (pone: Pone, metric: Parameters<Pone['t']>[0]): Promise<string[]> => {
  const row = pone.page.locator('.cmp-totals tbody tr').filter({
    has: pone.page.getByRole('rowheader', { name: pone.t(metric), exact: true }),
  })
  return (await row.locator('td').allInnerTexts()).map(text => text.trim())
}

/** Waits until the run is the baseline. */
const seeBaseline = (pone: Pone, { run: { number } }: ReportContent) =>
  pone.page
    .locator('.cmp-run-baseline .cmp-run-title')
    .filter({ hasText: new RegExp(`^\\s*#${number}\\b`) })
    .waitFor()

const tick = async (pone: Pone, number: number) => {
  await pone.page
    .locator('tbody tr.ant-table-row')
    .filter({ hasText: new RegExp(`#${number}\\b`) })
    .locator('.ant-checkbox-input')
    .check()
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser({ language: 'zh' })
  await registerByApi(installation, who, pone.captcha, '对比')
  const token = await tokenByApi(installation, who, pone.captcha)
  const api = createApiClient(installation.address, token)
  const workspace = await makeWorkspace(api, {
    name: project,
    code: 'CMP-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 5 },
  })
  const { projectId } = workspace
  const reports: ReportContent[] = []
  const imported: string[] = []
  await check(
    'two runs of a shop, the second with a slower one, and two imports of JMeter are there',
    async () => {
      reports.push(await runToReport(workspace))
      // Slower than the first run is on any machine.
      await shop.change({ latencyMs: 120 })
      try {
        reports.push(await runToReport(workspace))
      } finally {
        await shop.change({ latencyMs: 5 })
      }
      for (const [version, elapsedMs] of [20, 60].entries()) {
        const text = results(version + 1, elapsedMs)
        imported.push(await importByApi(installation, { api, token, projectId, name: importName, text }))
      }
    },
  )
  const [first, second] = reports
  assert.ok(first && second)
  await checkRecords(world, pone, first, second)
  await checkChoices(world, pone, second)
  await checkOtherWays(world, pone, { first, imported, projectId })
}

/** Records are chosen in the list and compared with the figures of their reports. */
async function checkRecords(
  { check }: World,
  pone: Pone,
  first: ReportContent,
  second: ReportContent,
): Promise<void> {
  const { page, t } = pone
  await check('records of both types cannot be compared with each other, and the page says so', async () => {
    await pone.signIn(who)
    await enterProject(pone, project)
    await pone.openMenu('route.logging')
    await tick(pone, first.run.number)
    await pone.see('comparison.selected.few')
    await tick(pone, 3)
    await pone.see('comparison.selected.mixed')
    await page.locator('.data-table-selection .link-button').click()
  })
  await check('two ticked records are compared with the figures of their reports', async () => {
    await tick(pone, second.run.number)
    await tick(pone, first.run.number)
    await page
      .locator('.data-table-selection')
      .getByRole('button', { name: t('comparison.selected') })
      .click()
    await pone.isAt('/pone/atf/projects/prReportsCompareHistory')
    await page.locator('.cmp-totals').waitFor()
    await seeBaseline(pone, first)
    const seeBoth = (metric: Parameters<Pone['t']>[0], text: (content: ReportContent) => string) =>
      holds(async () =>
        assert.deepEqual((await figuresOf(pone, metric)).slice(0, 2), [first, second].map(text)),
      )
    await seeBoth('comparison.metric.count', ({ total }) => formatNumber(total.count))
    await seeBoth('comparison.metric.p95Ms', ({ total }) => formatMs(total.p95Ms))
    await seeBoth('comparison.metric.perSecond', ({ total }) => `${formatNumber(total.perSecond)}/s`)
    await seeBoth('comparison.metric.errorPercent', ({ total }) => formatPercent(total.errorPercent))
    assert.match((await figuresOf(pone, 'comparison.metric.p50Ms'))[3] ?? '', /^\+/)
  })
}

/** Another baseline, a part, a label; all choices are in the address. */
async function checkChoices({ check }: World, pone: Pone, second: ReportContent): Promise<void> {
  const { page, t } = pone
  let count = 0
  await check('with the other one as the baseline all changes turn round', async () => {
    await pone.click('comparison.makeBaseline')
    await eventually({
      what: 'the second run as the baseline',
      look: async () => {
        const [base = '', , , percent = ''] = await figuresOf(pone, 'comparison.metric.p50Ms')
        return base === formatMs(second.total.p50Ms) && percent.startsWith('\u2212') ? true : undefined
      },
    })
    count = numberIn((await figuresOf(pone, 'comparison.metric.count'))[0] ?? '')
  })
  let part: string[] = []
  await check('a part of the runs has fewer requests, and a beginning after the end is refused', async () => {
    await pone.click('comparison.part')
    const dialog = pone.dialog(t('comparison.partTitle'))
    await dialog.getByLabel(t('comparison.partFrom'), { exact: true }).fill('0:05')
    await dialog.getByLabel(t('comparison.partTo')).fill('0:02')
    await pone.see('comparison.partOrder')
    await dialog.getByLabel(t('comparison.partFrom'), { exact: true }).fill('0:02')
    await dialog.getByLabel(t('comparison.partTo')).fill('')
    await pone.click('comparison.partApply', dialog)
    await eventually({
      what: 'fewer requests',
      look: async () => {
        part = await figuresOf(pone, 'comparison.metric.count')
        return numberIn(part[0] ?? '0') < count ? true : undefined
      },
    })
  })
  await check('a label chosen in the table is what figures, curves and trend are of', async () => {
    await page.locator('.cmp-label', { hasText: 'Sign in' }).click()
    await eventually({
      what: 'the figures of the label alone',
      look: async () =>
        numberIn((await figuresOf(pone, 'comparison.metric.count'))[0] ?? '0') < numberIn(part[0] ?? '0')
          ? true
          : undefined,
    })
    await page.locator('.cmp-charts .time-chart').nth(5).waitFor()
    await page.locator('.cmp-trend a').nth(1).waitFor()
  })
  await check(
    'the address holds all of it: a reload shows the same, going back undoes the last choice',
    async () => {
      const before = await figuresOf(pone, 'comparison.metric.p95Ms')
      await page.reload()
      await page.locator('.cmp-totals').waitFor()
      await holds(async () => assert.deepEqual(await figuresOf(pone, 'comparison.metric.p95Ms'), before))
      await seeBaseline(pone, second)
      await page.goBack()
      await eventually({
        what: 'all requests again',
        look: async () =>
          (await figuresOf(pone, 'comparison.metric.count'))[0] === part[0] ? true : undefined,
      })
    },
  )
}

/** As CSV, from a JMeter report, and without a run that was deleted. */
async function checkOtherWays(
  { installation, check }: World,
  pone: Pone,
  { first, imported, projectId }: { first: ReportContent; imported: readonly string[]; projectId: string },
): Promise<void> {
  const { page, t } = pone
  await check('the CSV holds the runs and their labels', async () => {
    const file = await downloadBy(page, () => pone.click('comparison.csv'))
    const table = await readFile(await file.path(), 'utf8')
    assert.match(table, new RegExp(`#${first.run.number}\\b`))
    assert.match(table, /Sign in/)
  })
  await check(
    'a JMeter report proposes the run before it, and labels of one run only are named',
    async () => {
      await pone.open(`/pone/atf/projects/jmeterReports?id=${imported[1] ?? ''}`)
      await pone.click('comparison.with')
      await page.locator('.compare-with li a', { hasText: t('comparison.with.previous') }).click()
      await pone.isAt('/pone/atf/projects/prReportsCompare')
      await pone.see('comparison.answer.slower')
      await pone.see('comparison.labels.onlyIn', { runs: '#3' })
      await pone.see('comparison.labels.onlyIn', { runs: '#4' })
    },
  )
  await check('a run that is deleted meanwhile is named, and another one can be chosen', async () => {
    // Signing in by the page has ended the other session.
    const own = createApiClient(installation.address, await pone.token())
    await own.send(calls.run.delete, { projectId, ids: [imported[0] ?? ''] })
    await page.reload()
    await pone.see('comparison.leftOut.deleted')
    await pone.see('comparison.emptyTitle')
    await pone.click('comparison.add')
    await pone.see('comparison.pick.title')
  })
}

export const comparisonJourney: Journey = { name: 'comparison', run }
