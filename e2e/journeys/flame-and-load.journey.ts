/** A tester binds a monitor of a shop to a scenario, an SLA rule breaks and a flame diagram is taken, its hot method is cured, and the comparison of two runs names what fell. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { type JavaShop, javaShopMethods, startJavaShop } from '@pone/demo-target/java/java-shop.ts'
import { links } from '@pone/web/lib/navigation/links.ts'
import type { Page } from 'playwright-core'
import { tab } from '../driver/components.ts'
import { everySecond } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { exportReport, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'flameload', password: 'Fl4me#Load' }
const project = 'Java shop'
const patienceMs = 120_000

/** A scenario that orders without end, its SLA rule, and a link with the monitor of the shop that is bound to it. */
async function prepare(api: Api, shop: JavaShop) {
  const { id: projectId } = await api.send(calls.project.create, { name: project, code: 'JSH-1' })
  const [root] = await api.send(calls.component.tree, { projectId })
  const [cluster] = await api.send(calls.scenario.clusters, { projectId })
  const component = await api.send(calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: 'orders',
    document: {
      settings: { baseUrl: shop.address },
      steps: [
        { id: 'order', name: 'Order', kind: 'request', protocol: 'http', http: { url: '/api/orders' } },
      ],
    },
  })
  const set = await api.send(calls.scenario.createSet, { projectId, name: 'shop' })
  const { id: scenarioId } = await api.send(calls.scenario.create, {
    projectId,
    parentId: set.id,
    name: project,
    document: {
      clusterId: cluster?.id ?? null,
      bindings: [{ componentId: component.id, percentage: 100 }],
      loadModel: { kind: 'constant', users: 8, rampUpSeconds: 0, durationSeconds: 300, loops: 0 },
      sla: [
        {
          id: 'rt',
          metric: 'avg',
          operator: '<',
          threshold: 20,
          window: { kind: 'for', seconds: 1 },
          action: 'warn',
        },
      ],
    },
  })
  const [agent] = await api.send(calls.monitor.agents, { projectId })
  const { id: monitorId } = await api.send(calls.monitor.create, {
    projectId,
    name: 'JVM of the shop',
    type: 'jvm',
    params: { process: shop.process },
    agentId: agent?.id ?? null,
    ...everySecond,
  })
  await api.send(calls.monitorView.saveMonitorView, {
    projectId,
    name: 'shop link',
    revision: 0,
    topology: {
      nodes: [
        newLinkNode({ id: 'shop', kind: 'monitor', alias: 'shop', monitorId }),
        newLinkNode({ id: 'users', kind: 'external', alias: 'users' }),
      ],
      edges: [newLinkEdge({ id: 'orders', from: 'users', to: 'shop', alias: 'orders', protocol: 'http' })],
    },
  })
  const [link] = (await api.send(calls.monitorLink.list, { projectId })).rows
  await api.send(calls.monitorLink.bind, { projectId, id: link?.id ?? '', scenarioIds: [scenarioId] })
  return { projectId, monitorId, scenarioId }
}

/** Orders flame diagrams in the dialog: when an SLA rule breaks. */
async function armTrigger(pone: Pone): Promise<void> {
  await pone.openMenu('route.flameDiagram')
  await pone.click('profiling.take')
  const dialog = pone.dialog(pone.t('profiling.take'))
  const form = pone.form(dialog)
  await form.choose('profiling.monitor', 'JVM of the shop')
  await form.fill('profiling.name', 'breach')
  await dialog.getByText(pone.t('profiling.mode.triggered'), { exact: true }).click()
  await dialog.getByText(pone.t('profiling.trigger.alert'), { exact: true }).click()
  await form.fill('profiling.times', '1')
  await form.fill('profiling.seconds', '3')
  await form.submit('profiling.take')
  await pone.see('profiling.armed')
}

/** Executes the scenario, waits on the live page until the flame diagram is listed, and stops; returns the id of the run. */
async function runUntil(pone: Pone, name: string): Promise<string> {
  const { page } = pone
  await openScenario(pone, project)
  const runId = await execute(pone)
  await waitForState(pone, 'runState.running', patienceMs)
  await tab(pone, 'run.tab.flame').click()
  await page.getByRole('link', { name, exact: true }).waitFor({ timeout: patienceMs })
  return runId
}

async function stop(pone: Pone, api: () => Promise<Api>, projectId: string, id: string): Promise<void> {
  await (await api()).send(calls.run.stop, { projectId, id })
  await waitForState(pone, 'runState.userStopped', patienceMs)
}

/** From the live page to the report, and from a chart there by the keyboard to the flame diagram, and back. */
async function openByMark({ page, t }: Pone, name: string): Promise<void> {
  const mark = page.getByRole('link', { name: new RegExp(`^Flame diagram ${name}, `) }).first()
  await mark.waitFor({ timeout: patienceMs })
  await page.getByRole('link', { name: t('run.report'), exact: true }).click()
  await page.locator('.report-verdict').waitFor({ timeout: patienceMs })
  await mark.focus()
  await page.keyboard.press('Enter')
  const title = t('flame.titleOf', { title: t('route.viewFlameDiagram'), name })
  await page.getByRole('heading', { name: title }).waitFor({ timeout: patienceMs })
  await page.goBack()
}

async function journey(world: World, shop: JavaShop): Promise<void> {
  const { check, installation } = world
  const pone = await world.openBrowser({ language: 'en' })
  const { page, t } = pone
  await registerByApi(installation, user, pone.captcha, 'Flames')
  const { projectId, monitorId, scenarioId } = await prepare(
    await signInByApi(installation, user, pone.captcha),
    shop,
  )
  await pone.signIn(user)
  await enterProject(pone, project)
  // The browser's sign-in has ended the session of the preparation.
  const api = async () => createApiClient(installation.address, await pone.token())
  await armTrigger(pone)
  let before = ''
  let after = ''
  await check('an SLA rule that breaks has a flame diagram taken, which names the hot method', async () => {
    before = await runUntil(pone, 'breach 1')
    const row = page.getByRole('row').filter({ hasText: 'breach 1' })
    await row.getByText(javaShopMethods.cpu).waitFor()
    await stop(pone, api, projectId, before)
  })
  await check('charts of the run and of its report lead to it', async () => {
    await openByMark(pone, 'breach 1')
  })
  await check('the exported report lists it with its part of the run', async () => {
    await page.locator('.report-verdict').waitFor({ timeout: patienceMs })
    const exported = await readFile(await exportReport(pone, 'report.exportHtml'), 'utf8')
    assert.ok(exported.includes('breach 1'), 'the file does not list the flame diagram')
    assert.ok(exported.includes(javaShopMethods.cpu), 'the file does not name the hot method')
  })
  await check('a second run, after the cure, has one that begins with the plateau of its load', async () => {
    await shop.change({ prices: 'cured', stock: 'cured' })
    await (await api()).send(calls.profiling.create, {
      projectId,
      monitorId,
      name: 'cured',
      kinds: ['cpu'],
      seconds: 5,
      mode: 'triggered',
      triggers: ['plateau'],
      scenarioId,
      times: 1,
    })
    after = await runUntil(pone, 'cured 1')
    await stop(pone, api, projectId, after)
  })
  await check(
    'the comparison of both runs names the cured method as the one that fell, per request',
    async () => {
      await page.goto(links.comparison([before, after]))
      await page.getByRole('heading', { name: t('comparison.flame') }).waitFor({ timeout: patienceMs })
      const perRequest = page.getByRole('radio', { name: t('flame.mode.perRequest') })
      await eventually({
        what: 'weights per request',
        patienceMs,
        look: async () => ((await perRequest.isChecked()) ? true : undefined),
      })
      await curedFell(page)
    },
  )
  await check('the page of differences shows the same two', async () => {
    await page.getByRole('link', { name: t('comparison.flame.open') }).click()
    await page.getByRole('heading', { name: t('route.flameDiagramDifference'), level: 1 }).waitFor()
    await page.locator('.flame-window canvas').waitFor({ timeout: patienceMs })
    await curedFell(page)
  })
}

/** Which method changed most is up to the samples; that the cured one fell is not. */
const curedFell = (page: Page): Promise<void> =>
  page
    .locator('.flame-split tbody tr.ant-table-row', { hasText: javaShopMethods.cpu })
    .filter({ hasText: '−' })
    .waitFor({ timeout: patienceMs })

async function run(world: World): Promise<void> {
  const shop = await startJavaShop()
  try {
    await journey(world, shop)
  } finally {
    await shop.close()
  }
}

export const flameAndLoadJourney: Journey = { name: 'flame-and-load', run }
