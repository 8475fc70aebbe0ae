/** Every page and the dialogs, menus and drawers that the accessibility journey checks; addresses contain `{name}` where the id of a prepared object belongs. */

import type { Page } from 'playwright-core'
import {
  importAccessLog,
  importCapture,
  importUnknownLog,
  importVisit,
  openDynamicValues,
  openLocalCapture,
  openMachineCapture,
  openNewRule,
  openRecord,
  openRules,
  openTypedValues,
} from '../driver/recordings.ts'

export type Viewer = 'nobody' | 'administrator' | 'tester'

export interface Place {
  readonly viewer: Viewer
  readonly address: string
  /** What is opened on the page, for messages. */
  readonly opened?: string
  readonly act?: (page: Page) => Promise<unknown>
}

type Act = NonNullable<Place['act']>

const atf = '/pone/atf'
const work = `${atf}/projects`
const design = `${work}/prComponentDesign?id={component}`
const plan = `${work}/jmeterComponentDesign?id={jmeter}`
const scenario = `${work}/testset?id={scenario}`

const place = (viewer: Viewer, address: string, opened?: string, act?: Act): Place => ({
  viewer,
  address,
  ...(opened !== undefined && { opened }),
  ...(act && { act }),
})
const click =
  (selector: string): Act =>
  page =>
    page.locator(selector).first().click()
/** The button of the page's header at this position, from the end with a negative number, and the dialog that it opens. */
const headerDialog =
  (index: number): Act =>
  async page => {
    await page.locator('.page-header-actions button').nth(index).click()
    await page.locator('.ant-modal, .ant-drawer-content, .ant-drawer-section').first().waitFor()
  }
const tab =
  (bar: string, index: number): Act =>
  page =>
    page.locator(`${bar} [role=tab]`).nth(index).click()
/** The menu at the end of the first row. */
const rowMenu: Act = async page => {
  await page.locator('tbody .row-more').first().click()
  await page.locator('[role=menuitem]').first().waitFor()
}
const firstRow: Act = page => page.locator('tbody tr.ant-table-row td').nth(1).click()

const publicPlaces: readonly Place[] = [
  place('nobody', '/pone/login'),
  place('nobody', '/pone/login', 'faults', click('button[type=submit]')),
  place('nobody', '/pone/admin/login'),
  place('nobody', '/pone/register'),
  place('nobody', '/pone/register', 'faults', click('button[type=submit]')),
  place('nobody', '/404'),
  place('nobody', '/alipay'),
  place('nobody', '/noFlameDiagram'),
]

const administratorPlaces: readonly Place[] = [
  ...[
    'adminHome',
    'user',
    'project',
    'clusterManager',
    'clusterManager?tab=machines',
    'clusterManager?tab=controllers',
    'clusterManager?tab=tokens',
    'actuator',
    'actuatorLog',
    'actuatorConfig',
    'actuatorConfigFiles',
    'downloadCenter',
    'adminTaskCenter/adminPRPerformanceTask',
    'adminTaskCenter/adminPRPerformanceTask?view=scheduled',
    'adminTaskCenter/adminJMeterPerformanceTask',
    'adminTaskCenter/adminMonitorTask',
    'adminTaskCenter/adminMonitorWarning',
    'operationRecord',
    'operationRecordStatistics',
    'monitorType',
    'monitorType?name=nginx',
    'monitorType?new=true',
    'security',
    'security?tab=apiTokens',
    'license',
    'outlook',
    'glossary',
  ].map(name => place('administrator', `${atf}/${name}`)),
  place('administrator', `${atf}/user`, 'the new user', headerDialog(-1)),
  place('administrator', `${atf}/user`, 'the import', headerDialog(0)),
  place('administrator', `${atf}/user`, 'the menu of a row', rowMenu),
  place('administrator', `${atf}/project`, 'the new project', headerDialog(-1)),
  place('administrator', `${atf}/clusterManager`, 'the new cluster', headerDialog(0)),
  place('administrator', `${atf}/clusterManager?tab=tokens`, 'the new token', headerDialog(0)),
  place('administrator', `${atf}/clusterManager?tab=machines`, 'a machine', firstRow),
  place('administrator', `${atf}/actuator`, 'the new host', headerDialog(-1)),
  place('administrator', `${atf}/downloadCenter`, 'the upload', headerDialog(1)),
  place('administrator', `${atf}/operationRecord`, 'a record', firstRow),
]

const workspacePlaces: readonly Place[] = [
  ...[
    'home',
    'assembly',
    'testset',
    'productionMix',
    'runningLogs',
    'logging',
    'loggingHistory',
    'analysisReportsHistory',
    'jmeterReports',
    'jmeterReportsHistory',
    'jmeterLog',
    'jmeterLogHistory',
    'SLA',
    'SLAHistory',
    'prReportsCompare',
    'projectActuator',
    'projectManagement',
    'projectManagement?tab=members',
    'projectManagement?tab=roles',
    'projectManagement?tab=apiTokens',
    'projectClusterManager',
    'projectList',
    'downloadCenter',
    'taskCenter/PRPerformanceTask',
    'taskCenter/PRPerformanceTask?view=scheduled',
    'taskCenter/JMeterPerformanceTask',
    'taskCenter/monitorTask',
    'taskCenter/monitorWarning',
    'taskCenter/monitorWarning?state=all&open={incident}',
    'monitorManager',
    'monitorManager?tab=links',
    'monitorManager?tab=links&link=new',
    'monitorList',
    'warningConfig',
    'warningTarget',
    'monitorBoard',
    'monitorBoard?group={board}',
    'monitorCharts?group={board}',
    'runningMonitorInfo',
    'monitorInfo',
    'monitorInfo?id={monitor}',
    'monitorHistory',
    'monitorInfoHistory',
    'monitorInfoHistory?id={monitor}',
    'dataFlowReportManage',
    'dataFlowReportManagePage',
    'dataFlowReportManager',
    'dataFlowReportManagerPage',
    'traceMonitor',
    'traceMonitor?run={run}',
    'traceMonitor?trace=7c9f0b1de2a34456b7c8d9e0f1a2b3c4',
    'skywalking',
    'threadDumps',
    'flameDiagram',
    'flameDiagramHistory',
    'flameDiagramInfo',
    'flameDiagramInfoHistory',
    'flameDiagramAnalysis',
    'flameDiagramAnalysisHistory',
    'flameDiagramDifference',
    'flameDiagramDifferenceHistory',
    'viewFlameDiagram',
    'runningLogs?of=collectors',
    'editScripts',
    'scenarioSLA?id={scenario}',
    'realTimeMonitoring',
    'realTimeMonitoring?id={run}',
    'runningLogs?id={run}',
    'analysisReports?id={run}',
    'analysisReportsHistory?id={run}',
    'jmeterReports?id={jmeterRun}',
    'jmeterLog?id={jmeterRun}',
    'SLA?id={run}',
    'SLAHistory?id={run}',
    'prReportsCompare?runs={run}_{jmeterRun}',
    'prReportsCompareHistory?runs={run}',
    'glossary',
  ].map(name => place('tester', `${work}/${name}`)),
  place('tester', `${atf}/projectList/info`),
  place('tester', `${atf}/projectList/glossary`),
  place('tester', `${work}/assembly?id={component}`),
  place('tester', design, 'a step', async page => {
    await page.locator('[data-row]').nth(1).click()
    await page.locator('.cd-properties, .cd-form').first().waitFor()
  }),
  ...[1, 2, 3, 4, 5].map(index => place('tester', design, `area ${index + 1}`, tab('.cd-areas', index))),
  place('tester', `${design}&run=1`, 'the standalone execution', async page => {
    await page.locator('.cd-exchange[role=option]').nth(2).waitFor()
    await page.locator('.cd-exchange[role=option]').first().click()
  }),
  place('tester', design, 'the menu of new steps', click('.cd-tree-bar button')),
  place('tester', design, 'the start of a recording', openRecord),
  place('tester', design, 'the import of a recording', importVisit),
  place('tester', design, 'the dynamic values of a recording', openDynamicValues),
  place('tester', design, 'the correlation rules of the project', openRules),
  place('tester', design, 'a new correlation rule', openNewRule),
  place('tester', design, 'the conversations of a capture', importCapture),
  place('tester', design, 'the capture on this machine', openLocalCapture),
  place('tester', design, 'the capture on a load machine', openMachineCapture),
  place('tester', design, 'the typed values of a recording', openTypedValues),
  place('tester', design, 'the import of an access log', importAccessLog),
  place('tester', design, 'the format of an access log', importUnknownLog),
  place('tester', plan, 'an element', async page => {
    await page.locator('.jm-row').nth(2).click()
  }),
  place('tester', plan, 'the files', tab('.cd-areas', 1)),
  place('tester', plan, 'the source', tab('.cd-areas', 2)),
  place('tester', scenario),
  place('tester', scenario, 'thread groups', async page => {
    await page.locator('.scenario-models label').last().click()
    await page.locator('[aria-labelledby=scenario-load] tbody tr').first().waitFor()
  }),
  place('tester', scenario, 'the capacity search', click('.page-header-actions button:has(.anticon-aim)')),
  place('tester', `${work}/productionMix`, 'the import', headerDialog(0)),
  place('tester', `${work}/testset?tree=tasks`),
  place('tester', `${work}/testset?tree=tasks&id={taskSet}`),
  ...[1, 2, 3, 4, 5, 6].map(index =>
    place('tester', `${work}/realTimeMonitoring?id={run}`, `tab ${index + 1}`, tab('.run-tabs', index)),
  ),
  place(
    'tester',
    `${work}/analysisReports?id={run}`,
    'a part',
    click('.report-actions button:has(.anticon-scissor)'),
  ),
  place('tester', `${work}/jmeterReports?id={jmeterRun}`, 'the settings', headerDialog(0)),
  place('tester', `${work}/logging`, 'the import', headerDialog(0)),
  place('tester', `${work}/flameDiagram`, 'the retention', headerDialog(0)),
  place('tester', `${work}/flameDiagram`, 'the upload', headerDialog(1)),
  place('tester', `${work}/flameDiagram`, 'the order', headerDialog(-1)),
  place('tester', `${work}/flameDiagram?tab=orders`),
  place('tester', `${work}/monitorManager`, 'the groups', headerDialog(0)),
  place('tester', `${work}/monitorManager`, 'the files', headerDialog(1)),
  place('tester', `${work}/monitorManager`, 'the data retention', headerDialog(2)),
  place('tester', `${work}/monitorManager`, 'the discovery', headerDialog(3)),
  place('tester', `${work}/monitorManager`, 'the new monitor', headerDialog(-1)),
  place('tester', `${work}/warningConfig`, 'the templates', headerDialog(0)),
  place('tester', `${work}/warningConfig`, 'the new rule', headerDialog(-1)),
  place('tester', `${work}/warningTarget`, 'the new channel', headerDialog(-1)),
  place('tester', `${work}/monitorCharts?group={board}`, 'the variables', headerDialog(2)),
  place('tester', `${work}/monitorCharts?group={board}`, 'the template', headerDialog(3)),
  place('tester', `${work}/monitorCharts?group={board}`, 'the new chart', headerDialog(4)),
  place('tester', `${work}/home`, 'the search', async page => {
    await page.keyboard.press('Control+k')
    await page.locator('.ant-modal input').fill('o')
  }),
  place('tester', `${work}/home`, 'the personal menu', click('.top-bar button:has(.avatar)')),
  place('tester', `${work}/home`, 'the personal settings', async page => {
    await page.locator('.top-bar button:has(.avatar)').click()
    await page.locator('[role=menuitem]').first().click()
    await page.locator('.ant-modal').waitFor()
  }),
]

export const places: readonly Place[] = [...publicPlaces, ...administratorPlaces, ...workspacePlaces]

export const nameOf = ({ address, opened }: Place): string =>
  opened === undefined ? address : `${address} with ${opened}`

/** Judged at 200 % as well: one place of each kind of layout. */
export const enlargedPlaces: ReadonlySet<string> = new Set([
  '/pone/login',
  `${atf}/adminHome`,
  `${atf}/user`,
  `${atf}/user with the new user`,
  `${atf}/clusterManager`,
  `${atf}/actuator`,
  `${atf}/operationRecord with a record`,
  `${work}/home`,
  `${work}/home with the personal settings`,
  `${work}/assembly?id={component}`,
  `${work}/logging`,
  `${work}/projectManagement?tab=roles`,
  `${work}/taskCenter/PRPerformanceTask`,
  `${work}/monitorManager`,
  `${work}/monitorManager with the new monitor`,
  `${work}/monitorInfo?id={monitor}`,
  `${work}/warningConfig with the new rule`,
  `${work}/monitorCharts?group={board}`,
  `${design} with a step`,
  `${design}&run=1 with the standalone execution`,
  `${plan} with an element`,
  scenario,
  `${work}/testset?tree=tasks&id={taskSet}`,
  `${work}/realTimeMonitoring?id={run}`,
  `${work}/realTimeMonitoring?id={run} with tab 7`,
  `${work}/analysisReports?id={run}`,
  `${work}/prReportsCompare?runs={run}_{jmeterRun}`,
])
