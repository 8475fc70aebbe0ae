/** A task set: two scenarios one after another, followed in the task centre, and once more by a schedule; the administrator sees it too. */
import assert from 'node:assert/strict'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { numberIn } from '../driver/runs.ts'
import { holds } from '../driver/shown.ts'
import {
  closeExecution,
  createTaskSet,
  resultRow,
  runTaskSet,
  showTasks,
  waitForExecution,
} from '../driver/task-sets.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'task-sets', password: 'Tasks1#' }
const project = '夜间回归压测'
const scenarios = ['浏览商品', '提交订单'] as const
const set = '夜间回归'
const jmeterScenario = '老系统登录'
const loadModel = { kind: 'constant', users: 3, rampUpSeconds: 0, durationSeconds: 3 } as const
/** A schedule is set to a whole minute; nearer than this it may be over before it was saved and looked at. */
const shortestLeadMs = 20_000
const minuteMs = 60_000

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser()
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, '任务')
  const preparing = await signInByApi(installation, who, pone.captcha)
  const workspace = await makeWorkspace(preparing, {
    name: project,
    code: 'TASK-1',
    shopAddress: shop.address,
    loadModel,
  })
  const { projectId, scenarioId } = workspace
  const { document, parentId } = await preparing.send(calls.scenario.get, { projectId, id: scenarioId })
  for (const name of scenarios)
    await preparing.send(calls.scenario.create, { projectId, parentId: parentId ?? '', name, document })
  await preparing.send(calls.scenario.create, {
    projectId,
    parentId: parentId ?? '',
    name: jmeterScenario,
    document: { engine: 'jmeter' },
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  // An account has one session: the calls of the test use the browser's.
  const api = createApiClient(installation.address, await pone.token())

  await check('a tester builds a task set of two scenarios', async () => {
    await createTaskSet(pone, set, scenarios)
    await pone.seeText(t('task.peakUsers', { count: 3 }), page.locator('.task-table').first())
  })
  await check('a JMeter scenario is not offered to it, with the reason', async () => {
    await page.getByRole('combobox', { name: t('task.addScenario') }).click()
    await pone.seeText(t('task.othersNotOffered', { engine: 'PR', other: 'JMeter' }))
    await page.locator('.ant-select-item-option-disabled', { hasText: jmeterScenario }).waitFor()
    await page.keyboard.press('Escape')
  })
  await check('a changed load is kept', async () => {
    const load = page.getByRole('spinbutton', { name: `${t('task.load')}: ${scenarios[1]}` })
    await load.fill('200')
    await load.press('Enter')
    await pone.seeText(t('task.peakUsers', { count: 6 }), page.locator('.task-table').first())
    await page.reload()
    await pone.seeText(t('task.peakUsers', { count: 6 }), page.locator('.task-table').first())
  })
  await checkExecution(world, pone, { api, projectId })
  await checkSchedule(world, pone)
}

/** One task after another, followed in the task centre up to its report. */
async function checkExecution(
  { shop, check }: World,
  pone: Pone,
  { api, projectId }: Pick<Workspace, 'api' | 'projectId'>,
): Promise<void> {
  const { page, t } = pone
  await check('it runs one after another, and the task centre shows both with what they did', async () => {
    const id = await runTaskSet(pone)
    await waitForExecution(pone, 'executionState.complete', 90_000)
    const { tasks } = await api.send(calls.task.execution, { projectId, id })
    assert.deepEqual(
      tasks.map(task => [task.name, task.state]),
      scenarios.map(name => [name, 'complete']),
    )
    for (const task of tasks) {
      const row = resultRow(pone, task.name)
      await row.getByRole('link', { name: t('execution.report') }).waitFor()
      const { received } = await shop.countsOf(task.run?.id ?? '')
      assert.ok(received > 0)
      await holds(async () =>
        assert.equal(numberIn(await row.getByRole('cell').nth(4).innerText()), received),
      )
    }
  })
  await check('its row in the list says how far it came', async () => {
    await closeExecution(pone)
    const row = pone.row(set)
    await row.getByText(t('executionState.complete')).waitFor()
    await row.getByText('2/2').waitFor()
  })
  await check('JMeter tasks have a tab of their own, which says that there are none yet', async () => {
    await page.getByRole('tab', { name: t('route.task.JMeterPerformanceTask') }).click()
    await pone.seeText(t('task.centre.emptyAll', { engine: 'JMeter' }))
    await page.getByRole('tab', { name: t('route.task.PRPerformanceTask') }).click()
  })
  await check('the report of a task is one click away', async () => {
    await pone.row(set).getByRole('button', { name: set }).first().click()
    await resultRow(pone, scenarios[0])
      .getByRole('link', { name: t('execution.report') })
      .click()
    await page.locator('.report-verdict').waitFor({ timeout: 30_000 })
  })
}

/** The set runs once more by a schedule, and the administrator sees it. */
async function checkSchedule({ openBrowser, installation, check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  await check('the set is scheduled for the next minute', async () => {
    await pone.openMenu('route.testset')
    await page.locator('.sets-switch').getByText(t('task.treeTitle'), { exact: true }).click()
    await page.locator('.tree-row').getByText(set, { exact: true }).click()
    await pone.click('task.schedule')
    const at = await page.evaluate(
      ([lead, minute]) => {
        const due = new Date(Math.ceil((Date.now() + lead) / minute) * minute)
        const two = (value: number) => String(value).padStart(2, '0')
        const day = `${due.getFullYear()}-${two(due.getMonth() + 1)}-${two(due.getDate())}`
        return `${day} ${two(due.getHours())}:${two(due.getMinutes())}`
      },
      [shortestLeadMs, minuteMs] as const,
    )
    const dialog = pone.dialog()
    await pone.form(dialog).fillInstant('schedule.at', at)
    await pone.seeText(t('schedule.once', { at }), dialog)
    await pone.click('action.save', dialog)
    await pone.seeText(t('schedule.once', { at }), page.locator('.task-editor'))
  })
  await check('the task centre lists the schedule', async () => {
    await pone.openMenu('route.taskCenter')
    await showTasks(pone, 'task.centre.scheduled')
    await pone.row(set).getByText(who.account).waitFor()
  })
  await check('it fires by itself and runs to its end', async () => {
    await showTasks(pone, 'task.centre.all')
    const fired = page
      .getByRole('row')
      .filter({ hasText: set })
      .filter({ hasText: t('task.centre.trigger.schedule') })
      .first()
    await fired.waitFor({ timeout: 2 * minuteMs })
    await fired.getByText(t('executionState.complete')).waitFor({ timeout: 90_000 })
  })
  await check('the administrator sees it among the tasks of all projects', async () => {
    const admin = await openBrowser()
    await admin.signIn(installation.administrator, 'administrator')
    await admin.openMenu('route.adminTaskCenter')
    const row = admin.row(set)
    await row.getByText(project).waitFor()
  })
}

export const taskSetsJourney: Journey = { name: 'task-sets', run }
