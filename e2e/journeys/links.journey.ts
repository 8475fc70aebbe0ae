/** A tester draws a monitoring link by mouse and keyboard, saves it, starts it, watches its values and stops it. */
import assert from 'node:assert/strict'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { everySecond } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { seeCount, seeValue } from '../driver/shown.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'linkuser', password: 'L1nks#Draw' }
const link = 'Shop and its host'
/** A collection, its way to the server, and the next request of the page. */
const patienceMs = 60_000

/** Monitors of the shop's exporter and of the host. */
async function makeMonitors(api: Api, shopAddress: string): Promise<void> {
  const [project] = (await api.send(calls.project.mine, {})).rows
  const projectId = project?.id ?? ''
  const { hostname: host, port } = new URL(shopAddress)
  const params = { host, port: Number(port), path: '/metrics' }
  const shop = { projectId, name: 'shop', type: 'prometheus', params, ...everySecond }
  const { id } = await api.send(calls.monitor.create, shop)
  // An exporter names its counters in its first answer.
  await api.send(calls.monitor.start, { projectId, ids: [id] })
  const agentId = (await api.send(calls.monitor.agents, { projectId }))[0]?.id ?? null
  await api.send(calls.monitor.create, { projectId, name: 'vm-1', type: 'host', agentId, ...everySecond })
}

const nodeOf = ({ page }: Pone, alias: string) =>
  page.locator('.react-flow__node').filter({ has: page.locator('strong', { hasText: alias }) })

async function dragBetween(pone: Pone, from: string, to: string): Promise<void> {
  const start = await nodeOf(pone, from).locator('.react-flow__handle.source').boundingBox()
  const end = await nodeOf(pone, to).locator('.react-flow__handle.target').boundingBox()
  assert.ok(start && end)
  const { mouse } = pone.page
  await mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await mouse.down()
  await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await mouse.up()
}

async function choose({ page }: Pone, field: string, option: string): Promise<void> {
  await page.locator(field).click()
  await page.keyboard.type(option)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).first().waitFor()
  await page.keyboard.press('Enter')
}

async function draw(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  const entry = (text: string) =>
    page.locator('.link-palette').getByRole('button').filter({ hasText: text }).first()
  await check('the list says what monitoring links are and opens an empty map', async () => {
    await pone.openMenu('route.monitorManager')
    await page.getByRole('tab', { name: t('monitorLink.tab.links') }).click()
    await pone.see('monitorLink.emptyTitle')
    await pone.click('monitorLink.new')
    await pone.see('monitorLink.emptyCanvas')
  })
  await check('nodes are added by click and by Enter, and what was added is selected', async () => {
    await page.locator('#link-name').fill(link)
    await entry(t('monitorLink.kind.external')).click()
    await page.locator('#link-alias').fill('browser')
    await entry('shop').focus()
    await page.keyboard.press('Enter')
    await nodeOf(pone, 'shop').waitFor()
    await entry('vm-1').click()
    await nodeOf(pone, 'vm-1').waitFor()
    await seeValue(page.locator('#link-alias'), 'vm-1')
  })
  await check('a link without connections is not saved, and says why', async () => {
    await pone.click('action.save')
    await page.locator('.link-problems').waitFor()
  })
  await check('nodes are connected by dragging and by the keyboard', async () => {
    await dragBetween(pone, 'browser', 'shop')
    await choose(pone, '#link-protocol', 'HTTP')
    await nodeOf(pone, 'shop').focus()
    await page.keyboard.press('Enter')
    await choose(pone, '#link-connect', 'vm-1')
    await choose(pone, '#link-protocol', 'TCP')
    await seeCount(page.locator('.react-flow__edge'), 2)
  })
  await check('nodes show counters of the host and those that the exporter has named', async () => {
    await nodeOf(pone, 'vm-1').click()
    await choose(pone, '#link-counters', 'User')
    await page.keyboard.press('Escape')
    await nodeOf(pone, 'shop').click()
    await choose(pone, '#link-counters', 'process_uptime_seconds')
    await page.keyboard.press('Escape')
    await nodeOf(pone, 'shop').getByText('process_uptime_seconds').waitFor()
  })
  await check('a picture lies behind the nodes, and is removed and brought back', async () => {
    await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } })
    const shown = page.locator('.link-background')
    const buffer = await page.locator('.link-palette').screenshot()
    const file = { name: 'plan.png', mimeType: 'image/png', buffer }
    await page.locator('.link-background-fields input[type=file]').setInputFiles(file)
    await shown.waitFor()
    await pone.click('monitorLink.removePicture')
    await shown.waitFor({ state: 'detached' })
    await pone.click('monitorLink.undo')
    await shown.waitFor()
  })
  await check('once saved it survives a reload', async () => {
    await pone.click('action.save')
    await page.waitForURL(url => !url.search.includes('link=new'))
    await page.reload()
    await nodeOf(pone, 'shop').getByText('process_uptime_seconds').waitFor()
    await seeCount(page.locator('.react-flow__node'), 3)
    await seeCount(page.locator('.react-flow__edge'), 2)
    await page.locator('.link-background').waitFor()
  })
}

async function watch(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('started, it shows values that move', async () => {
    await page.getByRole('link', { name: t('monitorLink.watch') }).click()
    await pone.see('monitorLink.notRunning')
    await pone.click('monitorLink.start')
    const value = nodeOf(pone, 'shop').locator('dd')
    await value.filter({ hasText: /\d/ }).waitFor({ timeout: patienceMs })
    await nodeOf(pone, 'vm-1').locator('dd').filter({ hasText: /\d/ }).waitFor({ timeout: patienceMs })
    const first = await value.innerText()
    await eventually({
      what: 'another value of the shop',
      patienceMs,
      look: async () => ((await value.innerText()) === first ? undefined : true),
    })
  })
  await check('a click on a node opens the charts of its monitor', async () => {
    await nodeOf(pone, 'vm-1').click()
    await pone.dialog().locator('.time-chart canvas').first().waitFor({ timeout: patienceMs })
    await page.keyboard.press('Escape')
  })
  await check('while it runs it cannot be edited; stopped after a question, it can', async () => {
    await page.getByRole('link', { name: t('action.edit') }).click()
    await pone.see('monitorLink.runningReadOnly')
    await page.goBack()
    await pone.click('monitorLink.stop')
    await pone.confirm('monitorLink.stop')
    await pone.see('monitorLink.notRunning')
  })
}

async function run(world: World): Promise<void> {
  const { installation } = world
  const pone = await world.openBrowser({ language: 'en' })
  await registerByApi(installation, user, pone.captcha, 'Links')
  await pone.signIn(user)
  await createProject(pone, 'Links', 'LNK-1')
  const api = createApiClient(installation.address, await pone.token())
  await makeMonitors(api, installation.shopAddress)
  await draw(pone, world)
  await watch(pone, world)
}

export const linksJourney: Journey = { name: 'links', run }
