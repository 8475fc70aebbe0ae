/** Driver for task sets: building, starting, scheduling, and following them in the task centre. */
import { renameInPlace } from './components.ts'
import { chooseOption } from './form.ts'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

/** Creates a set of these scenarios and leaves it open. */
export async function createTaskSet(pone: Pone, name: string, scenarios: readonly string[]): Promise<void> {
  const { page, t } = pone
  await pone.openMenu('route.testset')
  await page.locator('.sets-switch').getByText(t('task.treeTitle'), { exact: true }).click()
  await pone.click('task.newSet')
  await renameInPlace(pone, name)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  for (const scenario of scenarios) {
    const chooser = page.getByRole('combobox', { name: t('task.addScenario') })
    await chooser.click()
    await chooser.fill(scenario)
    await chooseOption(page, scenario)
    await page.locator('.task-table .task-name').getByText(scenario, { exact: true }).waitFor()
  }
}

/** Starts the open set; its execution is then shown in the task centre. */
export async function runTaskSet(pone: Pone): Promise<string> {
  await pone.click('task.run')
  await pone.page.waitForURL('**/taskCenter/PRPerformanceTask?open=*')
  await pone.page.locator('.task-results').waitFor()
  return new URL(pone.page.url()).searchParams.get('open') ?? ''
}

/** The row of a task in the open execution. */
export const resultRow = (pone: Pone, task: string) =>
  pone.page.locator('.task-results').getByRole('row').filter({ hasText: task })

/** Waits until the open execution is in the state. */
export async function waitForExecution(pone: Pone, state: MessageKey, patienceMs: number): Promise<void> {
  await pone.page
    .locator('.task-drawer .ant-descriptions')
    .getByText(pone.t(state), { exact: true })
    .first()
    .waitFor({ timeout: patienceMs })
}

/** Closes the open execution. */
export async function closeExecution(pone: Pone): Promise<void> {
  await pone.page.locator('.task-drawer .ant-drawer-close').click()
  await pone.page.locator('.task-drawer .ant-drawer-section').waitFor({ state: 'hidden' })
}

/** Opens one of the task centre's views. */
export async function showTasks(pone: Pone, view: MessageKey): Promise<void> {
  await pone.page
    .locator('.task-views')
    .getByText(new RegExp(`^${pone.t(view)}`))
    .click()
}
