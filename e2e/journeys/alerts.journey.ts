/** A tester is told of a queue that a program reports: a channel, a rule, a breach, the incident, and the recovery. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { everySecond } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, tokenByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'alertuser', password: 'Al3rt#Watch' }
const secret = 'journey-secret'
const patienceMs = 60_000
const ruleName = 'Long queue'
const projectName = 'Alerts'

interface Told {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
}

/** An exporter whose gauge the journey sets, and the receiver of notices. */
async function programs() {
  const told: Told[] = []
  let queue = 1
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('content-type', 'text/plain; version=0.0.4')
      response.end(`# TYPE shop_queue gauge\nshop_queue ${queue}\n`)
      return
    }
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
    setQueue: (length: number) => {
      queue = length
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
type Programs = Awaited<ReturnType<typeof programs>>

/** Waits until a notice of the rule of this event has come, with the signature of its body. */
const seeNotice = ({ told }: Programs, event: string): Promise<void> =>
  holds(() => {
    const found = told.find(({ body }) => body.includes(`"${event}"`) && body.includes(ruleName))
    assert.ok(found, told.map(({ body }) => body).join('\n'))
    const { timestamp, body, signature } = found
    const sign = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    assert.equal(signature, `sha256=${sign}`)
  }, patienceMs)

/** A project with a running monitor of the exporter; before the browser signs in, which ends other sessions. */
async function watch({ installation }: World, captcha: string, port: number): Promise<void> {
  await registerByApi(installation, user, captcha, 'Alerts')
  const api = createApiClient(installation.address, await tokenByApi(installation, user, captcha))
  const { id: projectId } = await api.send(calls.project.create, { name: projectName, code: 'ALERT-1' })
  const monitor = {
    projectId,
    name: 'queue-1',
    type: 'prometheus',
    params: { host: '127.0.0.1', port },
    ...everySecond,
  }
  const { id } = await api.send(calls.monitor.create, monitor)
  await api.send(calls.monitor.start, { projectId, ids: [id] })
}

async function prepare(pone: Pone, { port }: Programs, { check }: World): Promise<void> {
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
}

async function makeRule(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('a rule is made from a chart of the monitor, rehearsed and saved', async () => {
    await pone.openMenu('route.monitorManager')
    await pone.row('queue-1').getByRole('link', { name: 'queue-1' }).click()
    await page.locator('.monitor-new-rule').first().click({ timeout: patienceMs })
    await page.getByRole('menuitem', { name: 'shop_queue' }).click()
    const drawer = pone.dialog(t('alert.new'))
    const form = pone.form(drawer)
    await form.fill('alert.name', ruleName)
    await form.fill('alert.max', '10')
    await form.fill('alert.triggerCycle', '1')
    await form.fill('alert.times', '3')
    await form.fill('alert.silentCycle', '0')
    await form.choose('alert.channels', `Receiver · ${t('alert.kind.webhook')}`)
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: t('alert.rehearse') }).click()
    await drawer.locator('.alert-rehearsed table').first().waitFor({ timeout: patienceMs })
    await drawer.getByText(t('alert.noNotices')).waitFor()
    await form.submit('action.save')
    await pone.row(ruleName).waitFor()
  })
}

async function breach(pone: Pone, target: Programs, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('a breach opens an incident, rings the bell and tells the receiver', async () => {
    target.setQueue(50)
    await seeNotice(target, 'triggered')
    await page
      .getByRole('button', { name: t('shell.openAlerts', { count: 1 }) })
      .click({ timeout: patienceMs })
    await page.getByRole('menuitem', { name: t('shell.allAlerts') }).click()
    await pone.row(ruleName).getByText(t('alert.isOpen')).waitFor({ timeout: patienceMs })
  })
  await check('it is acknowledged and commented, with its curve beside it', async () => {
    await pone.row(ruleName).getByRole('button', { name: ruleName }).click()
    const drawer = page.locator('.alert-incident')
    await drawer.locator('canvas').waitFor({ timeout: patienceMs })
    await drawer.getByRole('button', { name: t('alert.acknowledge') }).click()
    await drawer.getByText(t('alert.did.acknowledgement', { by: user.account })).waitFor()
    await drawer.getByRole('textbox', { name: t('alert.comment') }).fill('Restarting the consumer')
    await drawer.getByRole('button', { name: t('alert.addComment') }).click()
    await drawer.locator('.alert-said').getByText('Restarting the consumer').waitFor()
  })
  await check('when the queue is short again the recovery is told, and the incident is closed', async () => {
    target.setQueue(1)
    await seeNotice(target, 'recovered')
    await page
      .locator('.alert-incident')
      .getByText(t('alert.recovered'))
      .first()
      .waitFor({ timeout: patienceMs })
    await page.getByRole('button', { name: t('shell.openAlerts', { count: 0 }) }).waitFor()
  })
}

async function run(world: World): Promise<void> {
  const target = await programs()
  try {
    const pone = await world.openBrowser({ language: 'en' })
    await watch(world, pone.captcha, target.port)
    await pone.signIn(user)
    await enterProject(pone, projectName)
    await prepare(pone, target, world)
    await makeRule(pone, world)
    await breach(pone, target, world)
  } finally {
    target.close()
  }
}

export const alertsJourney: Journey = { name: 'alerts', run }
