/** Imports of results for the pictures: running ones are shown by changed answers, because real ones end too quickly. */
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import type { Page } from 'playwright-core'

const underWay = (changes: Partial<ResultImport>): ResultImport => ({
  fileName: 'nightly-2026-11-20.jtl',
  stage: 'storing',
  ahead: 0,
  percent: 43,
  rows: 4_312_000,
  failure: null,
  canRetry: false,
  outcome: null,
  ...changes,
})
const waiting = underWay({ stage: 'waiting', percent: 0, rows: 0, ahead: 2 })
const failed = (text: string) =>
  underWay({
    stage: 'failed',
    percent: 61,
    canRetry: true,
    failure: { code: 'ResultsDatesAmbiguous', message: text },
  })
/** The server's texts. */
const reasons = {
  zh: '第 812345 行的时间“03/04/2026 10:00:00”分不清日和月，请选择日期的顺序',
  en: 'Day and month are ambiguous in the time “03/04/2026 10:00:00” (line 812345). Select the date order',
}

const stateOf = (importing: ResultImport): Partial<Run> =>
  importing.stage === 'failed'
    ? { state: 'failed', cause: 'importFailed', importing }
    : { state: 'new', cause: null, importing }
const fresh = (importing: ResultImport): Partial<Run> => ({
  ...stateOf(importing),
  source: 'import',
  engine: 'jmeter',
  sla: 'none',
  startedAt: null,
  endedAt: null,
  requests: 0,
  failed: 0,
  requestsPerSecond: 0,
  p95Ms: null,
  peakUsers: 0,
})

async function answerWith(page: Page): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang'))?.startsWith('zh') ? 'zh' : 'en'
  const shown = [underWay({}), waiting, failed(reasons[language])]
  let ids: readonly string[] = []
  await page.route('**/apm-api/run/list', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { rows: Run[] } }
    // The head of the page requests only running ones.
    if (body.data.rows.length > shown.length) ids = body.data.rows.map(({ id }) => id)
    const rows = body.data.rows.map((run, at) => {
      const importing = shown[at]
      return importing === undefined ? run : { ...run, ...fresh(importing) }
    })
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, rows } } })
  })
  await page.route('**/apm-api/run/get', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Run }
    const importing = shown[ids.indexOf(body.data.id)]
    const data = importing === undefined ? body.data : { ...body.data, ...fresh(importing) }
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  await page.reload()
  await page.locator('.ant-table-row').first().waitFor()
}

/** The records with a running, a waiting and a failed import. */
export const importRows = answerWith

/** The dialog of one of them. */
export const importDialog =
  (row: 'underWay' | 'waiting' | 'failed') =>
  async (page: Page): Promise<void> => {
    await answerWith(page)
    const at = { underWay: 0, waiting: 1, failed: 2 }[row]
    await page.locator('.ant-table-row').nth(at).locator('.link-button').first().click()
    await page.locator('.import-dialog .form-actions').waitFor()
  }

/** A file that JMeter did not write is refused immediately. */
export async function refusedImport(page: Page): Promise<void> {
  await page.locator('.page-header-actions button').first().click()
  const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\njo,7\n') }
  await page.locator('.ant-modal input[type=file]').setInputFiles(file)
  await page.locator('#import-name').waitFor()
  await page.locator('.ant-modal button[type=submit]').click()
  await page.locator('.ant-modal .ant-alert-error').waitFor()
}
