/**
 * An administrator installs a licence issued with the tool; its limits apply immediately, and a start beyond them is
 * refused with the figures.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { createVendor, type LicenceVendor, previewLicence, trustVendor } from '../driver/licences.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { numberIn, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'licence-one', password: 'Licence1#' }
const project = '许可压测'

async function run(world: World): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-licences-'))
  const admin = await world.openBrowser()
  try {
    await runWith(world, admin, await createVendor(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
    await takeOut(world, admin)
  }
}

/** The journeys after this one need the community licence, also when this one fails. */
async function takeOut({ installation }: World, { captcha }: Pone): Promise<void> {
  const api = await signInByApi(installation, installation.administrator, captcha, true)
  const { state } = await api.send(calls.licence.get, {})
  if (state !== 'community') await api.send(calls.licence.remove, {})
}

type Vendor = Awaited<ReturnType<typeof createVendor>>

async function runWith(world: World, admin: Pone, vendor: Vendor): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const tester = await openBrowser()
  await registerByApi(installation, who, tester.captcha, '许可')
  const api = await signInByApi(installation, who, tester.captcha)
  const workspace = await makeWorkspace(api, {
    name: project,
    code: 'LIC-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 8, rampUpSeconds: 0, durationSeconds: 3 },
  })
  const { page, t } = admin
  const figure = (label: Parameters<typeof t>[0]) =>
    page
      .locator('.stat')
      .filter({ hasText: t(label) })
      .locator('.stat-value')
  const seeFigure = (label: Parameters<typeof t>[0], text: string) =>
    holds(async () => assert.equal(await figure(label).innerText(), text))

  await check('the community licence holds on a fresh installation', async () => {
    await admin.signIn(installation.administrator, 'administrator')
    await admin.openMenu('route.license')
    await admin.see('licence.state.community')
    await seeFigure('licence.totalUsers', '5,000')
    await seeFigure('licence.remainingDays', t('licence.unlimited'))
    await admin.see('licence.historyEmpty')
  })
  await check(
    'a licence whose signer the server does not trust is reported before it is installed',
    async () => {
      const dialog = await previewLicence(
        admin,
        await vendor.issue({ holder: '某某银行', users: 5, days: 30 }),
      )
      await dialog.getByText(t('licence.refusal.wrongSignature')).waitFor()
      assert.equal(await admin.button('licence.confirm', dialog).count(), 0)
      await admin.click('action.cancel', dialog)
    },
  )
  await check(
    'with its key in the data folder the preview says what changes, and then it holds',
    async () => {
      await trustVendor(installation, vendor.publicKeyPath)
      const dialog = await previewLicence(
        admin,
        await vendor.issue({ holder: '某某银行', users: 5, days: 30 }),
      )
      const users = dialog.getByRole('row').filter({ hasText: t('licence.totalUsers') })
      await holds(async () => assert.match((await users.innerText()).replaceAll(/\s+/g, ' '), /5,000 5$/))
      await admin.click('licence.confirm', dialog)
      await admin.toast(t('licence.installed'))
      await admin.see('licence.state.valid')
      await seeFigure('licence.totalUsers', '5')
      await seeFigure('licence.remainingDays', '30')
      await admin.row('某某银行').waitFor()
    },
  )
  await checkLimits(world, { tester, admin, vendor }, workspace)
  await check('the page remembers the peak, and removing goes back to the community licence', async () => {
    await page.reload()
    await admin.see('licence.state.valid')
    // Runs of other journeys may have had more users at a time.
    await holds(async () => assert.ok(numberIn(await figure('licence.peak').innerText()) >= 8))
    await admin.click('licence.remove')
    await admin.confirm('licence.remove')
    await admin.toast(t('licence.removed'))
    await admin.see('licence.state.community')
    await page.getByText('还剩 7 天').first().waitFor({ state: 'detached' })
  })
}

/** A start beyond the licence is refused, a larger licence allows it. */
async function checkLimits(
  { installation, check }: World,
  { tester, admin, vendor }: { tester: Pone; admin: Pone; vendor: LicenceVendor },
  { projectId, scenarioId }: Workspace,
): Promise<void> {
  const { page, t } = admin
  await check('eight users are refused with the figures, in the scenario and at the start', async () => {
    await tester.signIn(who)
    await enterProject(tester, project)
    await openScenario(tester, project)
    const refusal = '需要 8 个并发用户，许可证共允许 5 个，已占用 0 个，还差 3 个'
    await tester.seeText(refusal)
    // The attempt to run leads to the problem instead of a start.
    await tester.click('scenario.execute')
    await tester.isAt('/pone/atf/projects/testset')
    const call = createApiClient(installation.address, await tester.token())
    // The client of the command line asks for English.
    await assert.rejects(
      call.send(calls.run.start, { projectId, scenarioId }),
      /8 concurrent users are required. The licence allows 5, 0 are in use; 3 users are missing/,
    )
  })
  await check('a larger licence that ends soon warns on every page of the administrator', async () => {
    const dialog = await previewLicence(admin, await vendor.issue({ holder: '某某银行', users: 50, days: 7 }))
    await admin.click('licence.confirm', dialog)
    await admin.toast(t('licence.installed'))
    await admin.openMenu('route.user')
    await admin.seeText('还剩 7 天')
    await page.getByRole('link', { name: t('shell.toLicence'), exact: true }).click()
    await admin.isAt('/pone/atf/license')
  })
  await check('now the same start runs to its end', async () => {
    await tester.page.reload()
    await tester.page.getByRole('heading', { name: project, level: 1 }).waitFor()
    await execute(tester)
    await waitForState(tester, 'runState.complete')
  })
}

export const licenceJourney: Journey = { name: 'licence', run }
