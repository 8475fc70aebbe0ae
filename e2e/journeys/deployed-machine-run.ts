/** Part of the journey of deployment: the machine that was just deployed and the local one form a cluster, and a run uses both, up to its report. */
import assert from 'node:assert/strict'
import { openClusterTab, transfer } from '../driver/clusters.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { openReport, reportFigure, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import type { World } from '../harness/journey.ts'

const who = { account: 'twomachines', password: 'Twomch1#' }
const project = '双机压测'
const cluster = '双机集群'
const users = 20

async function makeCluster(administrator: Pone, { check }: World, machine: string): Promise<void> {
  const { t } = administrator
  await check('the machine and the local one make a cluster for a project', async () => {
    await openClusterTab(administrator, 'clusters')
    await administrator.click('cluster.new')
    const dialog = administrator.dialog()
    const form = administrator.form(dialog)
    await form.fill('cluster.name', cluster)
    await transfer(dialog, machine)
    await transfer(dialog, 'local')
    await transfer(dialog, project)
    await form.submit('action.save')
    await administrator.toast(t('notice.created'))
    await administrator.row(cluster).getByText(project).waitFor()
  })
}

/** `machine` is the name with which the deployed machine has joined. */
export async function runOnDeployedMachine(
  administrator: Pone,
  world: World,
  machine: string,
): Promise<void> {
  const { check, installation, openBrowser, shop } = world
  const tester = await openBrowser()
  const { page, t } = tester
  await registerByApi(installation, who, tester.captcha, '双机用户')
  await makeWorkspace(await signInByApi(installation, who, tester.captcha), {
    name: project,
    code: 'TWO-MACHINES',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users, rampUpSeconds: 0, durationSeconds: 6 },
  })
  await makeCluster(administrator, world, machine)
  await check('a tester runs a scenario on both machines at a time', async () => {
    await tester.signIn(who)
    await enterProject(tester, project)
    await openScenario(tester, project)
    await page.locator('.scenario-cluster', { hasText: cluster }).click()
    await page.getByRole('button', { name: t('action.save'), exact: true }).click()
    await tester.toast(t('notice.saved'))
    await execute(tester)
    await waitForState(tester, 'runState.complete')
  })
  await check('the report adds up over both machines', async () => {
    await openReport(tester)
    assert.equal(await reportFigure(tester, 'report.peakUsers'), String(users))
    await page
      .getByText(/数据一致/)
      .first()
      .waitFor()
    for (const name of [machine, 'local']) {
      await page.locator('.report-machines').getByText(name, { exact: true }).waitFor()
    }
  })
}
