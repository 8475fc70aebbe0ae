/** Load machines of an administrator and of a project: a second agent joins by a token, gets its limits, is assigned, used, and removed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { actOnRow, openClusterTab, transfer, transferBack } from '../driver/clusters.ts'
import { chooseOption } from '../driver/form.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { holds, seeCount } from '../driver/shown.ts'
import { startAgent } from '../harness/agent.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'
import type { RunningCommand } from '../harness/pone-command.ts'

const who = { account: 'cluster-user', password: 'Clustr1#' }
const project = '集群验收'
const cluster = '华东压测集群'
const machine = 'hd-load-01'
const joinPatienceMs = 60_000
const maxUsers = 30
const measurePatienceMs = 60_000

/** The machine's own folder and process, which is started and stopped. */
interface Park {
  readonly folder: string
  token: string
  agent: RunningCommand | null
}

async function addCluster(pone: Pone, { check, installation }: World, park: Park): Promise<void> {
  const { t } = pone
  await check(
    'an administrator creates a cluster; a second one of that name is refused at its field',
    async () => {
      await pone.signIn(installation.administrator, 'administrator')
      await openClusterTab(pone, 'clusters')
      await pone.click('cluster.new')
      await pone.form(pone.dialog()).fill('cluster.name', cluster)
      await pone.form(pone.dialog()).submit('action.save')
      await pone.toast(t('notice.created'))
      await pone.row(cluster).getByText(t('cluster.assignment.unassigned')).waitFor()
      await pone.click('cluster.new')
      const form = pone.form(pone.dialog())
      await form.fill('cluster.name', cluster)
      await form.submit('action.save')
      assert.match(await form.faultAt('cluster.name'), new RegExp(cluster))
      await pone.click('action.cancel', pone.dialog())
    },
  )
  await check('makes a token that is shown once, with commands that can be copied', async () => {
    await openClusterTab(pone, 'machines')
    await pone.click('machine.add')
    const form = pone.form(pone.dialog())
    await form.field('token.cluster').click()
    await chooseOption(pone.page, cluster)
    await form.submit('token.next')
    const dialog = pone.dialog()
    park.token = await dialog.locator('.join-token code').innerText()
    await pone.click('join.copyCommand', dialog)
    await pone.toast(t('copy.done'))
    await dialog.locator('.command pre').first().filter({ hasText: park.token }).waitFor()
  })
  await check('an agent that is started with it joins while the dialog looks on', async () => {
    const { address: server } = installation
    park.agent = await startAgent({ server, token: park.token, name: machine, folder: park.folder })
    const dialog = pone.dialog()
    await dialog.getByText(t('join.joined', { count: 1 })).waitFor({ timeout: joinPatienceMs })
    await dialog.locator('.join-foot button').click()
    await pone
      .row(machine)
      .getByText(t('machine.is.online'), { exact: true })
      .waitFor({ timeout: joinPatienceMs })
    await pone.row(machine).getByText(cluster).waitFor()
  })
  await check('its row shows its port and the socket port that it reached, each at its heading', async () => {
    // Columns that do not fit are joined: heading and cell have the same parts in the same order.
    const partsOf = (text: string) => text.split(/\n|·/).map(part => part.trim())
    const headers = (await pone.page.locator('thead th').allInnerTexts()).map(partsOf)
    const cellOf = async (title: string) => {
      const column = headers.findIndex(parts => parts.includes(title))
      assert.ok(column >= 0, `no column ${title} in ${headers.join(', ')}`)
      const parts = partsOf(await pone.row(machine).locator('td').nth(column).innerText())
      return parts[headers[column]?.indexOf(title) ?? 0] ?? ''
    }
    await holds(async () => {
      assert.match(await cellOf(t('machine.port')), /^\d+$/)
      assert.equal(await cellOf(t('machine.socketPort')), new URL(installation.address).port)
    })
  })
}

async function editMachine(pone: Pone, { check }: World): Promise<void> {
  const { t } = pone
  await check('a machine needs its max users, and a name that no other one has', async () => {
    await pone
      .row(machine)
      .getByRole('button', { name: t('action.edit') })
      .click()
    const form = pone.form(pone.dialog())
    await form.fill('machine.maxUsers', '')
    await form.submit('action.save')
    assert.ok((await form.faultAt('machine.maxUsers')).length > 0)
    await form.fill('machine.maxUsers', String(maxUsers))
    await form.fill('machine.name', 'local')
    await form.submit('action.save')
    assert.match(await form.faultAt('machine.name'), /local/)
    await form.fill('machine.name', machine)
    await form.submit('action.save')
    await pone.toast(t('notice.saved'))
    await pone.row(machine).getByText(`/ ${maxUsers}`).waitFor()
  })
  await check(
    'a machine measures what it can drive and proposes its limit; a measurement is cancelled',
    async () => {
      await pone.row(machine).getByRole('cell').nth(2).click()
      const drawer = pone.dialog()
      await drawer.getByText(t('machine.calibration.none')).waitFor()
      await pone.click('machine.calibration.measure', drawer)
      await pone.click('action.cancel', drawer)
      await pone.page.locator('.ant-message-notice', { hasText: machine }).first().waitFor()
      await pone.click('machine.calibration.measure', drawer)
      const proposal = drawer.getByText(/^(Proposed:|建议) [\d,]+ /)
      await proposal.waitFor({ timeout: measurePatienceMs })
      assert.match(await proposal.innerText(), /requests\/s at \d+ % CPU|请求\/秒，CPU \d+%/)
      await pone.page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await pone.row(machine).getByText(`/ ${maxUsers}`).waitFor()
    },
  )
  await check('a machine that is online cannot be deleted, nor a cluster with one', async () => {
    await actOnRow(pone, machine, 'action.delete')
    await pone.confirm('action.delete')
    await pone.page.locator('.ant-message-notice', { hasText: machine }).first().waitFor()
    await pone.row(machine).waitFor()
    await openClusterTab(pone, 'clusters')
    await actOnRow(pone, cluster, 'action.delete')
    await pone.confirm('action.delete')
    await pone.page.locator('.ant-message-notice', { hasText: cluster }).first().waitFor()
    await pone.row(cluster).waitFor()
  })
  await check('assigns the cluster to a project by the transfer list', async () => {
    await pone
      .row(cluster)
      .getByRole('button', { name: t('action.edit') })
      .click()
    await transfer(pone.dialog(), project)
    await pone.form(pone.dialog()).submit('action.save')
    await pone.toast(t('notice.saved'))
    await pone.row(cluster).getByText(project).waitFor()
  })
}

async function useIt(
  pone: Pone,
  { check, installation }: World,
  { projectId, scenarioId }: Workspace,
): Promise<void> {
  const { t, page } = pone
  const section = page.getByRole('region', { name: cluster })
  await check('a user of the project sees it with what is left of it', async () => {
    await pone.signIn(who)
    await enterProject(pone, project)
    await pone.openMenu('route.projectClusterManager')
    await section.getByText(t('projectCluster.assigned')).waitFor()
    await section.getByRole('row').filter({ hasText: machine }).getByText(`/ ${maxUsers}`).waitFor()
  })
  await check('a scenario for it with too many users gets the figures before and at the start', async () => {
    await openScenario(pone, project)
    await page.locator('.scenario-cluster', { hasText: cluster }).click()
    const problem = page.locator('.scenario-problem', { hasText: cluster })
    await problem.waitFor()
    const figures = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
    await holds(async () => assert.deepEqual(figures(await problem.innerText()), [40, maxUsers, 10]))
    await page.getByRole('button', { name: t('action.save'), exact: true }).click()
    await pone.toast(t('notice.saved'))
    // One session per account: the browser's, since it has signed in.
    const api = createApiClient(installation.address, await pone.token())
    await assert.rejects(api.send(calls.run.start, { projectId, scenarioId }), /40 .*30 .*10 /)
  })
  await check(
    'with fewer users it runs there, and the cluster page shows what is used until when',
    async () => {
      await pone.form().fill('scenario.field.users', '20')
      await execute(pone)
      await waitForState(pone, 'runState.running', 30_000)
      await pone.openMenu('route.projectClusterManager')
      const row = section.getByRole('row').filter({ hasText: machine })
      await row.getByText(t('machine.is.running')).waitFor()
      await row.getByText(`10 / ${maxUsers}`).waitFor()
      await row.getByRole('link', { name: new RegExp(project) }).waitFor()
      await row.locator('time').first().waitFor()
      await row.getByRole('link', { name: new RegExp(project) }).click()
      await pone.click('run.stop')
      await pone.confirm('run.stop')
      await waitForState(pone, 'runState.userStopped')
    },
  )
}

/** The administrator assigns the machine; the project adds it to a cluster of its own. */
async function ownCluster(administrator: Pone, user: Pone, { check }: World): Promise<void> {
  const { t } = user
  const own = '项目自用集群'
  const section = user.page.getByRole('region', { name: own })
  await check('a machine is allotted to the project', async () => {
    await openClusterTab(administrator, 'machines')
    await administrator
      .row(machine)
      .getByRole('button', { name: t('action.edit') })
      .click()
    await transfer(administrator.dialog(), project)
    await administrator.form(administrator.dialog()).submit('action.save')
    await administrator.toast(t('notice.saved'))
  })
  await check('the project makes a cluster of it, and deletes it once no machine stands in it', async () => {
    await user.openMenu('route.projectClusterManager')
    await user.click('cluster.new')
    await user.form(user.dialog()).fill('cluster.name', own)
    await transfer(user.dialog(), machine)
    await user.form(user.dialog()).submit('action.save')
    await section.getByRole('row').filter({ hasText: machine }).waitFor()
    await user.chooseMenu(section.getByRole('button', { name: t('action.more') }), t('action.delete'))
    await user.confirm('action.delete')
    await user.page.locator('.ant-message-notice', { hasText: own }).first().waitFor()
    await section.getByRole('button', { name: t('action.edit') }).click()
    await transferBack(user.dialog(), machine)
    await user.form(user.dialog()).submit('action.save')
    await section.getByText(t('projectCluster.noMachines')).waitFor()
    await user.chooseMenu(section.getByRole('button', { name: t('action.more') }), t('action.delete'))
    await user.confirm('action.delete')
    await section.waitFor({ state: 'detached' })
  })
}

async function leave(pone: Pone, { check, installation }: World, park: Park): Promise<void> {
  const { t } = pone
  await check('its key is renewed over the line, and it comes back by the new one', async () => {
    await openClusterTab(pone, 'machines')
    await actOnRow(pone, machine, 'machine.rotateKey')
    await pone.confirm('machine.rotateKey')
    await pone.toast(t('machine.rotated'))
    await park.agent?.stop()
    await pone
      .row(machine)
      .getByText(t('machine.is.offline'), { exact: true })
      .waitFor({ timeout: joinPatienceMs })
    const { address: server } = installation
    park.agent = await startAgent({ server, token: park.token, name: machine, folder: park.folder })
    await pone
      .row(machine)
      .getByText(t('machine.is.online'), { exact: true })
      .waitFor({ timeout: joinPatienceMs })
    await seeCount(pone.page.getByRole('row').filter({ hasText: machine }), 1)
  })
  await check('with its key revoked it is disconnected immediately with the reason', async () => {
    await actOnRow(pone, machine, 'machine.revokeKey')
    await pone.confirm('machine.revokeKey')
    await pone.row(machine).getByText(t('machine.is.revoked')).waitFor()
    await eventually({
      what: 'the agent to log the reason',
      look: () => (/revoked/.test(park.agent?.output() ?? '') ? true : undefined),
    })
  })
  await check('once its agent is stopped, it can be deleted, and then its cluster', async () => {
    await park.agent?.stop()
    park.agent = null
    await actOnRow(pone, machine, 'action.delete')
    await pone.confirm('action.delete')
    await pone.row(machine).waitFor({ state: 'detached' })
    await openClusterTab(pone, 'clusters')
    await actOnRow(pone, cluster, 'action.delete')
    await pone.confirm('action.delete')
    await pone.row(cluster).waitFor({ state: 'detached' })
  })
}

async function run(world: World): Promise<void> {
  const { installation, openBrowser, shop } = world
  const administrator = await openBrowser()
  const user = await openBrowser()
  await registerByApi(installation, who, user.captcha, '集群用户')
  const workspace = await makeWorkspace(await signInByApi(installation, who, user.captcha), {
    name: project,
    code: 'CLUSTER-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 40, rampUpSeconds: 0, durationSeconds: 120 },
  })
  const park: Park = {
    folder: await mkdtemp(join(tmpdir(), 'pone-e2e-agent-')),
    token: '',
    agent: null,
  }
  try {
    await addCluster(administrator, world, park)
    await editMachine(administrator, world)
    await useIt(user, world, workspace)
    await ownCluster(administrator, user, world)
    await leave(administrator, world, park)
  } finally {
    await park.agent?.stop()
    await rm(park.folder, { recursive: true, force: true })
  }
}

export const clustersJourney: Journey = { name: 'clusters', run }
