/** Flame diagrams and thread dumps by a real collector process: each is answered once, whatever happens to the process. */
import { causeText } from '@pone/contract/told-cause.ts'
import { usualLimits } from '@pone/monitors/transports/machine-limits.ts'
import { afterEach, expect, it } from 'vitest'
import { Profiler, type ProfilerOptions } from './profiler.ts'
import { testOrder } from './test-order.ts'

type Sent = Parameters<ProfilerOptions['send']>[0]

const patience = { timeout: 30_000, interval: 50 }
const sent: Sent[] = []
let profiler: Profiler | undefined

function create(): Profiler {
  sent.length = 0
  profiler = new Profiler({
    limits: usualLimits(),
    profilerFolders: [],
    send: message => sent.push(message) > 0,
    toServer: at => at,
    log: () => undefined,
  })
  return profiler
}
afterEach(() => profiler?.close())

const order = (takeId: string, process: string) => testOrder({ takeId, process })
const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const causes = (): string[] =>
  sent.flatMap(message => {
    const cause = message.kind === 'profileTaken' ? causeOfTake(message) : causeOfDumps(message)
    return cause === '' ? [] : [causeText(cause, 'en').split('\n')[0] ?? '']
  })
const causeOfTake = ({ outcome }: Extract<Sent, { kind: 'profileTaken' }>): string =>
  'cause' in outcome ? outcome.cause : ''
const causeOfDumps = (message: Exclude<Sent, { kind: 'profileTaken' }>): string =>
  message.kind === 'threadDumpsEnded' ? message.cause : ''

it('repeats an end until it is confirmed, and takes nothing twice', async () => {
  const made = create()
  made.take(order(ids[0], 'NoSuchMain'))
  await expect.poll(causes, patience).toHaveLength(1)
  expect(causes()[0]).toMatch(/^no JVM on the machine fits/)
  made.take(order(ids[0], 'NoSuchMain'))
  made.repeat()
  expect(causes()).toHaveLength(3)
  made.forget(ids[0])
  made.repeat()
  expect(causes()).toHaveLength(3)
}, 120_000)

it('tells of what its process took when it ended, and goes on with a new one', async () => {
  const made = create()
  made.take(order(ids[0], 'NoSuchMain'))
  await expect.poll(() => made.pid, patience).toBeGreaterThan(0)
  process.kill(made.pid ?? 0, 'SIGKILL')
  await expect.poll(causes, patience).toEqual(['the process of the agent that takes profiles ended'])
  made.takeThreadDumps({ seriesId: ids[1], process: 'NoSuchMain', dumps: 1, seconds: 1 })
  await expect.poll(() => causes().at(-1), patience).toMatch(/^no JVM on the machine fits/)
}, 120_000)
