/** `npm run bench:links`: frames per second of a live topology of 200 nodes in Chromium while it is panned and every value moves; seen whole, and near enough to read all counters. */

import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { Page } from 'playwright-core'
import { type Measured, measureInChromium, say } from './driver/measurement.ts'

const count = 200
const seconds = 8
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const shown = ['user', 'system', 'iowait'].map(counter => ({ section: 'cpu', counter }))

const nodes = Array.from({ length: count }, (_, index) =>
  newLinkNode({
    id: `n${index}`,
    kind: 'host',
    alias: `Host ${index}`,
    x: (index % 20) * 320,
    y: Math.floor(index / 20) * 200,
    height: 118,
    monitorId: idOf(index),
    targetName: `host-${index}`,
    targetType: 'host',
    counters: shown,
  }),
)
const edges = nodes
  .slice(1)
  .map(({ id }, index) =>
    newLinkEdge({ id: `e${index}`, from: `n${index}`, to: id, alias: `Call ${index}`, protocol: 'http' }),
  )
const up = { isRunning: true, state: 'up' as const }
const link = {
  id: idOf(900),
  name: 'Two hundred hosts',
  nodes: count,
  edges: edges.length,
  monitors: count,
  isRunning: true,
  runningSince: 0,
  scenarios: [],
  byState: { stopped: 0, waiting: 0, up: count, partly: 0, down: 0, noAgent: 0 },
  revision: 1,
  createdBy: '',
  createdAt: 0,
  updatedBy: '',
  updatedAt: 0,
  topology: { nodes, edges },
  linked: nodes.map((node, index) => ({ id: idOf(index), name: node.targetName, type: 'host', ...up })),
}
/** Every value of every node differs from the answer before. */
const live = () => ({
  isRunning: true,
  monitors: nodes.map((_, index) => ({
    monitorId: idOf(index),
    state: 'up',
    problem: null,
    lastAt: Date.now(),
    values: shown.map(counter => ({ ...counter, value: Math.random(), series: 1 })),
  })),
  machines: [],
})

async function answer(page: Page): Promise<void> {
  const answers = { 'monitor/pone/dataLink/getMonitorView': () => link, 'monitorLink/live': live }
  for (const [call, data] of Object.entries(answers))
    await page.route(`**/apm-api/${call}`, route => route.fulfill({ json: { status: 200, data: data() } }))
}

/** Times of all frames while the pointer drags the canvas to and fro, ms. */
async function framesWhilePanning(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { frameTimes: times })
    const note = (at: number) => {
      if (Reflect.get(globalThis, 'frameTimes') !== times) return
      times.push(at)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.mouse.move(700, 110)
  await page.mouse.down()
  const end = performance.now() + seconds * 1_000
  for (let step = 0; performance.now() < end; step += 1)
    await page.mouse.move(700 + 200 * Math.sin(step / 20), 110 + 200 * (1 - Math.cos(step / 20)))
  await page.mouse.up()
  return page.evaluate(() => Reflect.get(globalThis, 'frameTimes') as number[])
}

/** Whether the canvas has been at one place for two frames. */
const stands = () =>
  new Promise<boolean>(resolve => {
    const placed = () => document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform
    const before = placed()
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(placed() === before)))
  })

/** Nodes in view, and values in them. */
const inView = (page: Page) =>
  page.evaluate(() => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(each => {
        const { left, right, top, bottom } = each.getBoundingClientRect()
        return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
      }).length
    return { nodes: count('.link-node'), values: count('.link-node dd, .link-main-counter span') }
  })

async function report(page: Page, view: string): Promise<void> {
  const { nodes: seen, values } = await inView(page)
  const times = await framesWhilePanning(page)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const sorted = gaps.toSorted((a, b) => a - b)
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  say(
    `${view}, ${seen} of ${count} nodes with ${values} moving values in view: ${((gaps.length / lasted) * 1_000).toFixed(1)} frames per second over ${Math.round(lasted / 1_000)} s, 95 % within ${p95.toFixed(1)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`,
  )
}

async function measure({ pone }: Measured): Promise<void> {
  await answer(pone.page)
  await pone.open(`/pone/atf/projects/monitorList?tab=links&link=${link.id}`)
  await pone.page.locator('.link-node dd, .link-main-counter span').filter({ hasText: '%' }).first().waitFor()
  const drawn = await pone.page.locator('.react-flow__node').count()
  if (drawn !== count) throw new Error(`${drawn} nodes are drawn`)
  const connected = await pone.page.locator('.react-flow__edge').count()
  if (connected !== edges.length) throw new Error(`${connected} edges are drawn`)
  await report(pone.page, 'whole')
  await pone.page.locator('.react-flow__controls-fitview').click()
  const zoomIn = pone.page.locator('.react-flow__controls-zoomin')
  while ((await pone.page.locator('.link-compact').count()) > 0) await zoomIn.click()
  await pone.page.waitForFunction(stands)
  await report(pone.page, 'near')
}

await measureInChromium(measure)
