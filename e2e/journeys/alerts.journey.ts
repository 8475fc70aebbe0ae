/** A tester is told of a shop that has become slow, by mail and webhook: channels, a rule, a breach, the incident, and the recovery; a rule from a template does the same. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPort, type Server } from 'node:net'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { TestMailServer } from '@pone/server/adapters/outgoing/test-mail-server.ts'
import { chooseOption } from '../driver/form.ts'
import { everySecond } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, tokenByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'
import type { Shop } from '../harness/shop.ts'

const user = { account: 'alertuser', password: 'Al3rt#Watch' }
const secret = 'journey-secret'
const patienceMs = 60_000
const ruleName = 'Slow shop'
const monitorName = 'shop-1'
/** Type and thereby name of the rule from its template. */
const portType = 'TCP availability'
const onDuty = 'duty@example.com'
/** Of each answer of the shop. At four requests a second some twelve are in progress when it is slow. */
const slowMs = 3_000
const usualMs = 5
const projectName = 'Alerts'

interface Told {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
}

/** Receivers of notices: a webhook and a mail server. */
async function openReceivers() {
  const told: Told[] = []
  const mailServer = await TestMailServer.start()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name] ?? '')
      told.push({ body, timestamp: header('x-pone-timestamp'), signature: header('x-pone-signature') })
      response.end('taken')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    told,
    mailPort: mailServer.port,
    mails: mailServer.mails,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await mailServer.close()
    },
  }
}
type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Waits until a notice of the rule of this event has come, with the signature of its body. */
const seeNotice = ({ told }: Receivers, event: string, rule = ruleName): Promise<void> =>
  holds(() => {
    const found = told.find(({ body }) => body.includes(`"${event}"`) && body.includes(rule))
    assert.ok(found, told.map(({ body }) => body).join('\n'))
    const { timestamp, body, signature } = found
    const sign = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    assert.equal(signature, `sha256=${sign}`)
  }, patienceMs)

/** Waits until a mail about the rule of this event has come to the person on duty; all of an incident are one thread. */
const seeMail = ({ mails }: Receivers, event: string): Promise<void> =>
  holds(() => {
    const about = mails.filter(({ headers }) => headers.get('subject')?.includes(ruleName))
    const found = about.find(({ headers }) => headers.get('subject')?.startsWith(`[${event}]`))
    assert.ok(found, mails.map(({ raw }) => raw).join('\n'))
    assert.deepEqual(found.to, [onDuty])
    assert.equal(found.headers.get('references'), about[0]?.headers.get('references'))
  }, patienceMs)

/** Visits the shop until it is told to stop: four requests a second, however long their answers take. */
function visit(shop: Shop): () => void {
  const ending = new AbortController()
  const visits = setInterval(() => {
    fetch(`${shop.address}/api/goods`, { signal: ending.signal })
      .then(answer => answer.arrayBuffer())
      .catch(() => undefined)
  }, 250)
  return () => {
    clearInterval(visits)
    ending.abort()
  }
}

/** A port that accepts connections until it is closed. */
async function openPort(port = 0): Promise<Server> {
  const opened = createPort(socket => socket.end())
  await new Promise<void>(resolve => opened.listen(port, '127.0.0.1', resolve))
  return opened
}
const portOf = (opened: Server): number => (opened.address() as AddressInfo).port

/** A project with running monitors of the shop and a port; before the browser signs in, which ends other sessions. */
async function watch({ installation, shop }: World, captcha: string, watched: number): Promise<void> {
  await registerByApi(installation, user, captcha, 'Alerts')
  const api = createApiClient(installation.address, await tokenByApi(installation, user, captcha))
  const { id: projectId } = await api.send(calls.project.create, { name: projectName, code: 'ALERT-1' })
  const { hostname, port } = new URL(shop.address)
  const monitor = {
    projectId,
    name: monitorName,
    type: 'demo-shop',
    params: { host: hostname, port: Number(port) },
    ...everySecond,
  }
  const { id } = await api.send(calls.monitor.create, monitor)
  const reached = await api.send(calls.monitor.create, {
    ...monitor,
    name: 'port-1',
    type: 'tcp-availability',
    params: { host: '127.0.0.1', port: watched },
  })
  await api.send(calls.monitor.start, { projectId, ids: [id, reached.id] })
}

async function prepare(pone: Pone, { port, mailPort }: Receivers, { check }: World): Promise<void> {
  const { t } = pone
  await check('a channel is made and tested before anything happens', async () => {
    await pone.openMenu('route.warningTarget')
    await pone.see('alert.noChannelsTitle')
    await pone.click('alert.newChannel')
    const form = pone.form(pone.dialog(t('alert.newChannel')))
    await form.fill('alert.name', 'Receiver')
    await form.choose('alert.channelKind', t('alert.kind.webhook'))
    await form.fill('alert.url', `http://127.0.0.1:${port}/notices`)
    await form.fill('alert.secret', secret)
    await form.submit('action.save')
    await pone.page.getByRole('button', { name: `${t('alert.sendTest')}: Receiver` }).click()
    await pone.page.locator('.ant-modal').getByText(t('alert.accepted')).waitFor({ timeout: patienceMs })
    await pone.page.locator('.ant-modal .ant-modal-footer button').click()
  })
  await check('a mail server is a channel too', async () => {
    await pone.click('alert.newChannel')
    const drawer = pone.dialog(t('alert.newChannel'))
    const form = pone.form(drawer)
    await form.fill('alert.name', 'Duty')
    await form.choose('alert.channelKind', t('alert.kind.mail'))
    await form.fill('alert.mailHost', '127.0.0.1')
    await form.fill('alert.mailPort', String(mailPort))
    await drawer.getByText(t('alert.security.none'), { exact: true }).click()
    await form.fill('alert.mailFrom', 'pone@example.com')
    await form.fill('alert.mailRecipients', onDuty)
    await form.field('alert.mailRecipients').press('Enter')
    await form.submit('action.save')
    await pone.page.getByRole('button', { name: `${t('alert.sendTest')}: Duty` }).click()
    await pone.page.locator('.ant-modal').getByText(t('alert.accepted')).waitFor({ timeout: patienceMs })
    await pone.page.locator('.ant-modal .ant-modal-footer button').click()
  })
}

async function makeRule(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('a rule is made from a chart of the monitor, rehearsed and saved', async () => {
    await pone.openMenu('route.monitorManager')
    await pone.row(monitorName).getByRole('link', { name: monitorName }).click()
    const chart = { action: t('monitor.newAlertRule'), name: 'Requests in progress' }
    await page.getByRole('button', { name: t('action.of', chart) }).click({ timeout: patienceMs })
    await page.getByRole('menuitem', { name: 'Requests in progress' }).click()
    const drawer = pone.dialog(t('alert.new'))
    const form = pone.form(drawer)
    await form.fill('alert.name', ruleName)
    await form.fill('alert.max', '6')
    await form.fill('alert.triggerCycle', '1')
    await form.fill('alert.times', '3')
    await form.fill('alert.silentCycle', '0')
    await form.choose('alert.channels', `Receiver · ${t('alert.kind.webhook')}`)
    await chooseOption(page, `Duty · ${t('alert.kind.mail')}`)
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: t('alert.rehearse') }).click()
    await drawer.locator('.alert-rehearsed table').first().waitFor({ timeout: patienceMs })
    await drawer.getByText(t('alert.noNotices')).waitFor()
    await form.submit('action.save')
    await pone.row(ruleName).waitFor()
  })
}

async function breach(pone: Pone, receivers: Receivers, { check, shop }: World): Promise<void> {
  const { t, page } = pone
  await check(
    'a shop that has become slow opens an incident, rings the bell, and tells both receivers',
    async () => {
      await shop.change({ latencyMs: slowMs })
      await seeNotice(receivers, 'triggered')
      await seeMail(receivers, 'Alert triggered')
      await page
        .getByRole('button', { name: t('shell.openAlerts', { count: 1 }) })
        .click({ timeout: patienceMs })
      await page.getByRole('menuitem', { name: t('shell.allAlerts') }).click()
      await pone.row(ruleName).getByText(t('alert.isOpen')).waitFor({ timeout: patienceMs })
    },
  )
  await check('it is acknowledged and commented, with its curve beside it', async () => {
    await pone.row(ruleName).getByRole('button', { name: ruleName }).click()
    const drawer = page.locator('.alert-incident')
    await drawer.locator('canvas').waitFor({ timeout: patienceMs })
    await drawer.getByRole('button', { name: t('alert.acknowledge') }).click()
    await drawer.getByText(t('alert.did.acknowledgement', { by: user.account })).waitFor()
    await drawer.getByRole('textbox', { name: t('alert.comment') }).fill('Undoing the last release')
    await drawer.getByRole('button', { name: t('alert.addComment') }).click()
    await drawer.locator('.alert-said').getByText('Undoing the last release').waitFor()
  })
  await check('when the shop is mended the recovery is told, and the incident is closed', async () => {
    await shop.change({ latencyMs: usualMs })
    await seeNotice(receivers, 'recovered')
    await seeMail(receivers, 'Alert recovered')
    await page
      .locator('.alert-incident')
      .getByText(t('alert.recovered'))
      .first()
      .waitFor({ timeout: patienceMs })
    await page.getByRole('button', { name: t('shell.openAlerts', { count: 0 }) }).waitFor()
  })
}

/** `watched` is closed and opened again. */
async function useTemplate(
  pone: Pone,
  receivers: Receivers,
  { check }: World,
  watched: Server,
): Promise<Server> {
  const { t, page } = pone
  await check('a rule is made from the template of a type', async () => {
    await page.keyboard.press('Escape')
    await page.locator('.alert-incident').waitFor({ state: 'hidden' })
    await pone.openMenu('route.warningConfig')
    await pone.click('alert.fromTemplates')
    const dialog = pone.dialog(t('alert.fromTemplates'))
    const form = pone.form(dialog)
    await form.fill('monitor.type', portType)
    await chooseOption(page, portType)
    await form.choose('alert.channels', 'Receiver')
    await page.keyboard.press('Escape')
    await dialog.locator('.ant-modal-footer .ant-btn-primary').click()
    await pone.row(portType).getByRole('button', { name: portType }).first().click()
    const drawer = pone.form(page.locator('.ant-drawer-body'))
    await drawer.fill('alert.silentCycle', '0')
    await drawer.submit('action.save')
    await page.locator('.ant-drawer-body').waitFor({ state: 'hidden' })
  })
  const port = portOf(watched)
  await check('it fires when the port is closed', async () => {
    await new Promise<unknown>(resolve => watched.close(resolve))
    await seeNotice(receivers, 'triggered', portType)
  })
  const opened = await openPort(port)
  await check('it recovers when the port is open again', () => seeNotice(receivers, 'recovered', portType))
  return opened
}

async function run(world: World): Promise<void> {
  const receivers = await openReceivers()
  let watched = await openPort()
  const leave = visit(world.shop)
  try {
    const pone = await world.openBrowser({ language: 'en' })
    await watch(world, pone.captcha, portOf(watched))
    await pone.signIn(user)
    await enterProject(pone, projectName)
    await prepare(pone, receivers, world)
    await makeRule(pone, world)
    await breach(pone, receivers, world)
    watched = await useTemplate(pone, receivers, world, watched)
  } finally {
    leave()
    await world.shop.change({ latencyMs: usualMs })
    await receivers.close()
    watched.close()
  }
}

export const alertsJourney: Journey = { name: 'alerts', run }
