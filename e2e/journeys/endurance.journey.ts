/** A tab that shows a longer run stays responsive: its nodes and its memory do not grow without bound, and it reacts immediately. */
import assert from 'node:assert/strict'
import { tab } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { figure, numberIn, waitForMoreThan, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'patient.one', password: 'Patient1#' }
const project = 'Endurance'
const durationSeconds = 40

interface Size {
  readonly nodes: number
  readonly heapBytes: number
}

/** After garbage collection. */
async function measure(pone: Pone): Promise<Size> {
  const session = await pone.page.context().newCDPSession(pone.page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const valueOf = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0
  return { nodes: valueOf('Nodes'), heapBytes: valueOf('JSHeapUsedSize') }
}

/** Waits until the run has lasted so many seconds, by the page's own clock. */
async function waitForSecond(pone: Pone, second: number): Promise<void> {
  await eventually({
    what: `second ${second} of the run`,
    patienceMs: (second + 30) * 1_000,
    look: async () => {
      const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d)/.exec(await figure(pone, 'run.elapsed')) ?? []
      return numberIn(minutes) * 60 + numberIn(seconds) >= second ? true : undefined
    },
  })
}

async function run({ openBrowser, installation, shop, check }: World): Promise<void> {
  const pone = await openBrowser()
  await registerByApi(installation, who, pone.captcha, '耐心')
  const api = await signInByApi(installation, who, pone.captcha)
  await makeWorkspace(api, {
    name: project,
    code: 'LONG-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 20, rampUpSeconds: 2, durationSeconds },
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await check('a longer run is watched from its start', async () => {
    await openScenario(pone, project)
    await execute(pone)
    await waitForState(pone, 'runState.running', 30_000)
    await waitForMoreThan(pone, 0)
    await waitForSecond(pone, 10)
  })
  await check('the page does not grow while it watches', async () => {
    const early = await measure(pone)
    await waitForSecond(pone, durationSeconds - 4)
    const late = await measure(pone)
    assert.ok(late.nodes < early.nodes * 1.3 + 500, `nodes grew from ${early.nodes} to ${late.nodes}`)
    const grownBytes = late.heapBytes - early.heapBytes
    assert.ok(grownBytes < 12_000_000, `the heap grew by ${Math.round(grownBytes / 1e6)} MB`)
  })
  await check('it answers a click within half a second', async () => {
    for (const part of ['run.tab.errors', 'run.tab.log', 'run.tab.transactions'] as const) {
      await pone.page.getByRole('tab', { name: pone.t(part) }).waitFor()
      const times: number[] = []
      for (let click = 0; click < 3; click += 1)
        times.push(await pone.page.evaluate(clickAndPaint, pone.t(part)))
      // A busy machine may slow one of them, a page that grew slows all.
      assert.ok(Math.min(...times) < 500, `${part} took ${times.join(', ')} ms`)
    }
  })
  await check('the run ends complete', async () => {
    await waitForState(pone, 'runState.complete')
    await tab(pone, 'run.tab.transactions').click()
  })
}

/** Runs in the page: milliseconds from the click on a tab to the second frame after it. */
function clickAndPaint(label: string): Promise<number> {
  const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(element =>
    element.innerText.startsWith(label),
  )
  const startedMs = performance.now()
  found?.click()
  return new Promise(resolve => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedMs)))
  })
}

export const enduranceJourney: Journey = { name: 'endurance', needsMachine: true, run }
