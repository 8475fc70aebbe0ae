/** A tester starts a monitoring link, watches its monitoring stream, stops it, reads the report, compares two and takes the exported files. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { Locator } from 'playwright-core'
import readExcelFile from 'read-excel-file/node'
import { downloadFromMenu } from '../driver/downloads.ts'
import { everySecond } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import type { MessageKey } from '../driver/texts.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'streamuser', password: 'Str3ams#Kept' }
const link = 'Shop and a cache'
/** A collection, its way to the server, and the next request of the page. */
const patienceMs = 60_000

/** A link of the host and of a cache that does not answer. */
async function makeLink(api: Api): Promise<void> {
  const [project] = (await api.send(calls.project.mine, {})).rows
  const projectId = project?.id ?? ''
  const agentId = (await api.send(calls.monitor.agents, { projectId }))[0]?.id ?? null
  const base = { projectId, agentId, ...everySecond }
  const host = await api.send(calls.monitor.create, { ...base, name: 'vm-1', type: 'host' })
  const params = { host: '127.0.0.1', port: 1 }
  const cache = await api.send(calls.monitor.create, { ...base, name: 'cache-1', type: 'redis', params })
  const topology = {
    nodes: [
      newLinkNode({ id: 'browser', kind: 'external', alias: 'Browser' }),
      newLinkNode({ id: 'host', kind: 'host', alias: 'Host', monitorId: host.id }),
      newLinkNode({ id: 'cache', kind: 'monitor', alias: 'Cache', monitorId: cache.id }),
    ],
    edges: [
      newLinkEdge({ id: 'e1', from: 'browser', to: 'host', alias: 'calls', protocol: 'http' }),
      newLinkEdge({ id: 'e2', from: 'host', to: 'cache', alias: 'reads', protocol: 'redis' }),
    ],
  }
  await api.send(calls.monitorView.saveMonitorView, { projectId, name: link, revision: 0, topology })
}

const startAt = (pone: Pone): Locator =>
  pone.page.getByRole('button', {
    name: pone.t('action.of', { action: pone.t('monitorLink.start'), name: link }),
  })

/** Starts the link in the list of links, and opens its stream. */
async function startLink(pone: Pone): Promise<void> {
  const { page } = pone
  await pone.openMenu('route.dataFlowReportManage')
  await page.getByRole('link', { name: pone.t('flow.openLinks') }).click()
  await startAt(pone).click()
  await pone.openMenu('route.dataFlowReportManage')
  await page.getByRole('link', { name: link, exact: true }).click()
}

const exportButton = (pone: Pone) => pone.button('flow.export')

/** Takes a file by the menu of exports; returns its place. */
const exported = (pone: Pone, kind: MessageKey): Promise<string> =>
  downloadFromMenu(pone, exportButton(pone), kind)

async function stopLink(pone: Pone): Promise<void> {
  await pone.page.getByRole('button', { name: pone.t('monitorLink.one') }).click()
  await pone.click('monitorLink.stop')
  await pone.confirm('monitorLink.stop')
  await pone.see('monitorLink.notRunning')
}

const curves = ({ page }: Pone) => page.locator('.flow-charts .time-chart canvas')
const slider = (pone: Pone) => pone.page.getByRole('slider', { name: pone.t('flow.at') })

async function watch(pone: Pone, { check }: World): Promise<void> {
  const { page } = pone
  await check(
    'with nothing started the list leads to the links, and a started one stands in it',
    async () => {
      await pone.openMenu('route.dataFlowReportManage')
      await pone.see('flow.noneRunning')
      await startLink(pone)
    },
  )
  await check('while it runs there are the map, the slider and curves that grow', async () => {
    await curves(pone).first().waitFor({ timeout: patienceMs })
    await page.locator('.flow-map .react-flow__node', { hasText: 'Host' }).waitFor()
    const shown = () => slider(pone).getAttribute('aria-valuetext')
    const first = await shown()
    await eventually({
      what: 'a later instant on the slider',
      patienceMs,
      look: async () => ((await shown()) === first ? undefined : true),
    })
  })
  await check('the slider goes back by keys, and back to the newest instant by a button', async () => {
    const shown = async () => (await slider(pone).getAttribute('aria-valuetext')) ?? ''
    await slider(pone).focus()
    await page.keyboard.press('Home')
    await holds(async () => assert.match(await shown(), /^0:00 /))
    await pone.click('flow.latest')
    await holds(async () => assert.doesNotMatch(await shown(), /^0:00 /))
  })
}

async function readReport(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('stopped, it is among the past ones, and its report has statistics and events', async () => {
    await stopLink(pone)
    await pone.openMenu('route.dataFlowReportManager')
    await page.getByRole('link', { name: link, exact: true }).click()
    await curves(pone).first().waitFor({ timeout: patienceMs })
    await page.getByRole('tab', { name: t('flow.statistics') }).click()
    await pone.row('vm-1').getByText(t('flow.basisSamples')).first().waitFor({ timeout: patienceMs })
    await page.getByRole('tab', { name: new RegExp(`^${t('flow.events')} \\d`) }).click()
    await pone.seeText('The monitoring link was stopped by streamuser')
    // Of the section of Redis that failed, by its name.
    await pone.seeText('No data of Server: ')
  })
  await check('tables are exported as CSV and as an Excel workbook of four sheets', async () => {
    const csv = await readFile(await exported(pone, 'flow.exportCsv'), 'utf8')
    assert.match(csv, /Node,Monitor,Counter,Labels,Unit,n,Min,Mean,Max,P95/)
    assert.match(csv, /Host,vm-1,/)
    const sheets = await readExcelFile(await exported(pone, 'flow.exportExcel'))
    assert.deepEqual(
      sheets.map(({ sheet }) => sheet),
      ['Statistics', 'Events', 'Load tests', 'Series'],
    )
    assert.ok((sheets[3]?.data.length ?? 0) > 2, 'no series in the workbook')
  })
}

/** The exported page without a network: what it holds works without a script and without a request. */
async function readFileOffline(pone: Pone, path: string): Promise<void> {
  const browser = pone.page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await page.setContent(await readFile(path, 'utf8'))
    const shown = page.locator('.views img:visible')
    const instants = page.getByRole('radio')
    const count = await instants.count()
    assert.ok(count >= 2, `${count} instants`)
    assert.equal(await shown.count(), 1)
    const last = await shown.getAttribute('src')
    const size = await shown.boundingBox()
    assert.ok((size?.width ?? 0) > 200 && (size?.height ?? 0) > 50, 'the topology is not drawn')
    await instants.first().check()
    assert.equal(await shown.count(), 1)
    assert.notEqual(await shown.getAttribute('src'), last)
    assert.ok((await page.locator('table').first().locator('tbody tr').count()) > 5)
    await page.locator('td', { hasText: 'The monitoring link was stopped by streamuser' }).waitFor()
    assert.ok((await page.locator('.strip svg').count()) === 2, 'not a strip of each node')
    assert.equal(await page.locator('script').count(), 0)
    assert.deepEqual(
      requests.filter(url => !url.startsWith('data:')),
      [],
    )
  } finally {
    await context.close()
  }
}

async function compare(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('two streams of the link are compared, and the comparison is exported', async () => {
    await startLink(pone)
    await curves(pone).first().waitFor({ timeout: patienceMs })
    await stopLink(pone)
    await pone.openMenu('route.dataFlowReportManager')
    const rows = page.getByRole('row').filter({ hasText: link })
    await rows.nth(1).waitFor()
    for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
    await pone.click('flow.compare')
    await page.getByRole('heading', { name: t('flow.comparison') }).waitFor()
    await pone.row('vm-1').waitFor({ timeout: patienceMs })
    const [sessions, counters] = await readExcelFile(await exported(pone, 'flow.exportExcel'))
    assert.deepEqual(
      sessions?.data.slice(1, 3).map(row => row[0]),
      ['Baseline', 'Compared'],
    )
    assert.ok(counters?.data.some(row => row[0] === 'vm-1'))
    const csv = await readFile(await exported(pone, 'flow.exportCsv'), 'utf8')
    assert.match(csv, /Difference of means/)
  })
}

async function run(world: World): Promise<void> {
  const { installation, check } = world
  const pone = await world.openBrowser({ language: 'en' })
  await registerByApi(installation, user, pone.captcha, 'Streams')
  await pone.signIn(user)
  await createProject(pone, 'Streams', 'STR-1')
  await makeLink(createApiClient(installation.address, await pone.token()))
  await watch(pone, world)
  await readReport(pone, world)
  await check(
    'the exported page shows topology, instants and tables without network and script',
    async () => {
      await readFileOffline(pone, await exported(pone, 'flow.exportHtml'))
    },
  )
  await compare(pone, world)
}

export const streamsJourney: Journey = { name: 'streams', run }
