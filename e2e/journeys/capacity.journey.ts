/** A capacity search from the button of a scenario: refused rules, the live page, the report and its export; then another one from the command line. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { exportReport, openReport, waitForState } from '../driver/runs.ts'
import { openScenario } from '../driver/scenarios.ts'
import { seeCount } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'capacity.one', password: 'Capaci1#' }
const project = 'Capacity'
const program = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
/** A slow machine holds it too, so that the search ends at its highest load. */
const rules = 'avg < 20s, errors < 50%'
async function run({ openBrowser, installation, shop, check }: World): Promise<void> {
  const pone = await openBrowser({ language: 'en' })
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, 'Capacity')
  const api = await signInByApi(installation, who, pone.captcha)
  const { projectId, scenarioId } = await makeWorkspace(api, {
    name: project,
    code: 'CAP-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 4, rampUpSeconds: 0, durationSeconds: 10 },
  })
  // Before the browser signs in, which ends the session of the API.
  const { token } = await api.send(calls.apiToken.create, {
    projectId,
    name: 'ci',
    expiresInDays: 1,
    functions: ['scenario.view', 'run.view', 'run.execute', 'run.control'],
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await openScenario(pone, project)
  await check('a rule that more load does not break is refused with its place', async () => {
    await pone.click('scenario.capacity.open')
    await page.getByRole('dialog').waitFor()
    const form = pone.form()
    await form.fill('scenario.capacity.rules', `${rules}, rps > 10`)
    await form.fill('scenario.capacity.max', '4')
    await form.fill('scenario.capacity.start', '2')
    await form.fill('scenario.capacity.measure', '3')
    await form.fill('scenario.capacity.settle', '1')
    await pone.click('scenario.capacity.start.verb')
    await pone.seeText(t('scenario.capacity.problem.direction', { rule: 'rps > 10', position: 26 }))
  })
  await check('the search is followed live, level by level, to its result', async () => {
    await pone.form().fill('scenario.capacity.rules', rules)
    await pone.click('scenario.capacity.start.verb')
    await page.waitForURL('**/realTimeMonitoring?id=*')
    const level = page.locator('.run-capacity tbody tr.ant-table-row')
    await level.first().waitFor({ timeout: 40_000 })
    await waitForState(pone, 'runState.complete')
    await pone.seeText(t('run.capacity.kind.atLeast', { load: t('run.capacity.users', { load: '4' }) }))
    await seeCount(level, 2)
  })
  await check('the report and its export tell the result', async () => {
    await openReport(pone)
    await page.getByRole('heading', { name: t('report.section.capacity') }).waitFor()
    const table = await readFile(await exportReport(pone, 'report.exportCsv'), 'utf8')
    assert.match(table, /The capacity is at least 4 users/)
  })
  await check('the command line has the server search, and prints its result', () =>
    searchByCommand(installation.address, { scenarioId, token }),
  )
}

async function searchByCommand(
  address: string,
  { scenarioId, token }: { readonly scenarioId: string; readonly token: string },
): Promise<void> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      program,
      'run',
      scenarioId,
      '--scenario',
      '--server',
      address,
      '--json',
      '--find-capacity',
      rules,
    ].concat(['--users', '2', '--max-users', '2', '--level-time', '3s']),
    { env: { ...process.env, PONE_API_TOKEN: token } },
  )
  assert.match(stdout, /"state":"complete",.*"bottleneck":null,"monitoring":null,/)
  assert.match(stdout, /"capacity":\{"kind":"atLeast","unit":"users","load":2,/)
  assert.match(stderr, /Capacity: the highest load allowed holds the rules: 2 users/)
}

export const capacityJourney: Journey = { name: 'capacity', needsMachine: true, run }
