/** `npm run bench:flame-pages`: how long the pages of a flame diagram with 1,000,000 frames and of dumps of 10,000 threads take to show something, and what they hold in memory, measured in Chromium. */
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { gzipSync } from 'node:zlib'
import type { StoredThreads } from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import type { Profile } from '@pone/profiles/model/profile.ts'
import { TreeBuilder } from '@pone/profiles/model/profile-builder.ts'
import { writeProfile } from '@pone/profiles/model/stored-form.ts'
import type { Browser, Page } from 'playwright-core'
import { type Measured, measureInChromium, say } from './driver/measurement.ts'

const id = '00000000-0000-4000-8000-000000000001'
const frames = 1_000_000
const callsPerFrame = 7
const threads = 10_000
const dumps = 4
const heldAimMb = 500

/** Every frame has a name of its own. */
function largeProfile(): Profile {
  const tree = new TreeBuilder()
  const nodes = [-1]
  for (let made = 0; made < frames; made++) {
    const name = `com.shop.service${made % 997}.Handler${made % 8_191}.call${made}`
    const node = tree.child(nodes[Math.floor(made / callsPerFrame)] ?? -1, tree.name(name))
    tree.addSelf(node, 1 + ((made * 2_654_435_761) % 1_000))
    nodes.push(node)
  }
  const { order: _order, ...columns } = tree.finish()
  return { kind: 'cpu', unit: 'samples', source: '', ...columns }
}

/** Half of the threads at one place, the others at two hundred. */
function largeDump(number: number): StoredThreads {
  const all = Array.from({ length: threads }, (_, at) => at)
  const methods = Array.from({ length: 4_000 }, (_, at) => `com.shop.part${at % 97}.Worker${at}.work`)
  const stacks = Array.from({ length: 201 }, (_, at) => [
    40,
    ...Array.from({ length: 40 }, (_none, depth) => (at * 37 + depth * 11) % methods.length),
  ])
  return {
    version: 1,
    frames: methods,
    stacks,
    locks: ['java.lang.Object'],
    names: all.map(at => `http-nio-8080-exec-${at}`),
    numbers: all.map(at => at + 1),
    states: all.map(at => (at % 2 === 0 ? 3 : 1)),
    stackOf: all.map(at => (at % 2 === 0 ? 0 : 1 + ((at + number) % 200))),
    lockOf: all.map(at => (at % 2 === 0 ? 0 : -1)),
    cpuMs: all.map(at => at * number),
    counts: [0, threads / 2, 0, threads / 2, 0, 0],
    deadlocked: [],
  }
}

const series: ThreadSeries = {
  id,
  monitorId: id,
  monitorName: 'shop',
  dumps,
  seconds: 10,
  state: 'complete',
  cause: '',
  machine: 'host-1',
  agentId: id,
  jvm: { process: 'Shop', pid: 1, startedAt: '1', runtime: 'JDK 21' },
  taken: Array.from({ length: dumps }, (_, at) => ({
    number: at + 1,
    at: at * 10_000,
    tookMs: 100,
    counts: { NEW: 0, RUNNABLE: 5_000, BLOCKED: 0, WAITING: 5_000, TIMED_WAITING: 0, TERMINATED: 0 },
    omitted: 0,
    deadlocked: 0,
    storedBytes: 100_000,
  })),
  beganAt: 0,
  endedAt: 30_000,
  createdBy: 'tester',
  isKept: false,
  expiresAt: null,
}

const answer = (page: Page, call: string, data: unknown): Promise<unknown> =>
  page.route(`**/apm-api/${call}`, route => route.fulfill({ json: { status: 200, data } }))
const packed = (page: Page, call: string, bytesOf: (number: number) => Uint8Array): Promise<unknown> =>
  page.route(`**/apm-api/${call}`, route => {
    const number = Number(new URLSearchParams(route.request().postData() ?? '').get('number') ?? 0)
    return route.fulfill({
      contentType: 'application/gzip',
      headers: { 'content-disposition': 'attachment; filename="data.gz"' },
      body: Buffer.from(bytesOf(number)),
    })
  })

/** Resident memory of the processes that draw pages, MB; columns of numbers are outside the heap of scripts. */
async function heldMb(browser: Browser, page: Page): Promise<number> {
  await page.requestGC()
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const drawing = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = await Promise.all(
    drawing.map(async ({ id: pid }) => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
      return Number(kilobytes ?? 0) / 1_000
    }),
  )
  return Math.round(Math.max(...sizes))
}

async function measurePage(
  { browser, page }: { readonly browser: Browser; readonly page: Page },
  what: string,
  open: () => Promise<unknown>,
): Promise<void> {
  const start = performance.now()
  await open()
  const ms = Math.round(performance.now() - start)
  const mb = await heldMb(browser, page)
  say(`${what}: ${ms} ms, ${mb} MB held, aim ${heldAimMb}: ${mb <= heldAimMb ? 'met' : 'missed'}`)
}

async function measure({ browser, pone }: Measured): Promise<void> {
  say(`load average of the machine ${loadavg()[0]?.toFixed(1)}`)
  const { page } = pone
  const stored = gzipSync(writeProfile(largeProfile()))
  await answer(page, 'profile/get', {
    id,
    name: 'peak',
    format: 'collapsed',
    fileName: 'peak.collapsed',
    fileBytes: 1,
    startedAt: null,
    durationMs: null,
    isCut: false,
    requests: null,
    run: null,
    origin: null,
    parts: [
      {
        kind: 'cpu',
        unit: 'samples',
        source: '',
        total: 1,
        nodes: frames,
        names: frames,
        deepest: 8,
        storedBytes: stored.length,
        topMethod: { name: 'call', self: 1 },
      },
    ],
    createdBy: '',
    createdAt: 0,
    isKept: false,
    expiresAt: null,
  })
  await packed(page, 'profile/data', () => stored)
  await answer(page, 'threadDump/get', series)
  await answer(page, 'threadDump/list', [series])
  await packed(page, 'threadDump/data', number => gzipSync(JSON.stringify(largeDump(number))))
  const on = { browser, page }
  const base = '/pone/atf/projects'
  await measurePage(on, `a flame diagram of ${frames} frames, drawn`, async () => {
    await page.goto(`${base}/viewFlameDiagram?id=${id}`)
    await page.locator('.flame-window canvas').waitFor({ timeout: 60_000 })
  })
  await measurePage(on, 'a search in it', async () => {
    await page.getByRole('textbox', { name: pone.t('flame.find') }).fill('call7{3,}')
    await page.getByText(/methods with/).waitFor()
  })
  for (const view of ['series', 'threads', 'difference'])
    await measurePage(on, `${threads} threads, ${view}`, async () => {
      await page.goto(`${base}/threadDumps?id=${id}&view=${view}`)
      await page.locator('.thread-table tbody tr[data-row]').first().waitFor({ timeout: 20_000 })
    })
}

await measureInChromium(measure)
