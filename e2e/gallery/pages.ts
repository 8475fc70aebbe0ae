/** Every page and state that is pictured, and how to get there; addresses hold `{name}` where a prepared thing belongs. */
import type { Page } from 'playwright-core'

export type Viewer = 'nobody' | 'administrator' | 'tester' | 'newcomer' | 'engineer'

export interface Picture {
  /** Folder of the pictures. */
  readonly page: string
  /** Which of the page's states. */
  readonly state: string
  readonly viewer: Viewer
  readonly address: string
  /** What a person does there before the picture. */
  readonly act?: (page: Page) => Promise<unknown>
}

const atf = '/pone/atf'
const work = `${atf}/projects`
const picture = (
  viewer: Viewer,
  page: string,
  state: string,
  address: string,
  act?: Picture['act'],
): Picture => ({ viewer, page, state, address, ...(act ? { act } : {}) })

const click = (selector: string) => (page: Page) => page.locator(selector).first().click()
const tabs = (index: number) => (page: Page) => page.locator('.run-tabs [role=tab]').nth(index).click()

export const pictures: readonly Picture[] = [
  picture('nobody', 'login', 'empty', '/pone/login'),
  picture('nobody', 'login', 'faults', '/pone/login', click('button[type=submit]')),
  picture('nobody', 'adminLogin', 'empty', '/pone/admin/login'),
  picture('nobody', 'register', 'empty', '/pone/register'),
  picture('nobody', 'register', 'faults', '/pone/register', click('button[type=submit]')),
  picture('nobody', 'notFound', 'plain', '/404'),

  picture('administrator', 'adminHome', 'full', `${atf}/adminHome`),
  picture('administrator', 'user', 'full', `${atf}/user`),
  picture('administrator', 'user', 'nothingFound', `${atf}/user?search=nobody-at-all`),
  picture('administrator', 'user', 'new', `${atf}/user`, click('.page-header-actions button:last-child')),
  picture('administrator', 'user', 'import', `${atf}/user`, click('.page-header-actions button:first-child')),
  picture('administrator', 'project', 'full', `${atf}/project`),
  picture(
    'administrator',
    'project',
    'new',
    `${atf}/project`,
    click('.page-header-actions button:last-child'),
  ),
  picture('administrator', 'project', 'templates', `${atf}/project`, click('.page-header-actions button')),
  picture('administrator', 'operationRecord', 'full', `${atf}/operationRecord`),
  picture(
    'administrator',
    'operationRecord',
    'opened',
    `${atf}/operationRecord`,
    click('tbody tr.ant-table-row'),
  ),
  picture('administrator', 'operationRecordStatistics', 'full', `${atf}/operationRecordStatistics`),
  picture('administrator', 'license', 'absent', `${atf}/license`),

  picture('newcomer', 'projectInfo', 'empty', `${atf}/projectList/info`),
  picture('tester', 'projectInfo', 'full', `${atf}/projectList/info`),
  picture('tester', 'home', 'full', `${work}/home`),
  picture('tester', 'person', 'appearance', `${work}/home`, async page => {
    await page.locator('.top-bar button:has(.avatar)').click()
    await page.locator('[role=menuitem]').nth(2).click()
  }),
  picture('tester', 'search', 'open', `${work}/home`, async page => {
    await page.keyboard.press('Control+k')
    await page.locator('.ant-modal input').fill('o')
  }),
  picture('tester', 'assembly', 'folder', `${work}/assembly`),
  picture('tester', 'assembly', 'component', `${work}/assembly?id={component}`),
  picture('tester', 'prComponentDesign', 'steps', `${work}/prComponentDesign?id={component}`),
  picture(
    'tester',
    'prComponentDesign',
    'request',
    `${work}/prComponentDesign?id={component}`,
    click('[role=treeitem]'),
  ),
  ...(['threadGroup', 'parameters', 'variables', 'settings'] as const).map((state, index) =>
    picture('tester', 'prComponentDesign', state, `${work}/prComponentDesign?id={component}`, page =>
      page
        .locator('.cd-areas [role=tab]')
        .nth(index + 1)
        .click(),
    ),
  ),
  picture(
    'tester',
    'prComponentDesign',
    'executed',
    `${work}/prComponentDesign?id={component}&run=1`,
    async page => {
      await page.locator('.cd-exchange[role=option]').nth(3).waitFor({ timeout: 30_000 })
      await page.locator('.cd-exchange[role=option]').first().click()
    },
  ),
  picture(
    'tester',
    'prComponentDesign',
    'gone',
    `${work}/prComponentDesign?id=00000000-0000-4000-8000-000000000000`,
  ),
  picture('tester', 'testset', 'none', `${work}/testset`),
  picture('tester', 'testset', 'set', `${work}/testset?id={set}`),
  picture('tester', 'testset', 'scenario', `${work}/testset?id={scenario}`),
  picture('tester', 'scenarioSLA', 'full', `${work}/scenarioSLA?id={scenario}`),
  picture('tester', 'realTimeMonitoring', 'none', `${work}/realTimeMonitoring`),
  picture('tester', 'realTimeMonitoring', 'ended', `${work}/realTimeMonitoring?id={run}`),
  picture('tester', 'realTimeMonitoring', 'failing', `${work}/realTimeMonitoring?id={failedRun}`, tabs(1)),
  picture('tester', 'realTimeMonitoring', 'events', `${work}/realTimeMonitoring?id={failedRun}`, tabs(4)),
  picture('tester', 'logging', 'full', `${work}/logging`),
  picture('tester', 'analysisReports', 'passed', `${work}/analysisReports?id={run}`),
  picture('tester', 'analysisReports', 'failed', `${work}/analysisReports?id={failedRun}`),
  picture('tester', 'SLA', 'broken', `${work}/SLA?id={failedRun}`),
  picture('tester', 'projectManagement', 'details', `${work}/projectManagement`),
  picture('tester', 'projectManagement', 'members', `${work}/projectManagement?tab=members`),
  picture('tester', 'projectManagement', 'roles', `${work}/projectManagement?tab=roles`),
  picture('tester', 'projectList', 'full', `${work}/projectList`),
  picture('tester', 'monitorManager', 'absent', `${work}/monitorManager`),
  picture('engineer', 'home', 'empty', `${work}/home`),
  picture('engineer', 'assembly', 'emptyReadOnly', `${work}/assembly`),
  picture('engineer', 'testset', 'emptyReadOnly', `${work}/testset`),
  picture('engineer', 'logging', 'denied', `${work}/logging`),
]
