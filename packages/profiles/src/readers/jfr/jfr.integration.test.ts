import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writeCollapsed } from '../../model/collapsed-text.ts'
import { foldGeneratedName } from '../../model/generated-names.ts'
import { type Profile, type Recording, totalOf } from '../../model/profile.ts'
import { recordShop, run, toolLimits } from '../../test-shop.ts'
import { topMethods } from '../../views/methods.ts'
import { readRecording } from '../registry.ts'

const frame = z.object({ method: z.object({ type: z.object({ name: z.string() }), name: z.string() }) })
const printed = z.object({
  recording: z.object({
    events: z.array(
      z.object({
        type: z.string(),
        values: z.object({
          stackTrace: z.object({ frames: z.array(frame) }).nullable(),
          duration: z.string().optional(),
          weight: z.number().optional(),
        }),
      }),
    ),
  }),
})
type PrintedEvent = z.infer<typeof printed>['recording']['events'][number]

/** Collapsed stacks, counted by the JDK's own reader. */
function stacksOf(events: readonly PrintedEvent[]): Map<string, number> {
  const stacks = new Map<string, number>()
  for (const { values } of events) {
    const frames = values.stackTrace?.frames ?? []
    const names = frames.map(({ method }) =>
      foldGeneratedName(`${method.type.name.replaceAll('/', '.')}.${method.name}`),
    )
    const stack = names.toReversed().join(';')
    if (stack !== '') stacks.set(stack, (stacks.get(stack) ?? 0) + 1)
  }
  return stacks
}

const collapsedOf = (profile: Profile): Map<string, number> =>
  new Map(
    writeCollapsed(profile)
      .trimEnd()
      .split('\n')
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )

describe('a recording of a real JVM', () => {
  let begunAt = 0
  let bytes: Uint8Array
  let recording: Recording
  let events: readonly PrintedEvent[]
  const profile = (source: string): Profile => {
    const found = recording.profiles.find(each => each.source === source)
    if (found === undefined) throw new Error(`no profile of ${source}`)
    return found
  }
  const eventsOf = (type: string) => events.filter(event => event.type === type && event.values.stackTrace)

  beforeAll(async () => {
    begunAt = Date.now()
    const file = await recordShop(['-XX:StartFlightRecording=filename=%f,settings=profile'], 3_000)
    bytes = await readFile(file)
    recording = readRecording(bytes)
    const types = 'jdk.ExecutionSample,jdk.ObjectAllocationSample,jdk.JavaMonitorEnter'
    const { stdout } = await run(
      'jfr',
      ['print', '--json', '--stack-depth', '128', '--events', types, file],
      toolLimits,
    )
    events = printed.parse(JSON.parse(stdout)).recording.events
  })

  it('has the stacks that jfr print shows, each as often', () => {
    const expected = stacksOf(eventsOf('jdk.ExecutionSample'))
    expect(expected.size).toBeGreaterThan(0)
    expect(collapsedOf(profile('jdk.ExecutionSample'))).toEqual(expected)
  })

  it('has the allocated bytes that jfr print shows', () => {
    const bytesOf = eventsOf('jdk.ObjectAllocationSample').map(({ values }) => values.weight ?? 0)
    expect(totalOf(profile('jdk.ObjectAllocationSample'))).toBe(bytesOf.reduce((sum, each) => sum + each, 0))
  })

  it('has the time waited for locks that jfr print shows, to the microsecond an event', () => {
    const waits = eventsOf('jdk.JavaMonitorEnter').map(({ values }) =>
      Number(/^PT(?:(\d+)M)?([\d.]+)S$/.exec(values.duration ?? '')?.[2] ?? NaN),
    )
    const seconds = waits.reduce((sum, each) => sum + each, 0)
    expect(waits.length).toBeGreaterThan(0)
    const difference = totalOf(profile('jdk.JavaMonitorEnter')) / 1e9 - seconds
    expect(Math.abs(difference)).toBeLessThan(waits.length * 1e-6)
  })

  it('names the hot method, the allocation and the lock first', () => {
    const first = (source: string) => topMethods(profile(source))[0]?.name
    expect(['Shop.hot', 'Shop.lambda$hot$0']).toContain(first('jdk.ExecutionSample'))
    expect(first('jdk.ObjectAllocationSample')).toBe('byte[]')
    expect(first('jdk.JavaMonitorEnter')).toBe('java.lang.Object')
    const callers = collapsedOf(profile('jdk.JavaMonitorEnter'))
    expect([...callers.keys()].every(stack => stack.includes('Shop.reserve'))).toBe(true)
  })

  it('tells when it was taken', () => {
    expect(recording.startedAt).toBeGreaterThanOrEqual(begunAt)
    expect(recording.startedAt).toBeLessThanOrEqual(Date.now())
    expect(recording.durationMs).toBeGreaterThan(2_500)
  })

  it('is never more than refused when bytes of it are wrong or missing', () => {
    for (let round = 0; round < 60; round++) {
      const broken = Uint8Array.from(bytes.subarray(0, bytes.length - (round % 3) * 1_000))
      for (let each = 0; each < 40; each++) {
        const place = 68 + ((round * 7_919 + each * 104_729) % (broken.length - 68))
        broken[place] = (round * 31 + each * 17) % 256
      }
      try {
        readRecording(broken)
      } catch (error) {
        expect(error).toMatchObject({ name: 'ProfileFault' })
      }
    }
  })
})
