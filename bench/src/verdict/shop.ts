/** The verdict on the demo shop as a real process with one of its limits switched on, loaded and watched over HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  LoadWindow,
  ObservedResource,
  Reading,
  RunObservation,
} from '@pone/results/verdict/observation.ts'
import { sentenceOf } from '@pone/results/verdict/sentence.ts'
import { judgeRun } from '@pone/results/verdict/verdict.ts'
import { z } from 'zod'
import { namedIn } from './score.ts'

const thinkMs = 100
const windowMs = 1_000

/** All limits are on, so that all are watched; one of them is tight. */
const generous = {
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
const tight = {
  cpu: { cpuMs: 10 },
  pool: { poolSize: 4, poolMs: 50 },
  lock: { lockMs: 12 },
  disk: { diskKilobytes: 10_240 },
  service: { serviceSlots: 3, serviceMs: 40 },
} as const
type ShopLimit = keyof typeof tight
export const shopLimits: readonly ShopLimit[] = ['cpu', 'pool', 'lock', 'disk', 'service']

const shopProgram = new URL('../../../packages/demo-target/src/main.ts', import.meta.url).pathname

/** One run with that limit: users climb from 1 to `users` over so many seconds. */
export async function tryShop(limit: ShopLimit, size: { readonly users: number; readonly seconds: number }) {
  const child = spawn(process.execPath, [shopProgram, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'))
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(String(line)))
    const settings = { ...generous, ...tight[limit] }
    await fetch(`${address}/control/settings`, { method: 'POST', body: JSON.stringify(settings) })
    const verdict = judgeRun(await observeShop(address, size))
    const ruledOut = 'ruledOut' in verdict ? verdict.ruledOut.map(({ id, reason }) => `${id}: ${reason}`) : []
    return {
      limit,
      kind: verdict.kind,
      named: namedIn(verdict),
      sentence: sentenceOf(verdict, 'users').en,
      ruledOut,
    }
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}

async function observeShop(
  address: string,
  { users, seconds }: { users: number; seconds: number },
): Promise<RunObservation> {
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
  const pages: { atMs: number; values: Map<string, number> }[] = []
  for (let second = 0; second < count; second++) {
    while (running.length < loadAt(second)) running.push(user())
    await wait(Math.max(0, (second + 1) * windowMs - elapsed()))
    const page = await (await fetch(`${address}/metrics`)).text()
    pages.push({ atMs: elapsed(), values: samplesOf(page) })
  }
  await Promise.all(running)
  agent.destroy()
  return {
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
    resources: resourcesOf(pages),
    edges: [
      { from: 'shop', to: 'database' },
      { from: 'shop', to: 'service' },
    ],
  }
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

function resourcesOf(pages: readonly { atMs: number; values: Map<string, number> }[]): ObservedResource[] {
  const gauge = (name: string): Reading[] =>
    pages.map(({ atMs, values }) => ({ atMs, value: values.get(name) ?? Number.NaN }))
  const share = (name: string): Reading[] =>
    pages.slice(1).map(({ atMs, values }, index) => {
      const before = pages[index]
      const seconds = (atMs - (before?.atMs ?? 0)) / 1_000
      return { atMs, value: ((values.get(name) ?? 0) - (before?.values.get(name) ?? 0)) / seconds }
    })
  const base = (id: ShopLimit, nature: ObservedResource['nature'], node: string) => ({
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
  ]
}
