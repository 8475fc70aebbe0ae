/**
 * Requests and bytes of a browser with an empty cache until each main page stands, compared with a budget per page; a
 * second visit transfers no file but the page.
 */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createPone } from '../driver/pone.ts'
import { makeWorkspace, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { textsIn } from '../driver/texts.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation } from '../harness/installation.ts'
import type { Journey, World } from '../harness/journey.ts'
import { type Exchange, startWireMeter, type WireMeter } from '../harness/wire-meter.ts'

interface Budget {
  readonly requests: number
  /** Heads and bodies of the answers, compressed by gzip, in bytes. */
  readonly bytes: number
}
/**
 * Bytes: measured + 5 %. Requests: measured + 5, since a page that follows a run asks again while it is being read.
 * Above all, issue 13: sign-in at most 15 requests and 200 kB, the first page of a project, sign-in and
 * choice of the project included, at most 40 requests and 400 kB.
 */
const budgets = {
  signIn: { requests: 12, bytes: 176_000 },
  firstWorkspacePage: { requests: 42, bytes: 400_000 },
  projects: { requests: 25, bytes: 356_000 },
  home: { requests: 36, bytes: 381_000 },
  components: { requests: 55, bytes: 628_000 },
  component: { requests: 102, bytes: 1_075_000 },
  scenarios: { requests: 74, bytes: 756_000 },
  live: { requests: 87, bytes: 762_000 },
  report: { requests: 103, bytes: 780_000 },
} as const satisfies Record<string, Budget>

interface Subject {
  readonly name: keyof typeof budgets
  readonly path: string
  /** Shown once the page has its content. */
  readonly content: string
}

const work = '/pone/atf/projects'
const subjectsOf = ({ componentId, runId }: { componentId: string; runId: string }): readonly Subject[] => [
  { name: 'projects', path: '/pone/atf/projectList/info', content: '.choice-card' },
  { name: 'home', path: `${work}/home`, content: 'main h2' },
  {
    name: 'components',
    path: `${work}/assembly`,
    content: 'main [role=tree], main [role=table], main table',
  },
  { name: 'component', path: `${work}/prComponentDesign?id=${componentId}`, content: '.cd-main' },
  { name: 'scenarios', path: `${work}/testset`, content: 'main [role=tree], main table' },
  { name: 'live', path: `${work}/realTimeMonitoring?id=${runId}`, content: '.run-figures' },
  { name: 'report', path: `${work}/analysisReports?id=${runId}`, content: '.report-verdict' },
]

const captcha = 'e2e7'
const projectName = '首屏'

async function run({ openBrowser, installation, check, checkAlso, say }: World): Promise<void> {
  const visitor = await openBrowser()
  const browser = visitor.page.context().browser()
  assert.ok(browser)
  const meter = await startWireMeter(installation.address)
  // The budgets count gzip, which browsers accept without TLS; Brotli, checked below, is smaller.
  meter.accept('gzip')
  const t = textsIn('zh')
  const measured = new Map<keyof typeof budgets, readonly Exchange[]>()
  const fresh = (storage: Storage = {}) => freshContext(browser, meter, storage)
  try {
    const ids = await makeEndedRun(installation)
    const first = await fresh()
    const page = await first.newPage()
    const pone = createPone(page, { language: 'zh', captcha })
    await check('the sign-in form stands after few requests and few bytes', async () => {
      await page.goto('/pone/login')
      await page.getByRole('button', { name: t('signIn.title') }).waitFor()
      await page.getByRole('img', { name: t('signIn.code') }).waitFor()
      await settle(page)
      measured.set('signIn', meter.take())
      judge('signIn', measured)
    })
    await check('so does the first page of a project, sign-in included', async () => {
      await pone.signIn(installation.tester)
      await enterProject(pone, projectName)
      await page.locator('main h2').first().waitFor()
      await settle(page)
      measured.set('firstWorkspacePage', [...(measured.get('signIn') ?? []), ...meter.take()])
      judge('firstWorkspacePage', measured)
    })
    const storage = await page.evaluate(readStorage)
    for (const subject of subjectsOf(ids)) {
      const context = await fresh(storage)
      await checkAlso(
        `${subject.name}: few requests and few bytes; none for files on the second visit`,
        async () => {
          measured.set(subject.name, await visit(context, meter, subject))
          const again = await visit(context, meter, subject)
          const files = again.filter(({ path }) => path.startsWith('/assets/'))
          assert.deepEqual(files, [])
          judge(subject.name, measured)
        },
      )
      await context.close()
    }
    await first.close()
    await check('the language changes although only its texts were loaded', async () => {
      const context = await fresh()
      const other = await context.newPage()
      await other.goto('/pone/login')
      await other.getByRole('button', { name: 'switch to English' }).click()
      await other.getByRole('button', { name: textsIn('en')('signIn.title') }).waitFor()
      await context.close()
    })
    say(tableOf(measured))
  } finally {
    await meter.close()
  }
}

type Storage = Readonly<Record<string, string>>

async function freshContext(browser: Browser, meter: WireMeter, storage: Storage): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: meter.address, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(keepStorage, storage)
  return context
}

/** The session of a tab, which a fresh browser profile then starts with. */
function readStorage(): Record<string, string> {
  return Object.fromEntries([localStorage, sessionStorage].flatMap(storage => Object.entries(storage)))
}
function keepStorage(storage: Storage): void {
  for (const [key, value] of Object.entries(storage)) sessionStorage.setItem(key, value)
}

/** Waits until nothing is transferred any more, the service worker included. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
}

async function visit(context: BrowserContext, meter: WireMeter, { path, content }: Subject) {
  const page = await context.newPage()
  meter.take()
  await page.goto(path)
  await page.locator(content).first().waitFor()
  await settle(page)
  await page.close()
  return meter.take()
}

function judge(name: keyof typeof budgets, measured: ReadonlyMap<string, readonly Exchange[]>): void {
  const exchanges = measured.get(name) ?? []
  const { requests, bytes } = sumOf(exchanges)
  const listed = exchanges.map(({ bytes: each, status, path }) => `${each} ${status} ${path}`).join('\n')
  const says = `${name}: ${requests} requests, ${bytes} bytes:\n${listed}`
  assert.ok(requests > 3 && bytes > 50_000, says)
  assert.ok(requests <= budgets[name].requests && bytes <= budgets[name].bytes, says)
}

const sumOf = (exchanges: readonly Exchange[]): Budget => ({
  requests: exchanges.length,
  bytes: exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0),
})

function tableOf(measured: ReadonlyMap<keyof typeof budgets, readonly Exchange[]>): string {
  const rows = [...measured].map(([name, exchanges]) => {
    const { requests, bytes } = sumOf(exchanges)
    const kilobytes = `${(bytes / 1000).toFixed(1)} kB of ${budgets[name].bytes / 1000}`
    return `    ${name.padEnd(20)} ${`${requests} of ${budgets[name].requests}`.padStart(10)} requests  ${kilobytes.padStart(18)}`
  })
  return rows.join('\n')
}

/** A project of the tester with a run that has ended, and its report. */
async function makeEndedRun(installation: Installation) {
  const api = await signInByApi(installation, installation.tester, captcha)
  const { projectId, componentId, scenarioId } = await makeWorkspace(api, {
    name: projectName,
    code: 'FIRST-LOAD',
    shopAddress: installation.shopAddress,
    loadModel: {
      kind: 'incremental',
      start: 1,
      step: 1,
      intervalSeconds: 1,
      max: 2,
      holdSeconds: 3,
      rampDownSeconds: 1,
    },
  })
  const { id: runId } = await api.send(calls.run.start, { projectId, scenarioId })
  await eventually({
    what: 'the end of the run and its report',
    patienceMs: 120_000,
    look: async () => {
      const { state } = await api.send(calls.run.get, { projectId, id: runId })
      if (isActiveRun(state)) return undefined
      const [report] = await api.send(calls.report.list, { projectId, runId })
      return report && report.state !== 'generating' ? true : undefined
    },
  })
  return { projectId, componentId, runId }
}

export const firstLoadJourney: Journey = { name: 'first-load', needsMachine: true, run }
