/** From a visit with Chromium through recording proxies, of the command line, the server and a load machine, and from captured packets, to a component that runs and a scenario with load. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { dropFile } from '../driver/attachments.ts'
import {
  createComponent,
  openArea,
  runStandalone,
  saveComponent,
  secretTable,
  seeStepTree,
  stepTree,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import {
  captureHere,
  captureOnMachine,
  captureRequest,
  mallLog,
  openRecordingDialog,
  recordByProxy,
} from '../driver/recordings.ts'
import { openReport, reportFigure, waitForState } from '../driver/runs.ts'
import { createScenario, execute } from '../driver/scenarios.ts'
import { holds } from '../driver/shown.ts'
import { accessLogFolderOf } from '../harness/installation.ts'
import type { Journey, World } from '../harness/journey.ts'
import { startCommand } from '../harness/pone-command.ts'
import { startTarget } from '../harness/target.ts'

const who = { account: 'recorder.one', password: 'Record1#' }
const shopPassword = 'Oolong-Tea-4711'

/** What a page of the shop would send when a customer signs in and orders. */
async function buyTea(password: string): Promise<number> {
  const send = (path: string, body: unknown, headers = {}) =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await send('/api/sign-in', { account: 'ann', password })
  const { token } = (await signedIn.json()) as { token: string }
  await fetch('/api/goods?page=1')
  const ordered = await send('/api/orders', { goodsId: 1, quantity: 2 }, { authorization: `Bearer ${token}` })
  return ordered.status
}

/** Visits the shop in another window of the same Chromium through `./pone record`, which keeps answers that the page leaves behind, too. */
async function recordVisit(pone: Pone, path: string, visit: (page: Page) => Promise<void>): Promise<string> {
  const browser = pone.page.context().browser()
  assert.ok(browser !== null)
  const recorder = await startCommand({
    args: ['record', '--out', path, '--port', '0', '--data', dirname(path)],
    ready: /^ready: /m,
  })
  try {
    const server = /^ready: (\S+)/m.exec(recorder.output())?.[1] ?? ''
    const context = await browser.newContext({ proxy: { server, bypass: '<-loopback>' } })
    await visit(await context.newPage())
    await context.close()
  } finally {
    await recorder.stop()
  }
  return readFile(path, 'utf8')
}

/** Clicks through the hard mode of the shop, where each request needs values of answers before it. */
async function buyInHardMode(page: Page, shopAddress: string): Promise<void> {
  await page.goto(`${shopAddress}/hard/`)
  await page.locator('[name=account]').fill('ann')
  await page.locator('[name=password]').fill(shopPassword)
  await page.locator('#sign-in').click()
  await page.locator('[data-key]').first().click()
  await page.locator('#pay').click()
  await page.locator('#state', { hasText: 'paid' }).waitFor()
}

async function runWith({ openBrowser, installation, shop, check }: World, folder: string): Promise<Pone> {
  const pone = await openBrowser({ language: 'en' })
  const { t } = pone
  await registerByApi(installation, who, pone.captcha, 'Recorder')
  await pone.signIn(who)
  await createProject(pone, 'Recordings', 'REC-1')
  await createComponent(pone, 'Visit')
  const har = await recordVisit(pone, join(folder, 'visit.har'), async page => {
    await page.goto(shop.address)
    assert.equal(await page.evaluate(buyTea, shopPassword), 201)
  })

  await check('the requests of a recorded visit are shown and become steps', async () => {
    const dialog = await openRecordingDialog(pone)
    await dropFile(dialog, { name: 'visit.har', content: har })
    await dialog.getByRole('row').filter({ hasText: '/api/orders' }).waitFor()
    await dialog.getByText('is now the secret variable password').waitFor()
    // How long the browser paused is chance.
    await dialog.getByRole('checkbox', { name: t('component.recording.thinkTimes') }).uncheck()
    await dialog.getByRole('button', { name: t('component.recording.add', { count: 4 }) }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Without a base address of the component, requests have whole addresses.
    const paths = ['/', '/api/sign-in', '/api/goods', '/api/orders']
    await seeStepTree(pone, ['/', ...paths.map(path => `  ${shop.address}${path}`)])
  })
  await check(
    'its password is a secret variable that the server keeps, and its token is extracted',
    async () => {
      await openArea(pone, 'variables')
      await secretTable(pone).getByRole('row').first().waitFor()
      await saveComponent(pone, 2)
      await openArea(pone, 'code')
      const code = pone.page.locator('.cd-code-form .cm-content')
      await holds(async () =>
        assert.match(await code.innerText(), /name: password\s+value: •+\s+secret: true/),
      )
      assert.ok(!(await code.innerText()).includes(shopPassword))
      await holds(async () => assert.match(await code.innerText(), /expression: \$\.token/))
    },
  )
  await check('the component runs as it was recorded', async () => {
    const rows = await runStandalone(pone)
    assert.equal(rows.length, 4)
    assert.equal(await pone.page.locator('.cd-exchange.is-failed').count(), 0)
  })
  return pone
}

/** All of it on the server: its proxy records, and the component and the scenario run as they were made. */
async function buyThroughServer(world: World, pone: Pone): Promise<void> {
  const { shop, check } = world
  const { t } = pone
  await check('a purchase is recorded by the proxy of the server, request by request', async () => {
    await createComponent(pone, 'Purchase')
    const { dialog, openWindow } = await recordByProxy(pone)
    await dialog.getByLabel(t('component.record.transaction')).fill('Buy tea')
    await pone.click('component.record.mark', dialog)
    await dialog.getByText(t('component.record.inTransaction', { name: 'Buy tea' })).waitFor()
    const page = await openWindow()
    await buyInHardMode(page, shop.address)
    await page.context().close()
    const paid = dialog.getByRole('listitem').filter({ hasText: '/hard/api/orders/' })
    await paid.filter({ hasText: 'Buy tea' }).first().waitFor()
    await pone.click('component.record.stop', dialog)
  })
  await check('its values that change with each visit are found, and it runs without a hand', async () => {
    const dialog = pone.dialog(t('component.recording.title'))
    await dialog.getByRole('tab', { name: /^Dynamic values/ }).click()
    await dialog.getByRole('row').filter({ hasText: '__VIEWSTATE' }).first().waitFor()
    await dialog.getByRole('checkbox', { name: t('component.recording.thinkTimes') }).uncheck()
    await dialog.getByRole('button', { name: t('component.recording.add', { count: 9 }) }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await stepTree(pone))[0], 'Buy tea')
    const rows = await runStandalone(pone)
    assert.equal(rows.length, 9)
    assert.equal(await pone.page.locator('.cd-exchange.is-failed').count(), 0)
    await saveComponent(pone, 2)
  })
  await check('a scenario buys with two users, and no request of its run fails', async () => {
    await createScenario(pone, {
      name: 'Purchases',
      component: 'Purchase',
      users: 2,
      rampUpSeconds: 0,
      durationSeconds: 3,
    })
    await execute(pone)
    await waitForState(pone, 'runState.complete')
    await openReport(pone)
    assert.match(await reportFigure(pone, 'run.errorRate'), /^0(\.0+)?\s*%$/)
  })
  await captureVisit(world, pone)
  await check('a log of production becomes a mix, and the mix a scenario that is compared with it', () =>
    scenarioFromLog(pone, shop.address),
  )
  await mixOfMachine(world, pone)
}

/** The request of the recording or capture that is shown is added as a step. */
async function addOneRequest(pone: Pone): Promise<void> {
  const { t } = pone
  const dialog = pone.dialog(t('component.recording.title'))
  const goods = dialog.getByRole('row').filter({ hasText: '/api/goods' })
  const add = dialog.getByRole('button', { name: t('component.recording.add_one', { count: 1 }) })
  await goods.first().waitFor()
  await add.click()
  await dialog.waitFor({ state: 'hidden' })
}

async function seeRun(pone: Pone, requests: number): Promise<void> {
  const rows = await runStandalone(pone)
  assert.equal(rows.length, requests)
  assert.equal(await pone.page.locator('.cd-exchange.is-failed').count(), 0)
}

/** Packets and requests of the machine of the agent, and packets of this one by the tool that the page reaches over the loopback interface. */
async function captureVisit({ check }: World, pone: Pone): Promise<void> {
  const { t } = pone
  // A target of its own: other journeys call the shop at the same time.
  const target = await startTarget(() => ({ contentType: 'application/json', body: '[{"id":1}]' }))
  const { port, host } = new URL(target.address)
  const tool = await startCommand({ args: ['capture', '--port', '0'], ready: /^token: /m })
  /** The connections of a capture, whose requests are then shown. */
  const openRequests = async (dialog: Locator) => {
    await dialog.getByRole('row').filter({ hasText: host }).first().waitFor()
    await dialog.getByRole('tab', { name: /^Requests/ }).click()
  }
  try {
    await check('packets that the page captures on its own machine become a request that runs', async () => {
      await createComponent(pone, 'Captured')
      const dialog = await openRecordingDialog(pone)
      await captureHere(pone, dialog, tool, port)
      await captureRequest(pone, dialog, target.address)
      await openRequests(dialog)
      await addOneRequest(pone)
      await seeRun(pone, 1)
      await saveComponent(pone, 2)
    })
    await check('a request through the proxy of a load machine becomes a step', async () => {
      await createComponent(pone, 'On a machine')
      const { dialog, openWindow } = await recordByProxy(pone, 'local')
      await dialog.getByText(t('component.record.onMachine', { machine: 'local' })).waitFor()
      const page = await openWindow()
      await page.goto(`${target.address}/api/goods?page=1`)
      await page.context().close()
      await dialog.getByRole('listitem').filter({ hasText: '/api/goods' }).waitFor()
      await pone.click('component.record.stop', dialog)
      await addOneRequest(pone)
    })
    await check(
      'packets that the agent of a load machine captures become one, too, and both run',
      async () => {
        const dialog = await openRecordingDialog(pone)
        await captureOnMachine(pone, dialog, 'local', port)
        await captureRequest(pone, dialog, target.address)
        await openRequests(dialog)
        await addOneRequest(pone)
        await seeRun(pone, 2)
      },
    )
  } finally {
    await tool.stop()
    await target.close()
  }
}

/** Imports a log as a production mix and makes a scenario of it. */
async function scenarioFromLog(pone: Pone, shopAddress: string): Promise<void> {
  const { page, t } = pone
  await page.goto(new URL('/pone/atf/projects/productionMix', page.url()).href)
  await pone.button('mix.import').first().click()
  const dialog = pone.dialog(t('mix.import'))
  await dropFile(dialog, { name: 'mall.log', content: mallLog() })
  await dialog.getByRole('button', { name: t('action.save') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'mall', level: 1 }).waitFor()
  await page.getByRole('cell', { name: '/goods/{id}' }).waitFor()
  await pone.button('mix.makeScenario').click()
  const form = pone.dialog(t('mix.scenarioTitle', { name: 'mall' }))
  await form.getByLabel(t('mix.baseUrl')).fill(shopAddress)
  await form.getByRole('button', { name: t('mix.create'), exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await page.locator('.scenario-mix', { hasText: 'mall' }).waitFor()
  await page.getByRole('radio', { name: t('scenario.load.arrivals'), checked: true }).waitFor()
}

/** The agent of the installation counts a log that lies on its machine. */
async function mixOfMachine({ installation, check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  const folder = accessLogFolderOf(installation.dataFolder)
  await mkdir(folder)
  const path = join(folder, 'access.log')
  await writeFile(path, mallLog())
  await check('a log on a load machine is counted there, and becomes the same mix', async () => {
    await page.goto(new URL('/pone/atf/projects/productionMix', page.url()).href)
    await pone.button('mix.import').first().click()
    const dialog = pone.dialog(t('mix.import'))
    await dialog.getByText(t('mix.fromMachine')).click()
    await dialog.getByRole('combobox', { name: t('component.machineCapture.machine') }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: /^local\b/ }).click()
    await dialog.getByRole('combobox', { name: t('mix.logPath') }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: path }).click()
    await dialog.getByRole('combobox', { name: t('mix.logPeriod') }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: t('mix.logWhole') }).click()
    await dialog.getByRole('button', { name: t('mix.countStart'), exact: true }).click()
    await dialog.getByLabel(t('mix.name')).fill('mall on its machine')
    await dialog.getByRole('button', { name: t('action.save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'mall on its machine', level: 1 }).waitFor()
    await page.getByRole('cell', { name: '/goods/{id}' }).waitFor()
    await page.getByText(`local: ${path}`).waitFor()
  })
}

async function run(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-recording-'))
  try {
    const pone = await runWith(world, folder)
    await buyThroughServer(world, pone)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const recordingJourney: Journey = { name: 'recording', run }
