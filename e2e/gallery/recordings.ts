/** Pictures of importing and recording requests in the component editor: visits of the shop through real proxies. */
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Page } from 'playwright-core'
import { tokenOf } from '../driver/pone.ts'
import {
  connectLocalCapture,
  importAccessLog,
  importCapture,
  importScript,
  importUnknownLog,
  importVisit,
  openDynamicValues,
  openRecord,
  openTypedValues,
} from '../driver/recordings.ts'
import { capturePictures } from './captures.ts'
import { type Act, callerOn, type Ids, type Picture, picture } from './picture.ts'
import { rulePictures } from './rules.ts'

/** The server under a name that other devices can reach, as Chromium of the gallery resolves it. */
export const publicName = 'pone.example'

/** Proxies and readers are processes and workers that start on a busy machine. */
const startedMs = 60_000
const footer = '.ant-modal:visible .ant-modal-footer'
const dialog = (page: Page) => page.locator('.ant-modal:visible')

/** With the form as it is filled in. */
async function start(page: Page): Promise<void> {
  await page.locator(`${footer} .ant-btn-primary`).click()
  await page.locator('.cd-record-facts:visible').waitFor({ timeout: startedMs })
}

/** Signs in to the hard mode of the shop through the proxy of the recording, and buys in a transaction. */
async function buy(page: Page, { shop = '' }: Ids, account: string): Promise<void> {
  const facts = await page.locator('.cd-record-facts:visible code').allTextContents()
  const [, port, username = '', password = ''] = facts
  const proxy = { server: `http://127.0.0.1:${port}`, username, password, bypass: '<-loopback>' }
  const context = await page.context().browser()?.newContext({ proxy })
  if (context === undefined) throw new Error('no browser')
  const visitor = await context.newPage()
  await visitor.goto(`${shop}/hard/`)
  await visitor.locator('[name=account]').fill(account)
  await visitor.locator('[name=password]').fill('Oolong-Tea-4711')
  await visitor.locator('#sign-in').click()
  await dialog(page).locator('.cd-record-mark input').fill('加入购物车并付款')
  await dialog(page).locator('.cd-record-mark button').click()
  await dialog(page).locator('[role=status]', { hasText: '加入购物车' }).waitFor()
  await visitor.locator('[data-key]').first().click()
  await visitor.locator('#pay').click()
  await visitor.locator('#state', { hasText: 'paid' }).waitFor()
  await context.close()
  await dialog(page).locator('.cd-record-row', { hasText: '/hard/api/orders/' }).first().waitFor()
}

/** Ends the recording; its requests are shown for import. */
async function stop(page: Page): Promise<void> {
  await page.locator(`${footer} .ant-btn-primary`).click()
  await dialog(page).locator('.ant-table-row').first().waitFor({ timeout: startedMs })
}

/** The file of the ended recording. */
async function fileOf(page: Page, { project: projectId = '' }: Ids): Promise<Buffer> {
  const api = await callerOn(page)
  const { recording } = await api.send(calls.recording.current, { projectId })
  const answer = await fetch(`${new URL(page.url()).origin}${apiBase}${calls.recording.download.path}`, {
    method: 'POST',
    headers: { [tokenHeader]: await tokenOf(page) },
    body: new URLSearchParams({ projectId, id: recording?.id ?? '' }),
  })
  return Buffer.from(await answer.arrayBuffer())
}

/** What the next picture of a recording must not find. */
async function discard(page: Page, { project: projectId = '' }: Ids): Promise<void> {
  const api = await callerOn(page)
  const { recording } = await api.send(calls.recording.current, { projectId })
  if (recording !== null) await api.send(calls.recording.discard, { projectId, id: recording.id })
  await page.evaluate(() => {
    localStorage.removeItem('pone.record.start')
    sessionStorage.removeItem('pone.record.open')
  })
}

const record = async (page: Page, ids: Ids) => {
  await openRecord(page)
  await start(page)
  await buy(page, ids, 'ann')
}

/** Chooses the load machine in the form. */
async function chooseMachine(page: Page): Promise<void> {
  await openRecord(page)
  await dialog(page).locator('.ant-select:has(#record-place)').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1).waitFor()
}

/** The same page under the other name. */
async function underName(page: Page): Promise<void> {
  const kept = await page.evaluate(() => [localStorage, sessionStorage].map(of => Object.entries<string>(of)))
  const address = new URL(page.url())
  address.hostname = publicName
  await page.goto(address.href)
  await page.evaluate(stored => {
    for (const [index, into] of [localStorage, sessionStorage].entries()) {
      // The dialog of the picture before would open by itself.
      into.clear()
      for (const [key, value] of stored[index] ?? []) into.setItem(key, value)
    }
  }, kept)
  await page.goto(address.href)
}
async function leaveName(page: Page, ids: Ids): Promise<void> {
  await page.goto('/pone/atf/projects/home')
  await discard(page, ids)
}

async function recordOnMachine(page: Page, ids: Ids): Promise<void> {
  await chooseMachine(page)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1).click()
  await start(page)
  await buy(page, ids, 'ann')
}

async function recordFromDevice(page: Page): Promise<void> {
  await underName(page)
  await openRecord(page)
  await dialog(page).locator('.cd-record-options input').first().check()
  await start(page)
  await dialog(page).getByRole('tab').nth(1).click()
  await dialog(page).locator('.ant-qrcode').waitFor()
}

/** Ended elsewhere, while the dialog is open. */
async function endRecording(page: Page, ids: Ids): Promise<void> {
  await record(page, ids)
  const { project: projectId = '' } = ids
  const api = await callerOn(page)
  const { recording } = await api.send(calls.recording.current, { projectId })
  await api.send(calls.recording.stop, { projectId, id: recording?.id ?? '' })
  await dialog(page).locator('.ant-alert').waitFor()
}

async function importRecording(page: Page, ids: Ids): Promise<void> {
  await record(page, ids)
  await stop(page)
  await dialog(page).locator('.left-list li').last().scrollIntoViewIfNeeded()
}

/** The values of the dialog that differ between two visits. */
async function recordTwice(page: Page, ids: Ids): Promise<void> {
  await record(page, ids)
  await stop(page)
  const first = await fileOf(page, ids)
  await discard(page, ids)
  await page.reload()
  await openRecord(page)
  await start(page)
  await buy(page, ids, 'bob')
  await stop(page)
  await dialog(page)
    .locator('.cd-recording-second input[type=file]')
    .setInputFiles({ name: 'visit-of-ann.har', mimeType: 'application/json', buffer: first })
  await dialog(page).locator('.cd-recording-second [role=status]').waitFor({ timeout: startedMs })
  await dialog(page).getByRole('tab').nth(1).click()
}

/** @param design address of a component that is edited */
export const recordingPictures = (design: string): Picture[] => {
  const state = (name: string, ...acts: Act[]) =>
    picture('tester', 'prComponentDesign', name, design, ...acts)
  return [
    state('recording', async page => {
      await importVisit(page)
      await page.locator('.ant-modal .left-list li').nth(1).waitFor()
    }),
    state('record', openRecord),
    state('record-place', chooseMachine),
    state(
      'record-waiting',
      async page => {
        await openRecord(page)
        await start(page)
      },
      discard,
    ),
    state('record-running', record, discard),
    state('record-machine', recordOnMachine, discard),
    state('record-devices', recordFromDevice, leaveName),
    state('record-ended', endRecording, discard),
    state('record-imported', importRecording, discard),
    state('record-twice', recordTwice, discard),
    state('dynamic-values', openDynamicValues),
    ...rulePictures(design),
    state('capture', importCapture),
    state('local-capture', connectLocalCapture),
    ...capturePictures(design),
    state('typed-values', openTypedValues),
    state('access-log', importAccessLog),
    state('script', importScript),
    state('log-format', importUnknownLog),
  ]
}
