/** Actions that a role does not include are neither offered nor reachable, and another project is not visible. */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { openComponent } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { openScenario } from '../driver/scenarios.ts'
import type { MessageKey } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

const manager = { account: 'manager.one', password: 'Ovrsee1#' }
const engineer = { account: 'engineer.one', password: 'Engine1#' }
const stranger = { account: 'stranger.one', password: 'Strang1#' }
const project = 'Permissions'

interface Cast {
  readonly mine: Workspace
  readonly foreign: Workspace
  readonly runId: string
  readonly foreignRunId: string
}

/** A project with an engineer in it, and a project of somebody else, each with a run. */
async function prepare({ installation, shop }: World, captcha: string): Promise<Cast> {
  const loadModel = { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 2 } as const
  for (const who of [manager, engineer, stranger]) {
    await registerByApi(installation, who, captcha, who.account)
  }
  const own = await signInByApi(installation, manager, captcha)
  const other = await signInByApi(installation, stranger, captcha)
  const plan = { shopAddress: shop.address, loadModel }
  const mine = await makeWorkspace(own, { ...plan, name: project, code: 'PERM-1' })
  const foreign = await makeWorkspace(other, { ...plan, name: 'Foreign', code: 'PERM-2' })
  const { projectId } = mine
  const [candidate] = await own.send(calls.member.candidates, { projectId, search: engineer.account })
  const roles = await own.send(calls.role.list, { projectId })
  const role = roles.find(({ builtIn }) => builtIn === 'developmentEngineer')
  if (!candidate || !role) throw new Error('no candidate or no role')
  await own.send(calls.member.add, { projectId, userIds: [candidate.id], roleId: role.id })
  const run = await own.send(calls.run.start, { projectId, scenarioId: mine.scenarioId })
  const foreignRun = await other.send(calls.run.start, {
    projectId: foreign.projectId,
    scenarioId: foreign.scenarioId,
  })
  return { mine, foreign, runId: run.id, foreignRunId: foreignRun.id }
}

async function lacks(pone: Pone, keys: readonly MessageKey[]): Promise<void> {
  const offered: string[] = []
  for (const key of keys) {
    if (await pone.button(key).isVisible()) offered.push(pone.t(key))
  }
  assert.deepEqual(offered, [])
}

async function run(world: World): Promise<void> {
  const { openBrowser, check } = world
  const pone = await openBrowser()
  const { mine, foreign, runId, foreignRunId } = await prepare(world, pone.captcha)
  await check('a development engineer enters the project he is a member of', async () => {
    await pone.signIn(engineer)
    await enterProject(pone, project)
  })
  await check('components can be looked at, not changed or executed', async () => {
    await pone.openMenu('route.assembly')
    await pone.page.locator('.tree-row', { hasText: project }).first().waitFor()
    await lacks(pone, ['component.catalogue.newComponent', 'catalogue.newFolder'])
    await pone.open(`/pone/atf/projects/prComponentDesign?id=${mine.componentId}`)
    await pone.see('component.readOnly')
    await lacks(pone, ['action.save', 'component.run.start', 'component.addStep'])
  })
  await check('scenarios can be looked at, not changed or executed', async () => {
    await openScenario(pone, project)
    await pone.seeText(pone.t('scenario.readOnly'))
    await lacks(pone, ['scenario.newScenario', 'scenario.save', 'scenario.execute', 'scenario.sla.add'])
    assert.equal(await pone.form().field('scenario.field.users').isEditable(), false)
  })
  await check('runs and reports can be read, not controlled or deleted', async () => {
    await pone.open(`/pone/atf/projects/analysisReports?id=${runId}`)
    await pone.page.getByRole('heading', { name: project }).first().waitFor()
    await lacks(pone, ['report.range', 'report.generate'])
    await pone.openMenu('route.logging')
    await pone.row(project).waitFor()
    // Records are selected for comparison, which is reading.
    await pone.row(project).locator('.ant-checkbox-input').check()
    await pone.page
      .locator('.data-table-selection')
      .getByRole('button', { name: pone.t('comparison.selected') })
      .waitFor()
    await lacks(pone, ['action.delete'])
  })
  await check('what belongs to another project answers as if it did not exist', async () => {
    const pages = [
      `prComponentDesign?id=${foreign.componentId}`,
      `realTimeMonitoring?id=${foreignRunId}`,
      `analysisReports?id=${foreignRunId}`,
      `SLA?id=${foreignRunId}`,
      `prReportsCompare?runs=${foreignRunId}`,
      `scenarioSLA?id=${foreign.scenarioId}`,
    ]
    for (const page of pages) {
      await pone.open(`/pone/atf/projects/${page}`)
      await pone.seeText('不存在')
      assert.equal(await pone.page.getByText('Foreign').count(), 0)
    }
  })
  await check('without the function a page says that it is not permitted, and leaves the menu', async () => {
    const { api, projectId } = mine
    const roles = await api.send(calls.role.list, { projectId })
    const role = roles.find(({ builtIn }) => builtIn === 'developmentEngineer')
    if (!role) throw new Error('no role')
    const functions = role.functions.filter(name => name !== 'run.view' && name !== 'component.view')
    await api.send(calls.role.edit, { projectId, id: role.id, name: role.name, functions })
    await pone.open('/pone/atf/projects/home')
    await pone.menuLink('route.logging').waitFor({ state: 'detached' })
    for (const page of ['logging', 'assembly', 'realTimeMonitoring']) {
      await pone.open(`/pone/atf/projects/${page}`)
      await pone.see('state.denied')
    }
  })
  await check('the manager, in a browser of his own, still may edit', async () => {
    const own = await openBrowser({ language: 'en' })
    await own.signIn(manager)
    await enterProject(own, project)
    await openComponent(own, project)
    await own.button('component.addStep').waitFor()
  })
}

export const permissionsJourney: Journey = { name: 'permissions', run }
