/** Deployment of a machine by an administrator: connection test by SSH, the agent, a tool on it, its configuration, the queue, a run on it and the local one, and removal. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'
import { startTestSshd, type TestSshd, testSshdAddresses } from '@pone/server/adapters/test-sshd.ts'
import { archiveOf, uploadPackage } from '../driver/packages.ts'
import type { Pone } from '../driver/pone.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'
import { runOnDeployedMachine } from './deployed-machine-run.ts'

const host = 'prod-load-01'
const version = '5.6.3'
/** The server builds the agent's bundle on first use, which takes a while on a busy machine. */
const patienceMs = 240_000

const jmeterFiles = {
  'bin/ApacheJMeter.jar': 'a jar',
  'bin/jmeter': `#!/bin/sh\necho 'Apache JMeter ${version}'\n`,
  'bin/jmeter.properties': 'server.rmi.port=1099\n',
  'lib/jorphan.jar': 'a jar',
}

async function addHost(pone: Pone, { check }: World, sshd: TestSshd, prefix: string): Promise<void> {
  const { page, t } = pone
  await check('a host is entered, and its key is shown for comparison before anything is sent', async () => {
    await pone.openMenu('route.actuator')
    await pone.click('host.new')
    const dialog = pone.dialog(t('host.new'))
    const form = pone.form(dialog)
    await form.fill('host.name', host)
    await form.fill('host.address', '127.0.0.1')
    await form.fill('host.sshUser', sshd.user)
    await form.fill('host.sshPort', String(sshd.port))
    await dialog.locator('.ant-segmented-item', { hasText: t('host.auth.key') }).click()
    // The authentication method has the same label.
    await dialog.locator('textarea').fill(sshd.privateKey)
    await pone.click('host.test', dialog)
    await pone.seeText(await sshd.fingerprint(), dialog)
    await pone.click('host.trust', dialog)
    await pone.seeText(t('host.testOk'), dialog)
    await pone.click('action.save', dialog)
    await pone.row(host).waitFor()
    // Several hosts share this address.
    await pone.row(host).getByText(`127.0.0.1:${sshd.port}`, { exact: true }).waitFor()
  })
  await check(
    'several more are entered at once, their keys compared together, and deleted together',
    async () => {
      await pone.click('host.many')
      const entering = pone.dialog(t('host.many'))
      const others = ['prod-more-01', 'prod-more-02']
      const lines = others.map((name, index) => `${name} ${testSshdAddresses[index + 1]}:${sshd.port}`)
      await pone.form(entering).fill('host.lines', [...lines, `${host} 127.0.0.1`].join('\n'))
      await pone.form(entering).fill('host.sshUser', sshd.user)
      await entering.locator('.ant-segmented-item', { hasText: t('host.auth.key') }).click()
      await entering.locator('textarea').nth(1).fill(sshd.privateKey)
      await entering.locator('button[type=submit]').click()
      await pone.seeText(t('host.manyRefused', { count: '1' }), entering)
      await entering.locator('.ant-modal-close').click()
      await page.locator('.ant-table-row', { hasText: others[1] ?? '' }).waitFor()
      for (const name of others) await pone.row(name).locator('.ant-checkbox-input').check()
      await page
        .locator('.data-table-selection')
        .getByRole('button', { name: t('host.test') })
        .click()
      const contact = pone.dialog(t('contact.title', { count: '2' }))
      await contact
        .getByText(await sshd.fingerprint())
        .nth(1)
        .waitFor()
      await contact.locator('.ant-checkbox-input').check()
      await contact.getByRole('button', { name: t('contact.trust', { count: '2' }) }).click()
      await contact.getByText(t('host.testOk')).nth(1).waitFor()
      await pone.click('action.close', contact)
      await page
        .locator('.data-table-selection')
        .getByRole('button', { name: t('action.delete') })
        .click()
      await pone.confirm('action.delete')
      await pone.row(others[0] ?? '').waitFor({ state: 'detached' })
    },
  )
  await check('its agent gets a folder and an account of its own', async () => {
    await pone.chooseMenu(pone.row(host).locator('.row-more'), t('host.config'))
    await pone.isAt('/pone/atf/actuatorConfig')
    await pone.form().fill('hostConfig.agentInstallPath', join(prefix, 'agent'))
    await pone.form().fill('hostConfig.agentUser', sshd.user)
    await pone.click('action.save')
    await pone.toast(t('notice.saved'))
    await page.reload()
    await pone.form().seeValue('hostConfig.agentInstallPath', join(prefix, 'agent'))
  })
}

/** Chooses an operation in the cell of the tool, and puts it into the queue. */
async function operate(
  { page, t, ...pone }: Pone,
  tool: 'Agent' | 'JMeter',
  kind: 'install' | 'stop' | 'uninstall',
): Promise<void> {
  await pone.chooseMenu(
    page.getByRole('button', { name: t('tool.menu', { tool: `${host} ${tool}` }) }),
    t(`operation.${kind}`),
  )
  const dialog = pone.dialog(tool)
  await dialog.getByText(t('operation.ready')).waitFor()
  await pone.click('operation.submit', dialog)
  await pone.toast(t('operation.queued'))
}

const toolState = ({ page, t }: Pone, tool: 'Agent' | 'JMeter', state: Parameters<Pone['t']>[0]) =>
  page
    .getByRole('button', { name: t('tool.menu', { tool: `${host} ${tool}` }) })
    .filter({ hasText: t(state) })
    .waitFor({ timeout: patienceMs })

async function useTools(pone: Pone, { check, installation }: World): Promise<void> {
  const { page, t } = pone
  await check('an installation can be followed in the queue, and cancelled', async () => {
    await pone.openMenu('route.actuator')
    await operate(pone, 'Agent', 'install')
    await pone.click('queue.title')
    const drawer = pone.dialog(t('queue.title'))
    await pone.click('queue.cancel', drawer)
    await drawer.getByText(t('queue.cancelled')).first().waitFor({ timeout: patienceMs })
    await drawer.locator('.operation-button').first().click()
    await drawer.locator('.machine-log-warn', { hasText: /cancelled|已取消/ }).waitFor()
    await page.keyboard.press('Escape')
    await toolState(pone, 'Agent', 'tool.state.absent')
  })
  await check('the agent is installed by SSH, and comes online', async () => {
    await operate(pone, 'Agent', 'install')
    await toolState(pone, 'Agent', 'tool.state.installed')
  })
  await check('through the agent a tool is installed from its package', async () => {
    const content = await archiveOf(`apache-jmeter-${version}`, jmeterFiles)
    const name = `apache-jmeter-${version}.tgz`
    const upload = { type: 'JMeter', architecture: 'any', name, content } as const
    await uploadPackage(installation, await pone.token(), upload)
    await operate(pone, 'JMeter', 'install')
    await toolState(pone, 'JMeter', 'tool.state.installed')
    await pone.row(host).getByText(version).waitFor()
  })
  await check('its configuration is edited in the browser, compared, and saved on the machine', async () => {
    await pone.chooseMenu(pone.row(host).locator('.row-more'), t('host.configFiles'))
    const drawer = pone.dialog(host)
    await drawer.getByRole('button', { name: 'jmeter.properties' }).click()
    const editor = drawer.locator('textarea')
    await editor.fill('server.rmi.port=2099\n')
    await pone.click('configFile.review', drawer)
    const review = pone.dialog(t('configFile.reviewTitle'))
    await review.getByText('− server.rmi.port=1099').waitFor()
    await review.getByText('+ server.rmi.port=2099').waitFor()
    await pone.click('action.save', review)
    await pone.toast(t('configFile.saved'))
    await page.keyboard.press('Escape')
  })
  await check('its logs are read in the browser', async () => {
    await pone
      .row(host)
      .getByRole('button', { name: t('action.of', { action: t('host.logs'), name: host }) })
      .click()
    const drawer = pone.dialog(host)
    await drawer.getByText(t('hostLog.files')).click()
    await drawer.getByRole('button', { name: 'agent.log' }).click()
    await drawer.getByRole('log').getByText('connected to').first().waitFor()
    await page.keyboard.press('Escape')
  })
}

async function leave(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  const remove = async () => {
    await pone.chooseMenu(pone.row(host).locator('.row-more'), t('action.delete'))
    await pone.confirm('action.delete')
  }
  await check('a host whose agent is online cannot be deleted', async () => {
    await remove()
    await pone.seeText(`主机“${host}”不是离线状态，不能删除`)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await check('without its agent it can', async () => {
    await operate(pone, 'Agent', 'uninstall')
    await toolState(pone, 'Agent', 'tool.state.absent')
    await remove()
    await pone.toast(t('notice.deleted'))
    await pone.row(host).waitFor({ state: 'detached' })
  })
}

/** A Java that only has to report its version; returns its home. */
async function makeJava(folder: string): Promise<string> {
  const home = join(folder, 'java')
  await mkdir(join(home, 'bin'), { recursive: true })
  const script = '#!/bin/sh\necho \'openjdk version "17.0.1"\' >&2\n'
  await writeFile(join(home, 'bin', 'java'), script, { mode: 0o755 })
  return home
}

/** Ends an agent that a failed check has left running. */
async function endAgent(prefix: string): Promise<void> {
  const text = await readFile(join(prefix, 'agent', 'agent.pid'), 'utf8').catch(() => '')
  const pid = Number(text.trim())
  if (pid <= 1 || !(await isProcessAlive(pid))) return
  process.kill(pid, 'SIGTERM')
  await eventually({
    what: 'the end of the agent',
    look: async () => ((await isProcessAlive(pid)) ? undefined : true),
  })
}

async function run(world: World): Promise<void> {
  const prefix = await mkdtemp(join(tmpdir(), 'pone-e2e-host-'))
  const started: TestSshd[] = []
  try {
    await chmod(prefix, 0o755)
    const sshd = await startTestSshd({ JAVA_HOME: await makeJava(prefix) })
    started.push(sshd)
    assert.equal(sshd.user, userInfo().username)
    const pone = await world.openBrowser()
    await pone.signIn(world.installation.administrator, 'administrator')
    await addHost(pone, world, sshd, prefix)
    await useTools(pone, world)
    await runOnDeployedMachine(pone, world, host)
    await pone.openMenu('route.actuator')
    await leave(pone, world)
  } finally {
    await endAgent(prefix)
    for (const sshd of started) await sshd.close()
    await rm(prefix, { recursive: true, force: true })
  }
}

export const deploymentJourney: Journey = { name: 'deployment', run }
