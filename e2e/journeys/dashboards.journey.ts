/** A tester makes a dashboard of the host's charts, arranges it by keyboard and mouse, watches it, zooms, and deletes it. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { downloadFromMenu } from '../driver/downloads.ts'
import { addHostMonitor } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import type { MessageKey } from '../driver/texts.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'boarduser', password: 'B0ards#Wall' }
const group = 'Hosts of the shop'
/** A collection, its way to the server, and the next request of the page. */
const patienceMs = 60_000

async function startMonitor(api: Api): Promise<void> {
  const [project] = (await api.send(calls.project.mine, {})).rows
  const projectId = project?.id ?? ''
  const id = await addHostMonitor(api, projectId, 'vm-1')
  await api.send(calls.monitor.start, { projectId, ids: [id] })
}

const cells = ({ page }: Pone) => page.locator('.board-cell')
const columnOf = (pone: Pone) =>
  cells(pone)
    .first()
    .evaluate(cell => getComputedStyle(cell).gridColumnStart)
const heightOf = async (pone: Pone) => (await cells(pone).first().boundingBox())?.height ?? 0

async function edit(pone: Pone, { check }: World): Promise<void> {
  const { page } = pone
  await check('without a name it is not saved, and says why', async () => {
    await pone.click('action.save')
    await pone.see('chartGroup.nameMissing')
    await page.locator('#group-name').fill(group)
  })
  await check('a template adds the charts of a type, with curves', async () => {
    await pone.click('chartGroup.addTemplate')
    await page.locator('#template-type').click()
    await page.keyboard.type('Host (agent)')
    await page.locator('.ant-select-item-option:visible').first().waitFor()
    await page.keyboard.press('Enter')
    await pone.click('action.add', pone.dialog())
    await cells(pone).locator('canvas').first().waitFor({ timeout: patienceMs })
    assert.ok((await cells(pone).count()) > 5)
  })
  await check('charts are moved by arrow keys and resized by the mouse', async () => {
    await cells(pone).first().locator('.board-move').focus()
    const before = await columnOf(pone)
    await page.keyboard.press('ArrowRight')
    await eventually({
      what: 'the chart in another column',
      patienceMs,
      look: async () => ((await columnOf(pone)) === before ? undefined : true),
    })
    const height = await heightOf(pone)
    const corner = await cells(pone).first().locator('.board-resize').boundingBox()
    assert.ok(corner)
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
    await page.mouse.down()
    await page.mouse.move(corner.x, corner.y + 120, { steps: 6 })
    await page.mouse.up()
    await holds(async () => assert.ok((await heightOf(pone)) > height + 60))
  })
  await check(
    'a removed chart comes back by Ctrl+Z, goes by Ctrl+Y, and is undone by the button',
    async () => {
      const count = await cells(pone).count()
      const seeCells = (wanted: number) => holds(async () => assert.equal(await cells(pone).count(), wanted))
      await cells(pone).last().locator('.board-handles button').last().click()
      await seeCells(count - 1)
      await page.keyboard.press('Control+z')
      await seeCells(count)
      await page.keyboard.press('Control+y')
      await seeCells(count - 1)
      await pone.click('chartGroup.undo')
      await seeCells(count)
    },
  )
  await check('once saved it survives a reload as it was arranged', async () => {
    const [column, height] = [await columnOf(pone), await heightOf(pone)]
    await pone.click('action.save')
    await page.waitForURL(url => /group=[0-9a-f-]{36}/.test(url.search))
    await page.reload()
    await cells(pone).first().waitFor()
    await holds(async () => assert.deepEqual([await columnOf(pone), await heightOf(pone)], [column, height]))
  })
}

const exported = (pone: Pone, kind: MessageKey): Promise<string> =>
  downloadFromMenu(pone, pone.button('chartGroup.export'), kind)

async function watch(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('watched, it shows values that move', async () => {
    await page.getByRole('link', { name: t('chartGroup.watch') }).click()
    // The editor draws the same charts, so its values say nothing.
    await page.locator('.board-handles').first().waitFor({ state: 'detached' })
    const value = cells(pone).first().locator('.time-chart-legend b').first()
    await value.filter({ hasText: /\d/ }).waitFor({ timeout: patienceMs })
  })
  await check(
    'a part that is dragged over becomes the range of the address, and a double click goes back',
    async () => {
      const plot = cells(pone).first().locator('.u-over')
      const box = await plot.boundingBox()
      assert.ok(box)
      const middle = box.y + box.height / 2
      await page.mouse.move(box.x + box.width * 0.4, middle)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 6 })
      await page.mouse.up()
      await page.waitForURL(url => url.searchParams.has('range'))
      await plot.dblclick({ position: { x: 20, y: box.height / 2 } })
      await page.waitForURL(url => !url.searchParams.has('range'))
    },
  )
  await check('all of its charts are taken as one picture and as one table', async () => {
    const count = await cells(pone).count()
    const png = await readFile(await exported(pone, 'chartGroup.exportPng'))
    assert.equal(png.subarray(1, 4).toString(), 'PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    assert.ok(width >= 1_000 && height > width, `${width} × ${height}`)
    assert.ok(png.length > 20_000, `${png.length} bytes`)
    const csv = await readFile(await exported(pone, 'chartGroup.exportCsv'), 'utf8')
    assert.equal(csv.split('\r\n').filter(line => /^Time(,|$)/.test(line)).length, count)
    assert.match(csv, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[\d.]+/)
  })
  await check('it fills the screen', async () => {
    await pone.click('chartGroup.fullScreen')
    await page.locator('.board-screen:fullscreen').waitFor()
    await page.evaluate(() => document.exitFullscreen())
  })
  await check('after a question it is deleted; the monitor stays', async () => {
    await pone.openMenu('route.monitorBoard')
    await page.locator('.row-more').first().click()
    await page.getByRole('menuitem', { name: t('action.delete') }).click()
    await pone.confirm('action.delete')
    await pone.see('chartGroup.emptyTitle')
  })
}

async function run(world: World): Promise<void> {
  const { installation, check } = world
  const pone = await world.openBrowser({ language: 'en' })
  await registerByApi(installation, user, pone.captcha, 'Boards')
  await pone.signIn(user)
  await createProject(pone, 'Boards', 'BRD-1')
  await check('with nothing running it says so and leads to the monitors', async () => {
    await pone.openMenu('route.monitorBoard')
    await pone.see('chartGroup.emptyTitle')
    await pone.click('chartGroup.new')
    await pone.see('chartGroup.runFirst')
    await pone.page.getByRole('link', { name: pone.t('chartGroup.toMonitors') }).click()
    await pone.see('monitor.emptyTitle')
  })
  await startMonitor(createApiClient(installation.address, await pone.token()))
  await pone.openMenu('route.monitorBoard')
  await pone.click('chartGroup.new')
  await edit(pone, world)
  await watch(pone, world)
}

export const dashboardsJourney: Journey = { name: 'dashboards', run }
