/** Driver for scenarios: sets, bindings, load, cluster, SLA, execution. */
import { openNode, renameInPlace } from './components.ts'
import { chooseOption } from './form.ts'
import type { Pone } from './pone.ts'

export interface ScenarioPlan {
  readonly name: string
  readonly component: string
  readonly users: number
  readonly rampUpSeconds: number
  readonly durationSeconds: number
  readonly withSla?: boolean
}

/** Creates a scenario, fills it in, and leaves it unsaved and ready to run. */
export async function createScenario(pone: Pone, plan: ScenarioPlan): Promise<void> {
  await pone.openMenu('route.testset')
  await pone.click('scenario.newScenario')
  await renameInPlace(pone, plan.name)
  await pone.page.getByRole('heading', { name: plan.name, level: 1 }).waitFor()
  await fillScenario(pone, plan)
}

/** Binds a component to the open scenario, unless it is the only one of the project, which is bound already. */
export async function bindComponent({ page, t }: Pone, component: string): Promise<void> {
  // Problems are counted once the components are known.
  await page.locator('.page-header [role=status]:not(:empty)').waitFor()
  const bound = page.locator('.scenario-bindings .ant-select', { hasText: component })
  if ((await bound.count()) > 0) return
  await page.getByRole('combobox', { name: t('scenario.binding.add') }).click()
  await chooseOption(page, component)
}

export async function fillScenario(pone: Pone, plan: ScenarioPlan): Promise<void> {
  const { page } = pone
  const form = pone.form()
  await bindComponent(pone, plan.component)
  await form.fill('scenario.field.users', String(plan.users))
  await form.fill('scenario.field.rampUpSeconds', String(plan.rampUpSeconds))
  await form.fill('scenario.field.durationSeconds', String(plan.durationSeconds))
  await page.locator('.scenario-cluster').first().click()
  if (plan.withSla) await pone.click('scenario.sla.add')
  await pone.see('scenario.ready')
}

/** Opens a scenario of the tree. */
export async function openScenario(pone: Pone, name: string): Promise<void> {
  await pone.openMenu('route.testset')
  await openNode(pone, name)
  await pone.page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Runs the open scenario, saving it first where needed; returns the id of the run. */
export async function execute(pone: Pone): Promise<string> {
  const { page, t } = pone
  await page
    .getByRole('button', { name: new RegExp(`(${t('scenario.saveAndExecute')}|${t('scenario.execute')})$`) })
    .first()
    .click()
  await page.waitForURL('**/realTimeMonitoring?id=*')
  return new URL(page.url()).searchParams.get('id') ?? ''
}
