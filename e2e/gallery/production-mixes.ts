/** Pictures of production mixes: their list, one of them, the import of a log, the scenario made from one, and the comparison in reports. */
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@pone/contract/calls/registry.ts'
import { mixDocumentOf } from '@pone/recording/mix/mix-document.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Page } from 'playwright-core'
import type { Workspace } from '../driver/preparation.ts'
import { mallLog } from '../driver/recordings.ts'
import { batchLog, eveningLog } from './access-logs.ts'
import { reportPart, runToEnd } from './ended-runs.ts'
import { answering, click, failing, picture, work } from './picture.ts'

async function documentOf(fileName: string, log: string) {
  const bytes = new TextEncoder().encode(log)
  const recording = await readRecording(
    (async function* () {
      yield bytes
    })(),
  )
  const document = recording === null ? null : mixDocumentOf(recording, fileName)
  if (document === null) throw new Error(`${fileName} has no mix`)
  return document
}

/** Two mixes, and a run that is compared with the first of them; ids by the names that addresses use. */
export async function makeProductionMixes(workspace: Workspace): Promise<Record<string, string>> {
  const { api, projectId, scenarioId } = workspace
  const store = async (name: string, fileName: string, log: string) =>
    (
      await api.send(calls.productionMix.create, {
        projectId,
        name,
        document: await documentOf(fileName, log),
      })
    ).id
  await store(
    '结算批处理（两天，含夜间任务）',
    'settlement-batch-gateway-access-2026-11-26-to-27.log',
    batchLog(),
  )
  const mix = await store('双十一前一周 · 晚高峰', 'mall-access-2026-11-26.log', eveningLog())
  const { document } = await api.send(calls.scenario.get, { projectId, id: scenarioId })
  const tree = await api.send(calls.scenario.tree, { projectId })
  const { id } = await api.send(calls.scenario.create, {
    projectId,
    parentId: tree.find(({ kind }) => kind === 'set')?.id ?? '',
    name: '晚高峰回放',
    document: {
      ...document,
      loadModel: { kind: 'constant', users: 6, rampUpSeconds: 2, durationSeconds: 12 },
      productionMix: { id: mix, fromSeconds: 1_200 },
      sla: [],
    },
  })
  const mixRun = await runToEnd(workspace, id)
  const shortMixReport = await reportPart(workspace, { runId: mixRun, fromMs: 4_000, toMs: 5_000 })
  return { mix, mixRun, shortMixReport }
}

const withoutMix =
  (found: ReportContent['mix']) =>
  (data: Readonly<Record<string, object | undefined>>): object => ({
    ...data,
    content: { ...(data['content'] as ReportContent), mix: found },
  })

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
/** A log whose counting takes longer than pictures do. */
async function largeLog(): Promise<string> {
  const path = join(tmpdir(), 'mall-access.log')
  await writeFile(path, '')
  const part = `${eveningLog()}\n`
  for (let count = 0; count < 40; count += 1) await appendFile(path, part)
  return path
}
const importLarge = async (page: Page): Promise<string> => {
  const path = await largeLog()
  await openImport(page)
  await page.locator('.ant-modal input[type=file]').setInputFiles(path)
  await page.locator('.ant-modal .ant-progress').waitFor()
  return path
}
const submit = '.ant-modal .form-actions button[type=submit]'
const makeScenario = async (page: Page) => {
  await page.locator('.page-header-actions button').last().click()
  await page.locator(submit).waitFor()
}

/** Logs that the agent of the installation may count. */
export async function writeAccessLogs(folder: string): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'access.log'), eveningLog())
  await writeFile(join(folder, 'settlement-gateway_access.log.1'), batchLog())
}

const option = '.ant-select-item-option:visible'
/** The import of a log of the agent's machine, as far as its files. */
const openMachine = async (page: Page) => {
  await openImport(page)
  await page.locator('.ant-modal .ant-segmented-item').last().click()
  await page.locator('.ant-modal .ant-select').first().click()
  await page.locator(option).first().click()
  await page.locator('.ant-modal .ant-select').nth(1).click()
  await page.locator('.mix-file').first().waitFor()
}
/** The machine drives the run of the live page, for which counts give way. */
async function answerCount(page: Page, logCount: object): Promise<void> {
  const answers = { countLog: { countId: randomUUID() }, logCount, endLogCount: {} }
  for (const [call, data] of Object.entries(answers))
    await page.route(`**/apm-api/productionMix/${call}`, route =>
      route.fulfill({ json: { status: 200, data } }),
    )
}
/** Of a whole file. */
const countMachine = async (page: Page, path: string) => {
  await openMachine(page)
  await page.locator('.ant-modal .ant-select input').nth(1).fill(path)
  await page.locator('.ant-modal .ant-select').nth(2).click()
  await page.locator(option).last().click()
  await page.locator(submit).click()
}

const mixes = `${work}/productionMix`
const one = `${mixes}?id={mix}`
const report = `${work}/analysisReports?id={mixRun}`

export const productionMixPictures = [
  picture('owner', 'productionMix', 'empty', mixes),
  picture('tester', 'productionMix', 'list', mixes),
  picture('tester', 'productionMix', 'rename', mixes, async page => {
    await page.locator('tbody .row-actions button').nth(1).click()
    await page.locator('.ant-modal input[type=text]').fill('')
    await page.locator(submit).click()
    await page.locator('.ant-form-item-explain-error').waitFor()
  }),
  picture('tester', 'productionMix', 'nothingFound', `${mixes}?search=nothing-like-it`),
  picture('tester', 'productionMix', 'failed', mixes, page => failing(page, 'productionMix/list')),
  picture('tester', 'productionMix', 'import', mixes, openImport),
  picture(
    'tester',
    'productionMix',
    'imported',
    mixes,
    importLog(mallLog(), submit.replace('.ant-modal ', '')),
  ),
  picture('tester', 'productionMix', 'noLog', mixes, importLog('notes', '.ant-alert')),
  picture('tester', 'productionMix', 'importReading', mixes, importLarge, click('.mix-reading button')),
  picture('tester', 'productionMix', 'importFailed', mixes, async page => {
    await rm(await importLarge(page))
    await page.locator('.ant-modal .ant-alert').waitFor()
  }),
  picture('tester', 'productionMix', 'machine', mixes, openMachine),
  picture('tester', 'productionMix', 'machineCounting', mixes, async (page, { accessLogs }) => {
    const count = { state: 'counting', readBytes: 412_000_000, sizeBytes: 1_730_000_000 }
    await answerCount(page, count)
    await countMachine(page, `${accessLogs}/access.log`)
    await page.locator('.ant-progress').waitFor()
  }),
  picture('tester', 'productionMix', 'machineCounted', mixes, async (page, { accessLogs }) => {
    const path = `${accessLogs}/access.log`
    const document = await documentOf(`local: ${path}`, eveningLog())
    await answerCount(page, { state: 'counted', document, isCut: false })
    await countMachine(page, path)
    await page.locator('.mix-counted').waitFor()
  }),
  picture('tester', 'productionMix', 'machineRefused', mixes, async page => {
    await countMachine(page, '/srv/mall/logs/access.log')
    await page.locator('.ant-modal .ant-alert').waitFor()
  }),
  picture('tester', 'productionMix', 'mix', one),
  picture('tester', 'productionMix', 'gone', `${mixes}?id=00000000-0000-4000-8000-000000000000`),
  picture('tester', 'productionMix', 'scenario', one, makeScenario),
  picture('tester', 'productionMix', 'scenarioFault', one, async page => {
    await makeScenario(page)
    await page.locator('.ant-modal input[placeholder="https://"]').fill('staging.mall.example.com')
    await page.locator(submit).click()
    await page.locator('.ant-form-item-explain-error').first().waitFor()
  }),
  picture('tester', 'analysisReports', 'mix', report),
  picture('tester', 'analysisReports', 'mixTooShort', `${report}&report={shortMixReport}`),
  picture(
    'tester',
    'analysisReports',
    'mixDeleted',
    report,
    answering('report/get', withoutMix('deleted'), '#report-mix'),
  ),
]
