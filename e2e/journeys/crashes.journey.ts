/**
 * Server and database are killed during a run while its live page is open: the run ends with correct figures, and
 * nothing is lost.
 */
import assert from 'node:assert/strict'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import {
  numberIn,
  openReport,
  reportFigure,
  requestsShown,
  seeRequests,
  waitForMoreThan,
  waitForState,
} from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import type { PartName } from '../harness/installation.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'survivor.one', password: 'Survive1#' }
const project = 'Crashes'
const recoveryMs = 60_000

async function start(pone: Pone): Promise<string> {
  await openScenario(pone, project)
  const runId = await execute(pone)
  await waitForState(pone, 'runState.running', 30_000)
  await waitForMoreThan(pone, await waitForMoreThan(pone, 0))
  return runId
}

async function endsReconciled(pone: Pone, { shop }: World, runId: string): Promise<void> {
  await waitForState(pone, 'runState.complete', recoveryMs)
  const { received } = await shop.countsOf(runId)
  assert.ok(received > 0)
  await seeRequests(pone, received)
  await openReport(pone)
  assert.equal(numberIn(await reportFigure(pone, 'report.requests')), received)
}

async function survives(pone: Pone, world: World, part: PartName): Promise<void> {
  const { check, installation } = world
  let runId = ''
  let before = 0
  await check(`a run is under way when the ${part} is killed`, async () => {
    runId = await start(pone)
    before = await requestsShown(pone)
    await installation.kill(part)
  })
  if (part === 'server') {
    await check('the page says that the live connection is lost, and loses nothing it showed', async () => {
      await pone.see('run.disconnected')
      assert.ok((await requestsShown(pone)) >= before)
    })
  }
  await check(`after the restart of the ${part} the page goes on by itself`, async () => {
    await pone.page.getByText(pone.t('run.disconnected')).waitFor({ state: 'detached', timeout: recoveryMs })
    await waitForMoreThan(pone, before)
  })
  await check(`the run ends complete and every request is accounted for (${part})`, () =>
    endsReconciled(pone, world, runId),
  )
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop } = world
  const pone = await openBrowser()
  await registerByApi(installation, who, pone.captcha, '幸存者')
  const api = await signInByApi(installation, who, pone.captcha)
  await makeWorkspace(api, {
    name: project,
    code: 'CRASH-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 5, rampUpSeconds: 0, durationSeconds: 20 },
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await survives(pone, world, 'server')
  await survives(pone, world, 'database')
}

export const crashesJourney: Journey = { name: 'crashes', run }
