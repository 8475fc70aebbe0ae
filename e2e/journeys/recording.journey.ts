/** From a visit that Chromium recorded as HAR to a component that runs. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropFile } from '../driver/attachments.ts'
import {
  createComponent,
  openArea,
  runStandalone,
  saveComponent,
  secretTable,
  seeStepTree,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { openRecordingDialog } from '../driver/recordings.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

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

/** Visits the shop in another window of the same Chromium, which writes what it sends as HAR. */
async function recordVisit(pone: Pone, shopAddress: string, path: string): Promise<string> {
  const browser = pone.page.context().browser()
  assert.ok(browser !== null)
  const context = await browser.newContext({ recordHar: { path, content: 'embed' } })
  try {
    const page = await context.newPage()
    await page.goto(shopAddress)
    assert.equal(await page.evaluate(buyTea, shopPassword), 201)
  } finally {
    await context.close()
  }
  return readFile(path, 'utf8')
}

async function runWith({ openBrowser, installation, shop, check }: World, folder: string): Promise<void> {
  const pone = await openBrowser({ language: 'en' })
  const { t } = pone
  await registerByApi(installation, who, pone.captcha, 'Recorder')
  await pone.signIn(who)
  await createProject(pone, 'Recordings', 'REC-1')
  await createComponent(pone, 'Visit')
  const har = await recordVisit(pone, shop.address, join(folder, 'visit.har'))

  await check('the requests of a recorded visit are shown and become steps', async () => {
    const dialog = await openRecordingDialog(pone)
    await dropFile(dialog, { name: 'visit.har', content: har })
    await dialog.getByRole('row').filter({ hasText: '/api/orders' }).waitFor()
    await dialog.getByText('is now the secret variable password').waitFor()
    await dialog.getByRole('button', { name: t('component.recording.add', { count: 4 }) }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Without a base address of the component, requests have whole addresses.
    const paths = ['/', '/api/sign-in', '/api/goods', '/api/orders']
    await seeStepTree(pone, ['演示商店 · Demo shop', ...paths.map(path => `  ${shop.address}${path}`)])
  })
  await check('its password and token are secret variables that the server keeps', async () => {
    await openArea(pone, 'variables')
    await secretTable(pone).getByRole('row').nth(1).waitFor()
    await saveComponent(pone, 2)
    await openArea(pone, 'code')
    const code = pone.page.locator('.cd-code-form .cm-content')
    await holds(async () => assert.match(await code.innerText(), /name: password\s+value: •+\s+secret: true/))
    assert.ok(!(await code.innerText()).includes(shopPassword))
  })
  await check('the component runs as it was recorded', async () => {
    const rows = await runStandalone(pone)
    assert.equal(rows.length, 4)
    assert.equal(await pone.page.locator('.cd-exchange.is-failed').count(), 0)
  })
}

async function run(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-recording-'))
  try {
    await runWith(world, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const recordingJourney: Journey = { name: 'recording', run }
