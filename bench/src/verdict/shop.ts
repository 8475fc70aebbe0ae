/** The demo shop as a real process with one of its limits switched on, loaded and watched over HTTP. */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  LoadWindow,
  ObservedResource,
  Reading,
  RunObservation,
} from '@pone/results/verdict/observation.ts'
import { z } from 'zod'
import { withShop } from '../target/shop.ts'
import { type CpuQuota, limitCpu } from './cpu-quota.ts'

const thinkMs = 100
const windowMs = 1_000

/** All limits are on, so that all are watched. */
export const generousLimits = {
  latencyMs: 2,
  latencyJitterMs: 4,
  cpuMs: 0.2,
  poolSize: 100,
  poolMs: 10,
  lockMs: 1,
  diskKilobytes: 1,
  serviceSlots: 100,
  serviceMs: 10,
}
export type ShopLimits = typeof generousLimits
export const shopLimits = ['cpu', 'pool', 'lock', 'disk', 'service'] as const
export type ShopLimit = (typeof shopLimits)[number]

/** A reading of everything that is watched. */
interface Page {
  readonly atMs: number
  readonly values: ReadonlyMap<string, number>
  /** CPU seconds since the start: of all cores of the machine, of what they had, and of this process. */
  readonly busySeconds: number
  readonly coreSeconds: number
  readonly ownSeconds: number
}

export interface ObservedShop {
  readonly observation: RunObservation
  /** Share of the machine that neither the shop nor this process used; above about 0.3 the shop lacks CPU at times. */
  readonly othersCpu01: number
}

/** `cores`: what the shop may use of the CPU; null: all of the one core that its thread can use. */
interface ShopRun {
  readonly users: number
  readonly seconds: number
  readonly cores: number | null
}

/** One run of a new shop: users climb from 1 to `users` over so many seconds. */
export async function observeShop(limits: ShopLimits, run: ShopRun): Promise<ObservedShop> {
  let quota = null as CpuQuota | null
  try {
    return await withShop(limits, async ({ address, pid }) => {
      quota = run.cores === null ? null : await limitCpu(pid, run.cores)
      return loadShop(address, { ...run, cores: quota === null ? 1 : (run.cores ?? 1) })
    })
  } finally {
    await quota?.remove()
  }
}

async function loadShop(
  address: string,
  { users, seconds, cores }: { users: number; seconds: number; cores: number },
): Promise<ObservedShop> {
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const count = seconds
  const windows = Array.from({ length: count }, () => ({ ended: 0, totalMs: 0 }))
  const user = async () => {
    while (elapsed() < seconds * 1_000) {
      const begin = performance.now()
      await answered(`${address}/api/goods/1`, agent)
      const window = windows[Math.floor(elapsed() / windowMs)]
      if (window !== undefined) {
        window.ended++
        window.totalMs += performance.now() - begin
      }
      await wait(-thinkMs * Math.log(1 - Math.random()))
    }
  }
  const loadAt = (second: number) => Math.max(1, Math.round((users * (second + 1)) / count))
  const running: Promise<void>[] = []
  const pages: Page[] = []
  for (let second = 0; second < count; second++) {
    while (running.length < loadAt(second)) running.push(user())
    await wait(Math.max(0, (second + 1) * windowMs - elapsed()))
    const page = await (await fetch(`${address}/metrics`)).text()
    pages.push({ atMs: elapsed(), values: samplesOf(page), ...cpuSeconds() })
  }
  await Promise.all(running)
  agent.destroy()
  const observation: RunObservation = {
    drive: 'users',
    windowMs,
    windows: windows.map(
      ({ ended, totalMs }, second): LoadWindow => ({
        atMs: second * windowMs,
        load: loadAt(second),
        tps: ended,
        responseMs: ended === 0 ? null : totalMs / ended,
        errors01: 0,
        isSuspect: false,
      }),
    ),
    resources: resourcesOf(pages, cores),
    edges: [
      { from: 'shop', to: 'database' },
      { from: 'shop', to: 'service' },
    ],
  }
  return { observation, othersCpu01: othersShare(pages) }
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const total = Object.values(times).reduce((sum, ms) => sum + ms, 0)
    all += total
    busy += total - times.idle
  }
  return { busySeconds: busy / 1_000, coreSeconds: all / 1_000, ownSeconds: (user + system) / 1e6 }
}

function othersShare(pages: readonly Page[]): number {
  const [first, last] = [pages[0], pages.at(-1)]
  if (first === undefined || last === undefined || first === last) return 0
  const shop = (page: Page) => page.values.get('process_cpu_seconds_total') ?? 0
  const known = last.ownSeconds - first.ownSeconds + shop(last) - shop(first)
  const busy = last.busySeconds - first.busySeconds
  return Math.max(0, (busy - known) / (last.coreSeconds - first.coreSeconds))
}

async function answered(url: string, agent: Agent): Promise<void> {
  const request = get(url, { agent })
  const [response] = z.tuple([z.custom<NodeJS.ReadableStream>()]).parse(await once(request, 'response'))
  response.resume()
  await once(response, 'end')
}

const samplesOf = (page: string): Map<string, number> =>
  new Map(
    page
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

function resourcesOf(pages: readonly Page[], cores: number): ObservedResource[] {
  const gauge = (name: string): Reading[] =>
    pages.map(({ atMs, values }) => ({ atMs, value: values.get(name) ?? Number.NaN }))
  const ratio = (used: (page: Page) => number, of: (page: Page) => number): Reading[] =>
    pages.slice(1).map((page, index) => {
      const before = pages[index] ?? page
      return { atMs: page.atMs, value: (used(page) - used(before)) / (of(page) - of(before)) }
    })
  const share = (name: string): Reading[] =>
    ratio(
      ({ values }) => values.get(name) ?? 0,
      ({ atMs }) => atMs / 1_000,
    )
  const base = (
    id: ShopLimit | 'thread' | 'host' | 'generator',
    nature: ObservedResource['nature'],
    node: string,
  ) => ({
    id,
    names: { zh: id, en: id },
    nature,
    node,
    intervalMs: windowMs,
  })
  const held = (id: 'pool' | 'service', node: string, tier: ObservedResource['tier']): ObservedResource => ({
    ...base(id, 'held', node),
    tier,
    used: gauge(`shop_limit_in_use{limit="${id}"}`),
    capacity: gauge(`shop_limit_units{limit="${id}"}`),
    queue: gauge(`shop_limit_waiting{limit="${id}"}`),
  })
  return [
    {
      ...base('cpu', 'busy', 'shop'),
      tier: 'application',
      used: share('process_cpu_seconds_total'),
      capacity: cores,
    },
    {
      ...base('thread', 'busy', 'shop'),
      tier: 'application',
      used: share('shop_thread_busy_seconds_total'),
      capacity: 1,
    },
    held('pool', 'shop', 'application'),
    {
      ...base('lock', 'waiting', 'database'),
      tier: 'database',
      used: gauge('shop_limit_waiting{limit="lock"}'),
      capacity: null,
    },
    {
      ...base('disk', 'busy', 'database'),
      tier: 'database',
      used: share('shop_disk_busy_seconds_total'),
      capacity: 1,
      queue: gauge('shop_limit_waiting{limit="disk"}'),
    },
    held('service', 'service', 'downstream'),
    {
      ...base('host', 'busy', 'host'),
      tier: 'application',
      used: ratio(
        ({ busySeconds }) => busySeconds,
        ({ coreSeconds }) => coreSeconds,
      ),
      capacity: 1,
    },
    {
      ...base('generator', 'busy', 'generator'),
      tier: 'generator',
      used: ratio(
        ({ ownSeconds }) => ownSeconds,
        ({ atMs }) => atMs / 1_000,
      ),
      capacity: 1,
    },
  ]
}
