/**
 * Each rule that "From templates" proposes, on a monitor of its type: it triggers on the breach that the threshold names,
 * not before, and recovers when the value is good again. Values are raw readings as agents send them, for computed
 * counters such whose expression, evaluated by the JavaScript of Node, gives the wanted value.
 */
import { randomUUID } from 'node:crypto'
import { createContext, Script } from 'node:vm'
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { cadenceOf, type MonitorSection, type MonitorType } from '@pone/monitors/type.ts'
import { createTestDatabase, type TestDatabase } from '@pone/server/adapters/database/test-database.ts'
import type { SampleRow, SeriesKey } from '@pone/server/adapters/time-series/time-series.ts'
import {
  AlertHarness,
  AlertServer,
  cadenceMs as frequencyMs,
  start,
} from '@pone/server/modules/alert/alert-harness.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type RuleTemplate,
  templatesOf,
} from '../packages/web/src/features/monitors/alerts/rules/template-model.ts'

let opened: TestDatabase

beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())

type Figures = Readonly<Record<string, number>>

/** Nothing, or a number of any size up to ten thousand million; the same ones for the same seed. */
function* sizes(seed: number): Generator<number, never> {
  const draw = seededRandom(seed)
  for (;;) yield draw() < 0.25 ? 0 : 10 ** (draw() * 13 - 3)
}

interface Wanted {
  readonly counter: string
  readonly isWanted: (value: number) => boolean
}

/** Values of the stored counters of a section with which a stored or computed one has a wanted value. */
function figuresWith({ counters, computed }: MonitorSection, { counter, isWanted }: Wanted): Figures {
  const keys = counters.filter(({ kind }) => kind !== 'text').map(({ key }) => key)
  const expression = computed.find(({ key }) => key === counter)?.expression ?? counter
  const script = new Script(expression)
  const figures: Record<string, number> = {}
  const context = createContext(figures)
  const drawn = sizes(1)
  for (let tries = 0; tries < 200_000; tries += 1) {
    for (const key of keys) figures[key] = drawn.next().value
    const value: unknown = script.runInContext(context)
    if (typeof value === 'number' && Number.isFinite(value) && isWanted(value)) return { ...figures }
  }
  throw new Error(`no values found for ${expression}`)
}

interface Case {
  readonly type: MonitorType
  readonly section: MonitorSection
  readonly template: RuleTemplate
  readonly good: Figures
  readonly bad: Figures
}

function caseOf(type: MonitorType, template: RuleTemplate): Case {
  const { indicator, max, min } = template.rule.content
  if (indicator.kind !== 'counter') throw new Error('a template is about a counter')
  const section = type.sections.find(({ key }) => key === indicator.section)
  if (section === undefined) throw new Error(`no section ${indicator.section}`)
  const { counter } = indicator.reading
  const breaches = (value: number) => (max !== null && value > max) || (min !== null && value < min)
  return {
    type,
    section,
    template,
    good: figuresWith(section, { counter, isWanted: value => value >= 0 && !breaches(value) }),
    bad: figuresWith(section, { counter, isWanted: value => value >= 0 && breaches(value) }),
  }
}

/** Sends one collection after another, in the cadence of its section. */
class Sender {
  readonly #totals = new Map<string, number>()
  readonly #series: readonly SeriesKey[]
  readonly #cadenceMs: number
  #slot = 0

  readonly #harness: AlertHarness
  readonly #server: AlertServer
  readonly #monitorId: string
  readonly #section: MonitorSection

  constructor(harness: AlertHarness, server: AlertServer, monitorId: string, section: MonitorSection) {
    this.#harness = harness
    this.#server = server
    this.#monitorId = monitorId
    this.#section = section
    const labels = Object.fromEntries((section.rows?.labels ?? []).map(name => [name, 'a']))
    this.#series = section.counters.flatMap(({ key, kind }) =>
      kind === 'text' ? [] : [{ counter: key, labels, kind }],
    )
    this.#cadenceMs = cadenceOf(section, frequencyMs)
  }

  async send(figures: Figures): Promise<void> {
    const slotMs = start + this.#slot * this.#cadenceMs
    this.#slot += 1
    this.#harness.now = slotMs + 1
    const values = this.#series.map(({ counter, kind }) => {
      const figure = figures[counter] ?? 0
      if (kind !== 'counter') return figure
      const total = (this.#totals.get(counter) ?? 0) + (figure * this.#cadenceMs) / 1_000
      this.#totals.set(counter, total)
      return total
    })
    const layout = {
      monitorId: this.#monitorId,
      projectId: this.#harness.projectId,
      section: this.#section.key,
      part: 0,
      cadenceMs: this.#cadenceMs,
      series: this.#series,
    }
    const row: SampleRow = { layout, slotMs, values: Float64Array.from(values) }
    await this.#server.store([row])
  }

  /** Passes over collections of so many minutes. */
  skip(minutes: number): void {
    this.#slot += Math.ceil((minutes * 60_000) / this.#cadenceMs)
  }
}

const cases = monitorTypes.flatMap(type =>
  templatesOf(type, { language: 'en', channelIds: [] }).map(template => caseOf(type, template)),
)

describe('a rule from each template triggers and recovers', () => {
  test('of every threshold of every type there is one', () => {
    expect(cases.length).toBe(monitorTypes.reduce((sum, { thresholds }) => sum + thresholds.length, 0))
    expect(cases.length).toBeGreaterThan(80)
  })

  test.each(cases.map(each => [`${each.type.name}: ${each.template.key}`, each] as const))(
    '%s',
    async (_, { type, section, template, good, bad }) => {
      const harness = await AlertHarness.on(opened)
      const server = new AlertServer(harness)
      harness.now = start
      const monitorId = await harness.addMonitor(`m ${randomUUID()}`, type.name)
      const { content } = template.rule
      await harness.addRule(template.rule.name, content)
      const sender = new Sender(harness, server, monitorId, section)
      const told = async () => (await harness.transitions()).flatMap(({ notice }) => notice ?? [])

      for (let count = 0; count < 3; count += 1) await sender.send(good)
      for (let breaches = 1; breaches < content.times; breaches += 1) await sender.send(bad)
      expect(await told()).toEqual([])
      await sender.send(bad)
      expect(await told()).toEqual(['triggered'])
      sender.skip(content.silentCycleMinutes)
      // A rate needs two.
      for (let count = 0; count < 2; count += 1) await sender.send(good)
      expect(await told()).toEqual(['triggered', 'recovered'])
      await harness.close()
    },
  )
})
