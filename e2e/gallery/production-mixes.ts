/** Pictures of production mixes: their list, one of them, the import of a log, the scenario made from one, and the comparison in reports. */
import type { ProductionMix } from '@pone/contract/entities/production-mix.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { MixFidelity } from '@pone/results/sections/mix/data.ts'
import type { Page } from 'playwright-core'
import { mallLog } from '../driver/recordings.ts'
import { type AnswerData, answering, failing, picture, work } from './picture.ts'

const id = '4c7a5b10-93b5-4df0-8a0e-6f6f1f2b7d01'
const fromMs = Date.UTC(2026, 10, 26, 1)
const hour = 3_600_000
const counts = [
  ['GET', '/goods/{id}', 41_200, 5_300],
  ['GET', '/', 20_650, 18_400],
  ['GET', '/search', 15_480, 9_100],
  ['POST', '/cart/items', 9_870, 420],
  ['GET', '/orders/{id}/lines', 6_120, 2_750],
  ['POST', '/orders', 3_100, 310],
  ['PUT', '/customers/{id}/addresses/{id}', 410, 0],
] as const

const mix: ProductionMix = {
  id,
  name: '双十一前一周 · 晚高峰',
  createdBy: 'lina',
  createdAt: fromMs + 20 * hour,
  document: {
    source: { kind: 'accessLog', name: 'mall-access-2026-11-26.log' },
    fromMs,
    toMs: fromMs + 2 * hour - 1,
    requests: 97_830,
    otherRequests: 1_000,
    staticRequests: 402_118,
    refusedRequests: 2_730,
    intervalSeconds: 16,
    arrivals: Array.from({ length: 450 }, (_, at) =>
      Math.round(217 + 120 * Math.sin(at / 70) + (at % 11) * 4),
    ),
    visits: 8_214,
    meanPauseMs: 7_420,
    templates: counts.map(([method, path, count, size]) => ({
      method,
      origin: 'https://mall.example.com',
      path,
      url: path.replaceAll('{id}', '{{id}}'),
      count,
      sizes: size === 0 ? null : { count, meanBytes: size, p50Bytes: size * 0.8, p95Bytes: size * 3 },
    })),
    lists: [{ name: 'id', values: ['1001', '1002'] }],
    secrets: [],
  },
}
const { document, ...facts } = mix
const row = {
  ...facts,
  source: document.source,
  fromMs,
  toMs: document.toMs,
  requests: document.requests,
  templates: counts.length,
}

const seconds = Array.from({ length: 20 }, (_, at) => at)
const runCounts = [812, 422, 300, 205, 0, 61, 9]
const ran = runCounts.reduce((sum, count) => sum + count, 0) + 33
const fidelity: MixFidelity = {
  name: mix.name,
  fromMs,
  toMs: document.toMs,
  fromSeconds: 3_600,
  production: document.requests,
  productionOthers: document.otherRequests,
  run: ran,
  failed: 17,
  leftOut: 12,
  overlapPercent: 90.13,
  templates: [
    ...counts.map(([method, path, count, size], at) => ({
      name: `${method} ${path}`,
      production: count,
      productionPercent: (count / document.requests) * 100,
      run: runCounts[at] ?? 0,
      failed: at === 3 ? 17 : 0,
      runPercent: ((runCounts[at] ?? 0) / ran) * 100,
      labels: [`${method} ${path}`],
      productionBytes: size === 0 ? null : { mean: size, p50: size * 0.8, p95: size * 3 },
      runBytes: (runCounts[at] ?? 0) === 0 ? null : size + 240,
    })),
    {
      name: '查询优惠券',
      production: 0,
      productionPercent: 0,
      run: 33,
      failed: 0,
      runPercent: (33 / ran) * 100,
      labels: ['查询优惠券'],
      productionBytes: null,
      runBytes: 512,
    },
  ],
  sizes: { productionBytes: 8_460, runBytes: 8_702 },
  intervalSeconds: 1,
  arrivals: {
    intervalSeconds: 1,
    firstSecond: 0,
    production: seconds.map(at => 14 + 4 * Math.sin(at / 4)),
    run: seconds.map(at => 90 + 28 * Math.sin(at / 4 - 0.3) + (at % 3) * 5),
    productionPerSecond: 14.9,
    runPerSecond: 93.7,
    overlapPercent: 96.4,
  },
}

const compared =
  (found: ReportContent['mix']) =>
  (data: AnswerData): object => ({ ...data, content: { ...(data['content'] as ReportContent), mix: found } })

/** Shows a mix that no call has. */
const opened = async (page: Page) => {
  await page.route('**/apm-api/productionMix/get', route =>
    route.fulfill({ json: { status: 200, data: mix } }),
  )
  await page.reload()
  await page.locator('.fact-list').waitFor()
}

const openImport = async (page: Page) => {
  await page.locator('.page-header-actions button').last().click()
  await page.locator('.ant-modal input[type=file]').waitFor({ state: 'attached' })
}
const importLog = (content: string, shown: string) => async (page: Page) => {
  await openImport(page)
  const file = { name: 'mall.log', mimeType: 'text/plain', buffer: Buffer.from(content) }
  await page.locator('.ant-modal input[type=file]').setInputFiles(file)
  await page.locator(`.ant-modal ${shown}`).first().waitFor()
}

const machines = [
  { id: 'web-1', name: '商城 Web 01', address: '10.20.0.11', isOnline: true, isOwn: true },
  { id: 'web-2', name: '商城 Web 02', address: '10.20.0.12', isOnline: false, isOwn: true },
]
const logs = [
  { path: '/var/log/nginx/access.log', sizeBytes: 1_730_000_000, changedAt: fromMs + 2 * hour },
  { path: '/var/log/nginx/access.log.1', sizeBytes: 2_940_000_000, changedAt: fromMs - 10 * hour },
  { path: '/var/log/nginx/mall-api_access.log.2.gz', sizeBytes: 310_000_000, changedAt: fromMs - 34 * hour },
]
/** The import with the log of a machine, as far as `countLog` leads. */
const onMachine = (count: object | null, shown: string) => async (page: Page) => {
  const answer = (call: string, data: unknown) =>
    page.route(`**/apm-api/${call}`, route => route.fulfill({ json: { status: 200, data } }))
  await answer('capture/machines', machines)
  await answer('productionMix/logFiles', logs)
  await answer('productionMix/countLog', { countId: id })
  await answer('productionMix/logCount', count)
  await answer('productionMix/endLogCount', {})
  await openImport(page)
  await page.locator('.ant-modal .ant-segmented-item').last().click()
  await page.locator('.ant-modal .ant-select').first().click()
  await page.locator('.ant-select-item-option:visible').first().click()
  await page.locator('.ant-modal .ant-select').nth(1).click()
  if (count !== null) {
    await page.locator('.ant-select-item-option:visible').first().click()
    await page.locator('.ant-modal button[type=submit]').click()
  }
  await page.locator(shown).first().waitFor()
}

const mixes = `${work}/productionMix`
const one = `${mixes}?id=${id}`
const report = `${work}/analysisReports?id={run}#report-mix`

export const productionMixPictures = [
  picture('tester', 'productionMix', 'empty', mixes),
  picture(
    'tester',
    'productionMix',
    'list',
    mixes,
    answering(
      'productionMix/list',
      () => ({ total: 1, page: 1, pageSize: 10, rows: [row] }),
      'tbody tr.ant-table-row',
    ),
  ),
  picture('tester', 'productionMix', 'failed', mixes, page => failing(page, 'productionMix/list')),
  picture('tester', 'productionMix', 'import', mixes, openImport),
  picture(
    'tester',
    'productionMix',
    'imported',
    mixes,
    importLog(mallLog(), '.form-actions button[type=submit]'),
  ),
  picture('tester', 'productionMix', 'noLog', mixes, importLog('notes', '.ant-alert')),
  picture('tester', 'productionMix', 'machine', mixes, onMachine(null, '.mix-file')),
  picture(
    'tester',
    'productionMix',
    'machineCounting',
    mixes,
    onMachine(
      { state: 'counting', readBytes: 412_000_000, sizeBytes: 1_730_000_000 },
      '.ant-modal [role=status]',
    ),
  ),
  picture(
    'tester',
    'productionMix',
    'machineCounted',
    mixes,
    onMachine({ state: 'counted', document, isCut: true }, '.ant-modal .ant-alert'),
  ),
  picture(
    'tester',
    'productionMix',
    'machineFailed',
    mixes,
    onMachine(
      { state: 'failed', cause: toldCause('logNoRight', { grant: "chmod o+r '/var/log/nginx/access.log'" }) },
      '.ant-modal .ant-alert',
    ),
  ),
  picture('tester', 'productionMix', 'mix', one, opened),
  picture('tester', 'productionMix', 'gone', one),
  picture('tester', 'productionMix', 'scenario', one, async page => {
    await opened(page)
    await page.locator('.page-header-actions button').last().click()
    await page.locator('.ant-modal .form-actions').waitFor()
  }),
  picture(
    'tester',
    'analysisReports',
    'mix',
    report,
    answering('report/get', compared(fidelity), '#report-mix'),
  ),
  picture(
    'tester',
    'analysisReports',
    'mixTooShort',
    report,
    answering(
      'report/get',
      compared({ ...fidelity, run: 0, overlapPercent: null, sizes: null, arrivals: 'tooShort' }),
      '#report-mix',
    ),
  ),
  picture(
    'tester',
    'analysisReports',
    'mixDeleted',
    report,
    answering('report/get', compared('deleted'), '#report-mix'),
  ),
]
