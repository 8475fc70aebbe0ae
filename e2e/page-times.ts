/** `npm run bench:pages`: how long the pages with trees take to open, search and move with 10,000 components and 10,000 scenarios, measured inside Chromium. */
import { errorStack } from '@pone/schema/error-text.ts'
import type { Page } from 'playwright-core'
import { catalogueTree, dragFarDown, treeNode } from './driver/catalogue-tree.ts'
import { fillProject } from './driver/large-project.ts'
import { openSignIn, type Pone } from './driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from './driver/preparation.ts'
import { enterProject } from './driver/projects.ts'
import type { MessageKey } from './driver/texts.ts'
import { launchChromium } from './harness/chromium.ts'
import { createClosers } from './harness/closers.ts'
import { startInstallation } from './harness/installation.ts'

const captcha = 'b5e2'
const who = { account: 'page.times', password: 'Timing12#' }
const project = 'Large'
const count = 10_000
const rounds = 5
const openAimMs = 300
const searchAimMs = 100
const say = (line: string) => process.stdout.write(`${line}\n`)
const closers = createClosers()

/** From a click on the link in the menu until a row of the page's tree is drawn and the browser is idle again, ms. */
const openMs = (page: Page, address: string): Promise<number> =>
  page.evaluate(async path => {
    const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
      each => each.getAttribute('href') === path,
    )
    if (!link) throw new Error(`no link to ${path}`)
    const frame = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const start = performance.now()
    link.click()
    do await frame()
    while (location.pathname !== path || document.querySelector('[role=tree] [role=treeitem]') === null)
    return performance.now() - start
  }, address)

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

function report(what: string, times: readonly number[], aimMs: number | null): void {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const aim = aimMs === null ? '' : `, aim ${aimMs}: ${median <= aimMs ? 'met' : 'missed'}`
  say(`${what}: median ${median} ms, worst ${sorted.at(-1)} ms of ${sorted.length}${aim}`)
}

async function measureTree(
  pone: Pone,
  { title, path, folder, childName }: { title: MessageKey; path: string; folder: string; childName: string },
): Promise<void> {
  const { page } = pone
  const [opened, searched]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('/pone/atf/projects/home')
    await page.waitForLoadState('networkidle')
    const ms = await openMs(page, path)
    if (round === 0) {
      say(`${pone.t(title)}: opened ${Math.round(ms)} ms after the first click, with empty caches`)
      await treeNode(pone, folder).click()
      await page.keyboard.press('ArrowRight')
      await treeNode(pone, `${childName} 1`).waitFor()
    } else opened.push(ms)
    searched.push(
      ...(await searchMs(page, [childName.slice(0, 1), childName, `${childName} 7777`, 'xyz', ''])),
    )
  }
  report(`${pone.t(title)}: open`, opened, openAimMs)
  report(`${pone.t(title)}: search`, searched, searchAimMs)
}

async function measure(): Promise<void> {
  const installation = await startInstallation({ captcha, keepsData: false })
  closers.add(() => installation.stop())
  await registerByApi(installation, who, captcha, 'Page times')
  const api = await signInByApi(installation, who, captcha)
  const workspace = await makeWorkspace(api, {
    name: project,
    code: 'LARGE-1',
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
  const browser = await launchChromium(false)
  closers.add(() => browser.close())
  const context = await browser.newContext({
    baseURL: installation.address,
    viewport: { width: 1440, height: 900 },
  })
  const pone = await openSignIn(context, { language: 'en', captcha })
  await pone.signIn(who)
  await enterProject(pone, project)
  const base = '/pone/atf/projects'
  await measureTree(pone, {
    title: 'route.assembly',
    path: `${base}/assembly`,
    folder: 'Checkout',
    childName: 'Order',
  })
  await measureTree(pone, {
    title: 'route.testset',
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

try {
  await measure()
} catch (cause) {
  say(errorStack(cause))
  process.exitCode = 1
} finally {
  await closers.closeAll()
}
