/** Pictures of monitoring: list and form, wall, figures, histories, tasks, and the log of collectors. */
import { monitorTypes } from '@pone/monitors/registry.ts'
import type { Page } from 'playwright-core'
import { type Answers, answered, drawer, headerButton } from './answered.ts'
import {
  collectorLog,
  discoveredTargets,
  importTrial,
  monitorAgents,
  monitorAt,
  monitorCounts,
  monitorGaps,
  monitorGroups,
  monitorId,
  monitorLabels,
  monitorLatest,
  monitorNumberOf,
  monitorRetention,
  monitorRows,
  monitorSeries,
  monitorSessions,
  monitorTable,
  monitorTest,
  slowOperationPlan,
  slowOperations,
  slowOperationTrend,
} from './monitor-answers.ts'
import { atf, failing, type Picture, picture, work } from './picture.ts'

/** Places of types among the monitors. */
const [redis, postgresql, host, tomcat] = [0, 1, 3, 8]

/** Answers of a project with so many monitors. */
const project = (total: number): Answers => ({
  'monitor/list': fields => monitorRows(total, fields),
  'monitor/counts': () => monitorCounts(total),
  'monitor/groups': () => monitorGroups,
  'monitor/agents': () => monitorAgents,
  'monitorType/usable': () => [],
  'monitor/latest': monitorLatest,
  'monitor/sessions': () => monitorSessions(total),
  'monitor/log': collectorLog,
  'monitor/retention': () => monitorRetention,
})
/** A load test lasts, with a link of the monitor. */
const fastRun = { id: monitorId(960), number: 128 }

/** And of the monitor of this number. */
const one = (number: number, over: Parameters<typeof monitorAt>[1] = {}): Answers => {
  const { type } = monitorAt(number)
  return {
    ...project(10),
    'monitor/get': () => monitorAt(number, over),
    'monitor/series': fields => monitorSeries(type, fields),
    'monitor/labels': fields => monitorLabels(type, fields),
    'monitor/table': fields => monitorTable(type, fields),
    'monitor/gaps': fields => monitorGaps(type, fields),
    'monitor/slowOperations': slowOperations,
    'monitor/slowOperationTrend': slowOperationTrend,
    'monitor/slowOperationPlan': () => slowOperationPlan,
  }
}

const row = 'tbody tr.ant-table-row'
/** Chooses a type of the new monitor by its name. */
const typed = (name: string) => async (page: Page) => {
  await headerButton(-1)(page)
  await page.locator(`${drawer} input[id$=type]`).fill(name)
  await page.keyboard.press('Enter')
  await page.locator(`${drawer} input[id$=host]`).waitFor()
}
const tested = (outcome: Parameters<typeof monitorTest>[0]) => async (page: Page) => {
  await typed('PostgreSQL')(page)
  await page.locator(`${drawer} input[id$=name]`).first().fill('pg-orders')
  await page.locator(`${drawer} input[id$=host]`).fill('10.20.3.18')
  await page.locator(`${drawer} input[id$=user]`).fill('pone_watch')
  await page.locator(`${drawer} input[type=password]`).first().fill('not-used')
  await page.route('**/apm-api/monitor/startTest', route =>
    route.fulfill({ json: { status: 200, data: monitorTest(outcome) } }),
  )
  await page.locator('.monitor-test button').first().click()
  await page.locator('.monitor-steps li').last().scrollIntoViewIfNeeded()
}
/** Shows what lies below what a picture of the greatest height holds. */
const scrolled = async (page: Page) => {
  await page.locator('.monitor-table').first().waitFor()
  await page.locator('.monitor-table').last().scrollIntoViewIfNeeded()
}
const formEnd = async (page: Page) => {
  await headerButton(-1)(page)
  await page.locator(`${drawer} input[id$=url]`).scrollIntoViewIfNeeded()
}
const refusedForm = async (page: Page) => {
  await typed('Redis')(page)
  await page.locator(`${drawer} input[id$=url]`).fill('wiki')
  await page.locator(`${drawer} button[type=submit]`).click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
}
/** With the fields that belong to an encrypted connection. */
const encryptedForm = async (page: Page) => {
  await typed('Oracle')(page)
  await page.locator(`${drawer} [id$=tls]`).click()
  await page.locator(`${drawer} [id$=walletPassword]`).scrollIntoViewIfNeeded()
}
const discovered = async (page: Page) => {
  await headerButton(-2)(page)
  await page.route('**/apm-api/monitor/discover', route =>
    route.fulfill({ json: { status: 200, data: discoveredTargets() } }),
  )
  await page.locator('.ant-modal .ant-select').click()
  await page.locator('.ant-select-item-option').first().click()
  await page.locator(`.ant-modal ${row} input`).nth(1).check()
}
const imported = async (page: Page) => {
  const language = (await page.locator('html').getAttribute('lang'))?.startsWith('zh') ? 'zh' : 'en'
  await headerButton(1)(page)
  await page.route('**/apm-api/monitor/import', route =>
    route.fulfill({ json: { status: 200, data: importTrial(language) } }),
  )
  await page
    .locator('.ant-drawer input[type=file]')
    .setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer: Buffer.from('[]') })
  await page.locator('.monitor-import').waitFor()
}
const menu = async (page: Page) => {
  await page.locator('.row-more').first().click()
  await page.locator('.ant-dropdown-menu-item:visible').first().waitFor()
}
const chosen = async (page: Page) => {
  for (const index of [0, 2, 8]) await page.locator(`${row} .ant-checkbox-input`).nth(index).check()
}
const credential = async (page: Page) => {
  await chosen(page)
  await page
    .locator('.data-table-selection .ant-btn-dangerous')
    .locator('xpath=preceding-sibling::button[1]')
    .click()
  await page.locator('.ant-modal input[type=password]').waitFor()
}
const labelled = async (page: Page) => {
  await page.locator('.monitor-section .ant-select').first().click()
  await page.locator('.ant-select-item-option').nth(2).click()
  await page.keyboard.press('Escape')
}
const ranged = async (page: Page) => {
  await page.locator('.monitor-range button').first().click()
  await page.locator('.monitor-fixed-range button[type=submit]').click()
  await page.locator('.monitor-fault').waitFor()
}

const slowOnes = async (page: Page) => {
  await page.locator('.monitor-operations tbody tr.ant-table-row').first().waitFor()
  await page.locator('.monitor-operations').scrollIntoViewIfNeeded()
}
const slowOne = async (page: Page) => {
  await slowOnes(page)
  await page.locator('.operation-text').first().click()
  await page.locator('.operation-plan button').click()
  await page.locator('.operation-nodes').scrollIntoViewIfNeeded()
}

const manager = `${work}/monitorManager`
const wall = `${work}/monitorList`
const info = (number: number) => `${work}/monitorInfo?id=${monitorId(number)}`
const charts = '.monitor-chart .time-chart-plot'

const managerPictures: readonly Picture[] = [
  picture('owner', 'monitorManager', 'empty', manager),
  picture('tester', 'monitorManager', 'full', manager, answered(project(3_412), row)),
  picture('tester', 'monitorManager', 'chosen', manager, answered(project(3_412), row, chosen)),
  picture('tester', 'monitorManager', 'credential', manager, answered(project(10), row, credential)),
  picture('tester', 'monitorManager', 'menu', manager, answered(project(3_412), row, menu)),
  picture('tester', 'monitorManager', 'failing', manager, page => failing(page, 'monitor/list')),
  picture('tester', 'monitorManager', 'new', manager, answered(project(10), row, headerButton(-1))),
  picture('tester', 'monitorManager', 'formEnd', manager, answered(project(10), row, formEnd)),
  picture('tester', 'monitorManager', 'formFaults', manager, answered(project(10), row, refusedForm)),
  picture('tester', 'monitorManager', 'formEncrypted', manager, answered(project(10), row, encryptedForm)),
  ...(['good', 'missingRight', 'refused'] as const).map(outcome =>
    picture(
      'tester',
      'monitorManager',
      `test-${outcome}`,
      manager,
      answered(project(10), row, tested(outcome)),
    ),
  ),
  picture('tester', 'monitorManager', 'discovered', manager, answered(project(10), row, discovered)),
  picture('tester', 'monitorManager', 'imported', manager, answered(project(10), row, imported)),
  picture('tester', 'monitorManager', 'groups', manager, answered(project(10), row, headerButton(0))),
  picture('tester', 'monitorManager', 'retention', manager, answered(project(10), row, headerButton(2))),
]
const figurePictures: readonly Picture[] = [
  picture('owner', 'monitorList', 'empty', wall),
  picture('tester', 'monitorList', 'full', wall, answered(project(3_412), '.monitor-card-figures')),
  picture('tester', 'monitorList', 'few', wall, answered(project(4), '.monitor-card-figures')),
  picture('owner', 'runningMonitorInfo', 'empty', `${work}/runningMonitorInfo`),
  picture('tester', 'runningMonitorInfo', 'down', `${work}/runningMonitorInfo`, answered(one(redis), charts)),
  picture('owner', 'monitorInfo', 'empty', `${work}/monitorInfo`),
  picture('tester', 'monitorInfo', 'gaps', info(postgresql), answered(one(postgresql), charts)),
  picture('tester', 'monitorInfo', 'tables', info(postgresql), answered(one(postgresql), charts, scrolled)),
  picture('tester', 'monitorInfo', 'slow', info(postgresql), answered(one(postgresql), charts, slowOnes)),
  picture('tester', 'monitorInfo', 'slowPlan', info(postgresql), answered(one(postgresql), charts, slowOne)),
  picture('tester', 'monitorInfo', 'labels', info(postgresql), answered(one(postgresql), charts, labelled)),
  picture('tester', 'monitorInfo', 'host', info(host), answered(one(host, { fastRun }), charts)),
  picture('tester', 'monitorInfo', 'range', info(host), answered(one(host), charts, ranged)),
  picture(
    'tester',
    'monitorInfo',
    'neverStarted',
    info(tomcat),
    answered(one(tomcat, { runningSince: null }), '.page-state'),
  ),
]
const historyPictures: readonly Picture[] = [
  picture('owner', 'monitorHistory', 'empty', `${work}/monitorHistory`),
  picture('tester', 'monitorHistory', 'full', `${work}/monitorHistory`, answered(project(64), row)),
  picture('tester', 'monitorInfoHistory', 'full', `${work}/monitorInfoHistory`, answered(project(64), row)),
  picture('owner', 'taskCenter', 'monitorsEmpty', `${work}/taskCenter/monitorTask`),
  picture('tester', 'taskCenter', 'monitors', `${work}/taskCenter/monitorTask`, answered(project(64), row)),
  picture(
    'administrator',
    'adminTaskCenter',
    'monitors',
    `${atf}/adminTaskCenter/adminMonitorTask`,
    answered({ 'adminMonitor/sessions': () => monitorSessions(64) }, row),
  ),
  picture('owner', 'runningLogs', 'collectorsEmpty', `${work}/runningLogs?of=collectors`),
  picture(
    'tester',
    'runningLogs',
    'collectors',
    `${work}/runningLogs?of=collectors`,
    answered(project(10), '.monitor-log'),
  ),
  picture('tester', 'home', 'monitors', `${work}/home`, answered(project(3_412), 'main')),
  picture('owner', 'home', 'newWithMonitors', `${work}/home`, answered(project(10), '.stat-value')),
]

/** The figures of a monitor of every type whose charts are known before its counters are. */
const typePictures: readonly Picture[] = monitorTypes
  .filter(({ charts }) => charts.length > 0)
  .map(({ name }) => {
    const number = monitorNumberOf(name)
    return picture(
      'tester',
      'monitorInfo',
      `type-${name}`,
      info(number),
      answered(one(number), '.monitor-section'),
    )
  })

export const monitorPictures: readonly Picture[] = [
  ...managerPictures,
  ...figurePictures,
  ...typePictures,
  ...historyPictures,
]
