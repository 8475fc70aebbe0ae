/** `npm run bench:pages`: how long the pages with trees take to open, search and move with 10,000 components and 10,000 scenarios, measured inside Chromium. */

import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { catalogueTree, dragFarDown, treeNode } from './driver/catalogue-tree.ts'
import { fillProject } from './driver/large-project.ts'
import { type MakeProject, type Measured, measureInChromium, say } from './driver/measurement.ts'
import { type Opening, openFromMenu } from './driver/opening.ts'
import type { Pone } from './driver/pone.ts'
import { makeWorkspace } from './driver/preparation.ts'
import type { MessageKey } from './driver/texts.ts'

const count = 10_000
const rounds = 5
const openAimMs = 300
const searchAimMs = 100
const longTaskMs = 200

/** From the input of each of these texts until the rows are drawn, ms. */
const searchMs = (page: Page, texts: readonly string[]): Promise<number[]> =>
  page.evaluate(async wanted => {
    const field = document.querySelector<HTMLInputElement>('.tree-panel-bar input')
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    if (!field) throw new Error('no search field')
    const times: number[] = []
    for (const text of wanted) {
      const start = performance.now()
      value?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
      times.push(performance.now() - start)
    }
    return times
  }, texts)

const medianOf = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

/** Where the time of opening goes: medians of each part. */
function reportParts(opened: readonly Opening[]): void {
  const of = (part: (opening: Opening) => number) => medianOf(opened.map(part))
  say(
    `  code until the call ${of(each => each.askedMs)} ms, server ${of(each => each.serverMs)} ms, transfer ${of(each => each.transferMs)} ms, drawn ${of(each => each.drawnMs)} ms later; ${Math.round(of(each => each.wireBytes) / 1_000)} kB of ${Math.round(of(each => each.plainBytes) / 1_000)} kB; CPU of the main thread ${of(each => each.mainThreadMs)} ms`,
  )
  const long = opened.map(({ longTasksMs }) => longTasksMs.filter(ms => ms > longTaskMs).length)
  const longest = Math.max(0, ...opened.flatMap(({ longTasksMs }) => longTasksMs))
  say(`  tasks over ${longTaskMs} ms: ${long.join(', ')}; the longest ${Math.round(longest)} ms`)
}

function report(what: string, times: readonly number[], aimMs: number | null): void {
  const median = medianOf(times)
  const aim = aimMs === null ? '' : `, aim ${aimMs}: ${median <= aimMs ? 'met' : 'missed'}`
  say(`${what}: median ${median} ms, worst ${Math.round(Math.max(...times))} ms of ${times.length}${aim}`)
}

interface MeasuredPage {
  readonly title: MessageKey
  /** The call that its tree comes from. */
  readonly call: string
  readonly path: string
  readonly folder: string
  readonly childName: string
}

async function measureTree(
  pone: Pone,
  { title, call, path, folder, childName }: MeasuredPage,
): Promise<void> {
  const { page } = pone
  const [opened, searched]: [Opening[], number[]] = [[], []]
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('/pone/atf/projects/home')
    await page.waitForLoadState('networkidle')
    const opening = await openFromMenu(page, cdp, { address: path, call })
    if (round === 0) {
      say(
        `${pone.t(title)}: opened ${Math.round(opening.totalMs)} ms after the first click, with empty caches`,
      )
      await treeNode(pone, folder).click()
      await page.keyboard.press('ArrowRight')
      await treeNode(pone, `${childName} 1`).waitFor()
    } else opened.push(opening)
    searched.push(
      ...(await searchMs(page, [childName.slice(0, 1), childName, `${childName} 7777`, 'xyz', ''])),
    )
  }
  report(
    `${pone.t(title)}: open`,
    opened.map(({ totalMs }) => totalMs),
    openAimMs,
  )
  reportParts(opened)
  await cdp.detach()
  report(`${pone.t(title)}: search`, searched, searchAimMs)
}

const makeLargeProject: MakeProject = async (project, { api, installation }) => {
  const workspace = await makeWorkspace(api, {
    ...project,
    shopAddress: installation.shopAddress,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 5 },
  })
  await fillProject(installation, workspace, {
    components: [
      { folder: 'Checkout', childName: 'Order', count },
      { folder: 'Archive', childName: 'Old', count: 2 },
    ],
    scenarios: [{ folder: 'Regression', childName: 'Peak', count }],
  })
}

async function measure({ pone }: Measured): Promise<void> {
  say(`load average of the machine ${loadavg()[0]?.toFixed(1)}`)
  const base = '/pone/atf/projects'
  await measureTree(pone, {
    title: 'route.assembly',
    call: '/component/tree',
    path: `${base}/assembly`,
    folder: 'Checkout',
    childName: 'Order',
  })
  await measureTree(pone, {
    title: 'route.testset',
    call: '/scenario/tree',
    path: `${base}/testset`,
    folder: 'Regression',
    childName: 'Peak',
  })
  await pone.openMenu('route.assembly')
  await catalogueTree(pone).press('Home')
  const start = performance.now()
  await dragFarDown(pone, 'Order 5', 'Archive')
  await treeNode(pone, 'Order 5').and(pone.page.locator('[aria-setsize="3"]')).waitFor()
  say(`a drag past ${count} rows to the stored move: ${Math.round(performance.now() - start)} ms`)
}

await measureInChromium(measure, makeLargeProject)
