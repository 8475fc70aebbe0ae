/** Driver for importing files of recorded requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { shop } from '@pone/recording/k6/test-scripts.ts'
import { pcapOf, TestConnection } from '@pone/recording/pcap/test-capture.ts'
import type { Locator, Page } from 'playwright-core'
import { openArea } from './components.ts'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

/** Opens the dialog from the menu that adds steps. */
export async function openRecordingDialog(pone: Pone): Promise<Locator> {
  await openArea(pone, 'steps')
  await pone.chooseMenu(pone.button('component.addStep'), pone.t('component.recording.open'))
  const dialog = pone.dialog(pone.t('component.recording.title'))
  await dialog.waitFor()
  return dialog
}

/** Starts a recording by the proxy of the server, or of a load machine; `openWindow` opens another window of the same Chromium that goes through it. */
export async function recordByProxy(
  pone: Pone,
  machine: string | null = null,
): Promise<{ dialog: Locator; openWindow: () => Promise<Page> }> {
  const { t } = pone
  await openArea(pone, 'steps')
  await pone.chooseMenu(pone.button('component.addStep'), t('component.record.open'))
  const dialog = pone.dialog(t('component.record.title'))
  if (machine !== null) await chooseOption(dialog, t('component.record.place'), beginningWith(machine))
  await pone.click('component.record.start', dialog)
  const fact = (label: MessageKey) =>
    dialog
      .locator('dl > div')
      .filter({ has: pone.page.getByText(t(label), { exact: true }) })
      .locator('code')
      .innerText()
  const username = await fact('component.record.user')
  const password = await fact('component.record.password')
  const server = `http://127.0.0.1:${await fact('component.record.port')}`
  const openWindow = async () => {
    const browser = pone.page.context().browser()
    assert.ok(browser !== null)
    const proxy = { server, username, password, bypass: '<-loopback>' }
    return (await browser.newContext({ proxy })).newPage()
  }
  return { dialog, openWindow }
}

/** Of a select field. */
async function chooseOption(scope: Locator, label: string, option: RegExp): Promise<void> {
  await scope.getByLabel(label, { exact: true }).click()
  const options = scope.page().locator('.ant-select-item-option:visible')
  await options.filter({ hasText: option }).click()
}

const beginningWith = (name: string) => new RegExp(`^${name}\\b`)

/** Starts a capture of what this port of the loopback interface sends and receives, by the tool that runs beside the browser. */
export async function captureHere(pone: Pone, dialog: Locator, tool: { output(): string }, port: string) {
  const { t } = pone
  await pone.click('component.capture.open', dialog)
  const [, address = '', token = ''] = /^ready: (\S+)\ntoken: (\S+)/m.exec(tool.output()) ?? []
  await dialog.getByLabel(t('component.capture.address')).fill(address)
  await dialog.getByLabel(t('component.capture.token')).fill(token)
  await pone.click('component.capture.connect', dialog)
  await dialog.getByLabel(t('component.capture.filter')).fill(`tcp port ${port}`)
  await chooseOption(dialog, t('component.capture.interface'), beginningWith('lo'))
  await pone.click('component.capture.start', dialog)
}

/** The same by the agent of a load machine. */
export async function captureOnMachine(pone: Pone, dialog: Locator, machine: string, port: string) {
  const { t } = pone
  await pone.click('component.machineCapture.open', dialog)
  await chooseOption(dialog, t('component.machineCapture.machine'), beginningWith(machine))
  await chooseOption(dialog, t('component.capture.interface'), beginningWith('lo'))
  await chooseOption(dialog, t('component.machineCapture.protocol'), /^TCP$/)
  await dialog.getByLabel(t('component.machineCapture.port')).fill(port)
  await pone.click('component.capture.start', dialog)
}

/** Sends the target one request, waits until all its packets are captured, and stops the capture. */
export async function captureRequest(pone: Pone, dialog: Locator, address: string): Promise<void> {
  const progress = dialog.getByRole('status').filter({ hasText: /Capturing/ })
  await progress.waitFor()
  const answer = await fetch(`${address}/api/goods?page=1`, { headers: { connection: 'close' } })
  await answer.text()
  // Packets come in their order: those of connections after it say that all of the request are there, which has 13 at most.
  const { hostname, port } = new URL(address)
  for (let count = 0; count < 4; count += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.end()
    await once(socket, 'close')
  }
  await progress.filter({ hasText: /: (1[4-9]|[2-9]\d|\d{3,}) packets/ }).waitFor()
  await pone.click('component.capture.stop', dialog)
}

const mall = 'https://mall.example.com'

/** A visit of a mall in HAR: pages, calls, static files, another site, a password, and an identifier that a response gives. */
function visitHar(): string {
  const cartId = 'a81bc81b-dead-4e5d-abff-90865d1e13b1'
  const entry = (at: number, method: string, url: string, type: string, body?: string, answer?: string) => ({
    pageref: at < 40 ? 'home' : 'order',
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 8, 0, at)).toISOString(),
    time: 40,
    request: {
      method,
      url,
      headers: [{ name: 'Accept', value: '*/*' }],
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: { status: 200, headers: [], content: { mimeType: type, size: 900, text: answer } },
  })
  const entries = [
    entry(0, 'GET', `${mall}/`, 'text/html'),
    entry(0, 'GET', `${mall}/assets/app.js`, 'text/javascript'),
    entry(0, 'GET', `${mall}/assets/logo.svg`, 'image/svg+xml'),
    entry(1, 'GET', 'https://statistics.example.net/hit?page=home', 'image/gif'),
    entry(
      8,
      'POST',
      `${mall}/api/sign-in`,
      'application/json',
      '{"account":"ann","password":"Oolong-1"}',
      JSON.stringify({ cart: { id: cartId } }),
    ),
    entry(9, 'GET', `${mall}/api/goods?keyword=tea&page=1`, 'application/json'),
    entry(10, 'GET', 'wss://mall.example.com/orders/live', ''),
    entry(42, 'GET', `${mall}/order`, 'text/html'),
    entry(47, 'POST', `${mall}/api/orders`, 'application/json', JSON.stringify({ cartId, goodsId: 7 })),
  ]
  const pages = [
    { id: 'home', title: `${mall}/` },
    { id: 'order', title: `${mall}/order` },
  ]
  return JSON.stringify({ log: { version: '1.2', pages, entries } })
}

/** Gives the dialog of the component on the page a file. */
async function importFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera)').click()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
  await page.locator('.ant-modal input[type=file]').setInputFiles(file)
}

/** Gives it the visit of a mall. */
export async function importVisit(page: Page): Promise<void> {
  await importFile(page, 'visit.har', visitHar())
  await page.locator('.ant-modal .ant-table-row').first().waitFor()
}

/** The same, with the values that are extracted. */
export async function openDynamicValues(page: Page): Promise<void> {
  await importVisit(page)
  await page.locator('.ant-modal [role=tab]').nth(1).click()
  await page.locator('.ant-modal [role=tabpanel] code').first().waitFor()
}

/** The same, with the correlation rules of the project over it. */
export async function openRules(page: Page): Promise<void> {
  await importVisit(page)
  await page.locator('.ant-modal .cd-rules-open').click()
  await page.locator('.ant-drawer .cd-rule-frameworks').waitFor()
}

/** The same, with the form of a new rule. */
export async function openNewRule(page: Page): Promise<void> {
  await openRules(page)
  await page.locator('.ant-drawer .ant-btn-primary').click()
  await page.locator('.ant-modal .form-actions').waitFor()
}

/** A capture of two visitors, of whom one is encrypted and one sends a password. */
function visitCapture(): Buffer {
  const answer = (body: string) =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const host = 'Host: mall.example.com\r\n'
  const signIn = JSON.stringify({ account: 'ann', password: 'Oolong-1' })
  const plain = new TestConnection({ clientPort: 51_204 })
    .open()
    .send('client', `POST /api/sign-in HTTP/1.1\r\n${host}Content-Type: application/json\r\n`)
    .send('client', `Content-Length: ${signIn.length}\r\n\r\n${signIn}`)
    .send('server', answer('{"name":"Ann"}'))
    .send('client', `GET /api/goods?keyword=tea&page=1 HTTP/1.1\r\n${host}\r\n`)
    .send('server', answer('{"goods":[]}'))
    .close()
  const encrypted = new TestConnection({ clientPort: 51_205, isVersion6: true })
    .open()
    .send('client', Uint8Array.of(22, 3, 1, 0, 200, 1, 0, 0, 196))
  return Buffer.from(pcapOf([...plain.packets, ...encrypted.packets]))
}

/** Gives the dialog of the component on the page a packet capture. */
export async function importCapture(page: Page): Promise<void> {
  await importFile(page, 'visit.pcap', visitCapture())
  await page.locator('.ant-modal .ant-table-row-expand-icon-collapsed').first().click()
  await page.locator('.ant-modal .ant-table-expanded-row').first().waitFor()
}

/** Where a recording by the proxy of the server is begun. */
export async function openRecord(page: Page): Promise<void> {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera-add)').click()
  await page.locator('.ant-modal-footer .ant-btn-primary:enabled').waitFor()
}

/** Where packets of this machine are captured. */
export async function openLocalCapture(page: Page): Promise<void> {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera)').click()
  await page.locator('.ant-modal .cd-recording-format button').first().click()
  await page.locator('.ant-modal section input[type=password]').waitFor()
}

/** The same, with a tool that does not run. */
export async function connectLocalCapture(page: Page): Promise<void> {
  await openLocalCapture(page)
  await page.locator('.ant-modal section input[type=password]').fill('token')
  await page.locator('.ant-modal section button[type=submit]').click()
  await page.locator('.ant-modal section .ant-alert').waitFor()
}

/** Where packets of load machines are captured. */
export async function openMachineCapture(page: Page): Promise<void> {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera)').click()
  await page.locator('.ant-modal p.cd-recording-format button').nth(1).click()
  await page.locator('.ant-modal .cd-machine-capture').waitFor()
}

/** The same, with the first machine, whose agent has told what can be captured. */
export async function chooseCaptureMachine(page: Page): Promise<void> {
  await openMachineCapture(page)
  await page.locator('.ant-modal .cd-machine-capture .ant-select').first().click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await page.locator('.ant-modal .cd-machine-capture .ant-select').nth(1).locator('[title]').first().waitFor()
}

/** The same, with what the user typed. */
export async function openTypedValues(page: Page): Promise<void> {
  await importVisit(page)
  await page.locator('.ant-modal [role=tab]').nth(2).click()
  await page.locator('.ant-modal [role=tabpanel] code', { hasText: 'tea' }).waitFor()
}

/** Requests of four kinds, more of them in the second minute. */
export function mallLog(): string {
  const line = (second: number, client: number, request: string) =>
    `10.0.0.${client} - - [01/Jan/2026:08:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')} +0800] "${request} HTTP/1.1" 200 ${900 + second} "-" "Mozilla/5.0"`
  const seconds = Array.from({ length: 120 }, (_, second) => second)
  return seconds
    .flatMap(second => [
      line(second, second % 9, `GET /goods/${1000 + (second % 40)}?from=home`),
      ...(second < 60
        ? []
        : [line(second, second % 9, `GET /search?keyword=tea${second % 5}&page=${second % 3}`)]),
      ...(second % 10 === 0 ? [line(second, second % 9, 'POST /orders')] : []),
      line(second, second % 9, 'GET /assets/app.8f3b21.js'),
    ])
    .join('\n')
}

/** Gives the dialog of the component on the page an access log. */
export async function importAccessLog(page: Page): Promise<void> {
  await importFile(page, 'access.log', mallLog())
  await page.locator('.ant-modal .cd-recording-mix').waitFor()
}

/** Gives it a log of a format that is not known. */
export async function importUnknownLog(page: Page): Promise<void> {
  await importFile(page, 'access.log', '200 GET /goods/1 2026-01-01T08:00:00Z')
  await page.locator('.ant-modal .cd-recording-format textarea').fill('$status $request')
}

/** Gives it a script of k6. */
export async function importScript(page: Page): Promise<void> {
  await importFile(page, 'shop.js', shop)
  await page.locator('.ant-modal .left-list li').nth(3).waitFor()
}
