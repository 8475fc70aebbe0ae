/** Flame diagrams of the demo shop in Java under load: they name its three faults first, and no longer after their cure. */
import { gunzipSync } from 'node:zlib'
import type { TakeOutcome } from '@pone/contract/link/profiles.ts'
import { type JavaShop, javaShopMethods, startJavaShop } from '@pone/demo-target/java/java-shop.ts'
import { usualLimits } from '@pone/monitors/transports/machine-limits.ts'
import { type Profile, parentsOf } from '@pone/profiles/model/profile.ts'
import { readProfile } from '@pone/profiles/model/stored-form.ts'
import { topMethods } from '@pone/profiles/views/methods.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Profiler } from './profiler.ts'
import { testOrder } from './test-order.ts'

const users = 8
/** After so many orders the methods are compiled, also where the compiler of the JVM waits for the processor. */
const ordersOfWarmUp = 200
const kinds = ['cpu', 'alloc', 'lock'] as const
const ids = ['00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012'] as const
const outcomes = new Map<string, TakeOutcome>()
let shop: JavaShop
let profiler: Profiler

beforeAll(async () => {
  shop = await startJavaShop()
  for (let placed = 0; placed < ordersOfWarmUp; placed += users)
    await Promise.all(Array.from({ length: users }, placeOrder))
  profiler = new Profiler({
    limits: usualLimits(),
    profilerFolders: [],
    send: message =>
      message.kind === 'profileTaken' && outcomes.set(message.takeId, message.outcome).size > 0,
    toServer: at => at,
    log: () => undefined,
  })
}, 120_000)
afterAll(async () => {
  await profiler.close()
  await shop.close()
})

const placeOrder = async () => expect((await fetch(`${shop.address}/api/orders`)).status).toBe(201)

/** Orders are placed for as long as `work` takes. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false
  const user = async () => {
    while (!isOver) await placeOrder()
  }
  const all = Promise.all(Array.from({ length: users }, user))
  try {
    return await work()
  } finally {
    isOver = true
    await all
  }
}

async function take(takeId: string): Promise<ReadonlyMap<string, Profile>> {
  const order = testOrder({ takeId, process: shop.process, kinds: [...kinds], seconds: 2 })
  const outcome = await underLoad(async () => {
    profiler.take(order)
    await expect.poll(() => outcomes.get(takeId), { timeout: 60_000 }).toBeDefined()
    return outcomes.get(takeId)
  })
  if (outcome?.state !== 'complete') throw new Error(JSON.stringify(outcome))
  const profiles = outcome.parts.map(part => readProfile(gunzipSync(Buffer.from(part, 'base64'))))
  // Parked threads are idle ones of the pool; the lock of the shop is a monitor.
  const meant = profiles.filter(({ source }) => source !== 'jdk.ThreadPark')
  return new Map(meant.map(profile => [profile.kind, profile]))
}

/** The last frames of the heaviest stack; of allocations and waits the last one is a class. */
function heaviest(profile: Profile | undefined): string {
  if (profile === undefined) return ''
  const { names, nameOf, self } = profile
  const node = self.indexOf(Math.max(...self))
  const nameAt = (each: number) => names[nameOf[each] ?? 0] ?? ''
  return `${nameAt(parentsOf(profile)[node] ?? 0)} ${nameAt(node)}`
}
const weightOf = (profile: Profile | undefined, name: string) =>
  (profile && topMethods(profile).find(method => method.name === name)?.total) ?? 0

it('flame diagrams name hot method, allocation and lock first, and none of them after the cure', async () => {
  const slow = await take(ids[0])
  for (const kind of kinds) expect(heaviest(slow.get(kind))).toContain(javaShopMethods[kind])
  await shop.change({ prices: 'cured', baskets: 'cured', stock: 'cured' })
  const cured = await take(ids[1])
  for (const kind of kinds) {
    const name = javaShopMethods[kind]
    expect(weightOf(cured.get(kind), name)).toBeLessThan(weightOf(slow.get(kind), name) / 2)
  }
}, 120_000)
