/** Pictures of the frame around the pages (help, tour, lost connection, notices, questions) and of extremes: nothing, very much, long names. */
import type { Page } from 'playwright-core'
import { everythingWaits, longName, manyNotices, runsUnderWay, worseChanges } from './home-answers.ts'
import {
  type AnswerData,
  answering,
  atf,
  changeAnswer,
  click,
  type Picture,
  picture,
  work,
} from './picture.ts'

const home = `${work}/home`
const scenario = `${work}/testset?id={scenario}`
const scenarioList = `${work}/testset`
const tourLength = 4

const menu = (index: number) => async (page: Page) => {
  await page.locator('.top-bar .anticon-question-circle').click()
  const item = page.locator('.ant-dropdown-menu-item:visible').nth(index)
  await item.waitFor()
  return item
}
const tourAt = (step: number) => async (page: Page) => {
  // Which elsewhere leaves a tour that covers a picture.
  await page.removeLocatorHandler(page.locator('.tour .ant-tour-close'))
  await (await menu(1)(page)).click()
  const title = page.locator('.tour .ant-tour-title')
  for (let shown = 0; shown < step; shown += 1) {
    const before = await title.innerText()
    await page.locator('.tour .ant-tour-next-btn').click()
    await title.filter({ hasNotText: before }).waitFor()
  }
  await title.waitFor()
}
/** Opens another page while no call is answered. */
const serverDown = async (page: Page) => {
  await page.route('**/apm-api/**', route => route.abort())
  await page.locator('.navigation-link').nth(1).click()
  await page.locator('.server-down').waitFor()
}
/** Changes the name of the load model's users, and leaves the page without saving. */
const leaveUnsaved = async (page: Page) => {
  await page.locator('.scenario-models label').first().click()
  await page.locator('.navigation-link').first().click()
  await page.locator('.ant-modal').waitFor()
}
/** Executes the scenario of the page and waits for its first figures. */
const execute = async (page: Page) => {
  await page.locator('.page-header-actions .ant-btn-primary:enabled').click()
  await page.locator('.run-header').waitFor()
  await page.locator('.run-controls .anticon-sliders').waitFor({ timeout: 30_000 })
  await page.locator('.time-chart-plot').first().waitFor({ timeout: 30_000 })
}
const stop = async (page: Page) => {
  await page.locator('.run-controls button:has(.anticon-stop)').click()
  await page.locator('.ant-modal-confirm').waitFor()
}
const answerAll =
  (changes: Readonly<Record<string, (data: AnswerData) => object>>, shown: string) => async (page: Page) => {
    for (const [call, change] of Object.entries(changes)) {
      await changeAnswer(page, call, change)
    }
    await page.reload()
    await page.locator(shown).first().waitFor()
  }
/** Rows with names of the greatest length, in both languages by turns. */
const longNames =
  (...keys: readonly string[]) =>
  (data: AnswerData): object => {
    const rename = (row: object, index: number) => ({
      ...row,
      ...Object.fromEntries(
        keys.map(key => [key, (index % 2 === 0 ? longName.zh : longName.en).slice(0, 64)]),
      ),
    })
    return Array.isArray(data) ? data.map(rename) : { ...data, rows: (data.rows as object[]).map(rename) }
  }
const idOf = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
/** The first page of a list of 10,000 rows. */
const tenThousandRows = (data: AnswerData): object => {
  const rows = data.rows as readonly object[]
  const filled = Array.from({ length: 10 }, (_, index) => ({
    ...rows[index % rows.length],
    id: idOf(index),
    name: `场景 ${String(index + 1).padStart(5, '0')}`,
  }))
  return { ...data, total: 10_000, rows: filled }
}
/** The catalogue with 10,000 leaves below its root. */
const tenThousandNodes = (kind: 'component' | 'scenario') => (data: AnswerData) => {
  const [root, ...others] = data as unknown as readonly { readonly id: string }[]
  const leaves = Array.from({ length: 10_000 }, (_, index) => ({
    ...root,
    id: idOf(index),
    parentId: root?.id,
    kind,
    name: index % 50 === 0 ? longName.en.slice(0, 64) : `接口 ${String(index + 1).padStart(5, '0')}`,
    position: index,
  }))
  return [root, ...others, ...leaves]
}
/** Shows the page while a call is never answered. */
const waitingFor = (call: string) => async (page: Page) => {
  await page.route(`**/apm-api/${call}`, () => undefined)
  await page.reload()
  await page.locator('.ant-skeleton').first().waitFor()
}
const refused = async (page: Page) => {
  await page.route('**/apm-api/scenario/save', route =>
    route.fulfill({
      status: 500,
      json: {
        status: 500,
        code: 'SYSTEM_ERROR',
        message: '系统异常，请稍后再试。',
        reference: 'req-7f3a91c2',
      },
    }),
  )
  await page.locator('.scenario-models label').first().click()
  await page.locator('.page-header-actions button').first().click()
  await page.locator('.ant-modal-confirm, .ant-message-notice').first().waitFor()
}
const saved = async (page: Page) => {
  await page.locator('.top-bar button:has(.avatar)').click()
  await page.locator('.ant-dropdown-menu-item:visible').first().click()
  await page.locator('.ant-modal .ant-btn-primary').first().click()
  await page.locator('.ant-message-notice').first().waitFor()
}

export const firstImpressions: readonly Picture[] = [
  picture('administrator', 'adminHome', 'warnings', `${atf}/adminHome`, page =>
    answerAll({ 'system/notices': manyNotices }, '.notices')(page),
  ),
  picture('tester', 'home', 'worse', home, async page => {
    const answers = {
      'home/changes': worseChanges,
      'home/waiting': everythingWaits,
      'run/list': runsUnderWay,
    }
    await answerAll(answers, '.home-group')(page)
  }),
  picture('tester', 'home', 'failing', home, async page => {
    for (const call of ['project/home', 'home/changes', 'home/waiting', 'home/trends']) {
      await page.route(`**/apm-api/${call}`, route =>
        route.fulfill({ json: { status: 500, code: 'SYSTEM_ERROR', message: '系统异常，请稍后再试。' } }),
      )
    }
    await page.reload()
    await page.locator('.page-state').first().waitFor()
  }),
  picture('tester', 'home', 'loading', home, waitingFor('project/home')),
  picture('owner', 'home', 'new', home),
  picture('owner', 'testset', 'empty', scenarioList),
  picture('owner', 'assembly', 'empty', `${work}/assembly`),
  picture('owner', 'logging', 'empty', `${work}/logging`),
  picture('owner', 'taskCenter', 'empty', `${work}/taskCenter/PRPerformanceTask`),
  picture('owner', 'testset', 'taskSetsEmpty', `${scenarioList}?tree=tasks`),
  picture('owner', 'realTimeMonitoring', 'empty', `${work}/realTimeMonitoring`),
  picture('owner', 'analysisReportsHistory', 'empty', `${work}/analysisReportsHistory`),
  picture('tester', 'help', 'menu', home, menu(0)),
  ...Array.from({ length: tourLength }, (_, step) =>
    picture('tester', 'tour', `step${step + 1}`, home, tourAt(step)),
  ),
  picture('owner', 'tour', 'newProject', home, tourAt(0)),
  picture('tester', 'serverDown', 'banner', home, serverDown),
  picture('tester', 'unsaved', 'question', scenario, leaveUnsaved),
  picture('tester', 'notice', 'error', scenario, refused),
  picture('tester', 'notice', 'success', home, saved),
  picture('tester', 'realTimeMonitoring', 'running', scenario, execute),
  picture('tester', 'realTimeMonitoring', 'stopQuestion', scenario, async page => {
    await execute(page)
    await stop(page)
  }),
  picture('tester', 'realTimeMonitoring', 'changeLoad', scenario, async page => {
    await execute(page)
    await page.locator('.run-controls button:has(.anticon-sliders)').click()
    await page.locator('.run-change-load').waitFor()
  }),
  picture(
    'tester',
    'testset',
    'longNames',
    scenarioList,
    answering('scenario/list', longNames('name', 'setName', 'updatedBy'), 'tbody tr.ant-table-row'),
  ),
  picture(
    'tester',
    'testset',
    'tenThousand',
    scenarioList,
    answerAll(
      { 'scenario/list': tenThousandRows, 'scenario/tree': tenThousandNodes('scenario') },
      'tbody tr.ant-table-row',
    ),
  ),
  picture(
    'tester',
    'assembly',
    'tenThousand',
    `${work}/assembly`,
    answerAll({ 'component/tree': tenThousandNodes('component') }, '.tree-row'),
  ),
  picture(
    'tester',
    'logging',
    'longNames',
    `${work}/logging`,
    answering('run/list', longNames('scenarioName', 'startedBy'), 'tbody tr.ant-table-row'),
  ),
  picture(
    'tester',
    'projectInfo',
    'longNames',
    `${atf}/projectList/info`,
    answering('project/mine', longNames('name'), 'main'),
  ),
  picture('tester', 'testset', 'faults', scenario, async page => {
    await page.locator('[aria-labelledby=scenario-components] button:has(.anticon-delete)').first().click()
    await page.locator('.page-header-actions .ant-btn-primary').click()
    await page.locator('.scenario-unready').waitFor()
  }),
  picture('tester', 'projectManagement', 'faults', `${work}/projectManagement`, async page => {
    await page.locator('main input').first().fill('')
    await page.locator('main button.ant-btn-primary').last().click()
    await page.locator('.ant-form-item-explain-error').first().waitFor()
  }),
  picture('tester', 'search', 'nothingFound', home, async page => {
    await click('.top-bar-search')(page)
    await page.locator('.ant-modal input').fill('zzzz-no-such-thing')
  }),
]
