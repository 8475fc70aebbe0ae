/** A purchase in the hard mode of the demo shop: recorded, correlated and executed without a hand. */
import { once } from 'node:events'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { createShop } from '@pone/demo-target/shop.ts'
import { startDebug } from '@pone/engine/debug/debug-run.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { asideReasons } from '@pone/recording/http/aside.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import { toSteps } from '@pone/recording/steps/to-steps.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { visitHardShop } from './hard-shop-visit.ts'

const shop = createShop().listen(0, '127.0.0.1')
await once(shop, 'listening')
const { port } = z.object({ port: z.number() }).parse(shop.address())
const base = `http://127.0.0.1:${port}`
await fetch(`${base}/control/settings`, {
  method: 'POST',
  body: JSON.stringify({ latencyMs: 0, latencyJitterMs: 0 }),
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** Steps of a recording with all values that are accepted at first. */
async function generate(har: string, second: string | null = null) {
  const recording = await readRecording(oneChunk(har), {}, second === null ? null : oneChunk(second))
  if (recording === null) throw new Error('The format is not recognised')
  const reasons = asideReasons(recording.exchanges)
  const accepted = recording.dynamicValues.filter(({ confidence }) => confidence === 'sure')
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set(
      recording.exchanges.filter(({ index }) => reasons[index] === null).map(({ index }) => index),
    ),
    hasTransactions: false,
    hasThinkTimes: false,
    baseUrl: base,
    takenNames: [],
    accepted,
    newId: () => `s${(ids += 1)}`,
  })
  return { recording, ...made }
}

async function execute(made: Awaited<ReturnType<typeof generate>>, users: number, loops: number) {
  const events: DebugEvent[] = []
  const document = componentDocumentSchema.parse({
    settings: { http: { baseUrl: base } },
    variables: [...made.variables],
    steps: [...made.steps],
  })
  await startDebug({
    name: 'visit',
    document,
    users,
    loops,
    filePaths: {},
    emit: event => events.push(event),
  }).done
  return events
}

const httpOf = (step: Step) => {
  if (step.kind !== 'request' || step.protocol !== 'http') throw new Error('This is no HTTP request')
  return step.http
}

test('all dynamic values of a purchase are found, none wrong, and the script passes unattended', async () => {
  const { har, carried } = await visitHardShop(base, 2)
  const made = await generate(har)
  const requests = made.steps.map(httpOf)
  const missed = carried.filter(({ path, value }) => {
    const sent = requests.filter(({ url }) => url.startsWith(path.replace(/\/[^/]{9,}$/, '')))
    return JSON.stringify(sent).includes(JSON.stringify(value).slice(1, -1))
  })
  expect(missed).toEqual([])
  expect(requests.find(({ url }) => url === '/hard/sign-in')?.body).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ name: 'account', value: 'ann' })]),
  })
  const events = await execute(made, 2, 2)
  const exchanges = events.filter(event => event.kind === 'exchange')
  expect(events.filter(event => event.kind === 'log' && event.line.level === 'error')).toEqual([])
  expect(exchanges.map(({ exchange }) => exchange.error)).toEqual(
    Array.from({ length: requests.length * 4 }, () => null),
  )
})

test('a second purchase proves each of them, and the script passes', async () => {
  const { har } = await visitHardShop(base, 2)
  const { har: second } = await visitHardShop(base, 2)
  const made = await generate(har, second)
  expect(made.recording.compared).toEqual({ requests: made.requests, matched: made.requests })
  const accepted = made.recording.dynamicValues.filter(({ confidence }) => confidence === 'sure')
  expect(new Set(accepted.map(({ reason }) => reason))).toEqual(new Set(['differs', 'joined']))
  expect(made.recording.typedValues.filter(({ kind }) => kind === 'differs')).toEqual([])
  const exchanges = (await execute(made, 1, 1)).filter(event => event.kind === 'exchange')
  expect(exchanges.map(({ exchange }) => exchange.error)).toEqual(
    Array.from({ length: made.requests }, () => null),
  )
})
