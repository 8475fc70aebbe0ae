/**
 * Every counter of every monitor type, stored and computed, through all that shows or judges it: the chart, the preview
 * of the form of types, the rehearsal, the alert, the SLA rule and the topology tell the same value at the same instant.
 * Expected is what plain arithmetic makes of the raw samples; expressions are evaluated by the JavaScript of Node.
 */
import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { rehearse } from '@pone/alerts/rehearsal.ts'
import { type AlertRuleContent, timingOf } from '@pone/alerts/rule.ts'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { labelKey } from '@pone/monitors/series/counter-values.ts'
import { trialRows } from '@pone/monitors/series/trial-rows.ts'
import { cadenceOf, type MonitorSection, type MonitorType } from '@pone/monitors/type.ts'
import { type CounterRule, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import type { SampleRow, SeriesKey } from '../../adapters/time-series/time-series.ts'
import { createMonitorRepository } from '../monitor/monitor.repository.ts'
import { createMonitorFigures } from '../monitor/monitor-figures.service.ts'
import { createMonitorHistoryRepository } from '../monitor/monitor-history.repository.ts'
import { builtInTypes } from '../monitor-type/monitor-types.ts'
import { readRuleValues } from '../rule-counter/rule-reading.ts'
import { AlertHarness, AlertServer, cadenceMs as frequencyMs, start, usage } from './alert-harness.ts'
import { pastValues } from './past-values.ts'
import { valueTiming } from './value-timing.ts'

type Labels = Record<string, string>
const maxCountersPerChart = 50
const collections = 3
/** The last collection of every section. */
const end = start + 24 * 3_600_000
/** Below any value. */
const floor = -1e300

let opened: TestDatabase
let harness: AlertHarness
let server: AlertServer

beforeAll(async () => {
  opened = await createTestDatabase()
  harness = await AlertHarness.on(opened)
  server = new AlertServer(harness)
})
afterAll(async () => {
  await harness.close()
  await opened.close()
})

/** From 1 to below 1,001, the same for the same numbers. */
const someValue = (...of: number[]): number => {
  const mixed = of.reduce((sum, each) => Math.imul(sum ^ (each + 0x9e37), 0x85ebca6b) >>> 0, 7)
  return 1 + (mixed % 1_000_000) / 1_000
}

interface SectionSamples {
  readonly section: MonitorSection
  readonly cadenceMs: number
  readonly series: readonly SeriesKey[]
  /** By collection, then by series. */
  readonly values: readonly (readonly number[])[]
}

/** Raw samples of a section: two label sets where it has rows; what only grows grows by another amount each time. */
function samplesOf(section: MonitorSection, seed: number): SectionSamples {
  const names = section.rows?.labels ?? []
  const sets: Labels[] =
    names.length === 0 ? [{}] : ['a', 'b'].map(value => Object.fromEntries(names.map(name => [name, value])))
  const series = sets.flatMap(labels =>
    section.counters.flatMap(({ key: counter, kind }): SeriesKey[] =>
      kind === 'text' ? [] : [{ counter, labels, kind }],
    ),
  )
  const values = Array.from({ length: collections }, (): number[] => [])
  for (const [index, { kind }] of series.entries()) {
    let total = 1_000
    for (const [at, row] of values.entries()) {
      const value = kind === 'state' ? at : someValue(seed, index, at)
      total += value
      row.push(kind === 'counter' ? total : value)
    }
  }
  return { section, cadenceMs: cadenceOf(section, frequencyMs), series, values }
}

interface Expected {
  readonly counter: string
  readonly labels: Labels
  readonly value: number
}

function expectedOf({ section, cadenceMs, series, values }: SectionSamples): Expected[] {
  const last = values.at(-1) ?? []
  const before = values.at(-2) ?? []
  const stored = series.map(({ counter, labels, kind }, index) => {
    const now = last[index] ?? Number.NaN
    const value = kind === 'counter' ? ((now - (before[index] ?? 0)) * 1_000) / cadenceMs : now
    return { counter, labels: { ...labels }, value }
  })
  const sets = Map.groupBy(stored, ({ labels }) => JSON.stringify(labels))
  const computed = section.computed.flatMap(({ key: counter, expression }) =>
    [...sets.values()].flatMap(set => {
      const figures = Object.fromEntries(set.map(each => [each.counter, each.value]))
      const value: unknown = runInNewContext(expression, figures)
      const labels = set[0]?.labels ?? {}
      return typeof value === 'number' && Number.isFinite(value) ? [{ counter, labels, value }] : []
    }),
  )
  return [...stored, ...computed]
}

const isGrowing = ({ counters }: MonitorSection, counter: string): boolean =>
  counters.some(({ key, kind }) => key === counter && kind === 'counter')

const contentOf = (monitorId: string, section: MonitorSection, counter: string): AlertRuleContent =>
  usage({
    scope: { kind: 'monitors', monitorIds: [monitorId] },
    indicator: {
      kind: 'counter',
      section: section.key,
      reading: { counter, fn: isGrowing(section, counter) ? 'rate' : 'value' },
    },
    max: floor,
    times: 1,
    triggerCycleMinutes: 7 * 24 * 60,
    silentCycleMinutes: 0,
  })

interface Walked {
  readonly type: MonitorType
  readonly monitorId: string
  readonly samples: readonly SectionSamples[]
  /** By `section counter`. */
  readonly rules: ReadonlyMap<string, { readonly id: string; readonly content: AlertRuleContent }>
}

const ruleKey = (section: string, counter: string): string => `${section} ${counter}`

/** A monitor of the type, a rule per counter, and the collections as the intake stores them. */
async function collected(type: MonitorType, seed: number): Promise<Walked> {
  harness.now = start
  const monitorId = await harness.addMonitor(type.name, type.name)
  const sections = type.sections.filter(({ isTable, counters }) => !isTable && counters.length > 0)
  const samples = sections.map((section, index) => samplesOf(section, seed * 1_000 + index))
  const rules = new Map<string, { id: string; content: AlertRuleContent }>()
  for (const { section } of samples)
    for (const counter of [...section.counters.filter(({ kind }) => kind !== 'text'), ...section.computed])
      rules.set(ruleKey(section.key, counter.key), {
        id: randomUUID(),
        content: contentOf(monitorId, section, counter.key),
      })
  await insertRules(type.name, rules)
  harness.now = end
  for (let at = 0; at < collections; at += 1)
    await server.store(samples.flatMap(each => rowsOf(monitorId, each, at)))
  return { type, monitorId, samples, rules }
}

/** In parts, as agents send them. */
function rowsOf(
  monitorId: string,
  { section, cadenceMs, series, values }: SectionSamples,
  at: number,
): SampleRow[] {
  const { projectId } = harness
  const size = Math.max(1, Math.ceil(series.length / (series.length > 7 ? 2 : 1)))
  const slotMs = end - (collections - 1 - at) * cadenceMs
  return Array.from({ length: Math.ceil(series.length / size) }, (_, part) => ({
    layout: {
      monitorId,
      projectId,
      section: section.key,
      part,
      cadenceMs,
      series: series.slice(part * size, (part + 1) * size),
    },
    slotMs,
    values: Float64Array.from((values[at] ?? []).slice(part * size, (part + 1) * size)),
  }))
}

async function insertRules(
  name: string,
  rules: ReadonlyMap<string, { id: string; content: AlertRuleContent }>,
) {
  const { projectId } = harness
  const made = { created_by: 'test', created_at: 1, updated_by: 'test', updated_at: 1 }
  if (rules.size > 0)
    await opened.database
      .insertInto('alert_rules')
      .values(
        [...rules].map(([key, { id, content }]) => ({
          ...made,
          id,
          project_id: projectId,
          name: `${name} ${key}`,
          is_enabled: true,
          level: 'warning' as const,
          labels: '{}',
          channel_ids: '[]',
          content: JSON.stringify(content),
          evaluation: 1,
          revision: 1,
        })),
      )
      .execute()
  // Raises the version of the rules of the project.
  await harness.addRule(`last of ${name}`, usage({ scope: { kind: 'monitors', monitorIds: [randomUUID()] } }))
}

type Told = Map<string, number>
const toldKey = (section: string, counter: string, labels: Labels): string =>
  `${section} ${counter} ${labelKey(labels)}`

const figures = () =>
  createMonitorFigures({
    monitors: createMonitorRepository(opened.database),
    history: createMonitorHistoryRepository(opened.database),
    series: harness.series,
    types: builtInTypes,
    now: () => harness.now,
  })

async function chartOf({ monitorId, samples }: Walked): Promise<Told> {
  const told: Told = new Map()
  for (const { section, cadenceMs } of samples) {
    const names = [...section.counters, ...section.computed].map(({ key }) => key)
    for (let from = 0; from < names.length; from += maxCountersPerChart) {
      const counters = names.slice(from, from + maxCountersPerChart)
      const range = { from: end - 10 * cadenceMs, to: end + cadenceMs, points: 1_000 }
      const asked = {
        projectId: harness.projectId,
        id: monitorId,
        section: section.key,
        counters,
        labels: {},
        ...range,
      }
      const { series, times } = await figures().series(asked)
      for (const { counter, labels, values } of series) {
        const value = values[times.indexOf(end)]
        if (typeof value === 'number') told.set(toldKey(section.key, counter, labels), value)
      }
    }
  }
  return told
}

function previewOf({ type, samples }: Walked): Told {
  const told: Told = new Map()
  for (const { section, cadenceMs, series, values } of samples) {
    const rounds = values.map((row, at) => ({
      atMs: end - (collections - 1 - at) * cadenceMs,
      values: series.map(({ counter, labels }, index) => ({
        section: section.key,
        counter,
        labels: { ...labels },
        value: row[index] ?? null,
      })),
    }))
    for (const { counter, labels, shown } of trialRows(
      type,
      rounds as unknown as Parameters<typeof trialRows>[1],
    )) {
      const value = shown.at(-1)
      if (typeof value === 'number') told.set(toldKey(section.key, counter, labels), value)
    }
  }
  return told
}

async function rehearsalOf({ type, monitorId, samples, rules }: Walked): Promise<Told> {
  const told: Told = new Map()
  for (const { section, cadenceMs } of samples)
    for (const [key, { content }] of rules) {
      if (content.indicator.kind !== 'counter' || content.indicator.section !== section.key) continue
      const range = { from: end - 5 * cadenceMs, to: end + 1 }
      const monitor = { id: monitorId, type, expectedMs: frequencyMs, frequencyMs }
      const timing = timingOf(content, valueTiming(content.indicator, monitor))
      for (const { labels, ...past } of await pastValues(harness.series, content, { monitor, ...range })) {
        const { notices } = rehearse({ timing, mutedAt: () => null }, past, range)
        const last = notices.at(-1)
        if (last?.at === end && last.value !== null) told.set(`${key} ${labelKey(labels)}`, last.value)
      }
    }
  return told
}

async function alertOf({ rules }: Walked): Promise<Told> {
  // Counters of an exporter are chosen by its monitor: the type has none of its own.
  if (rules.size === 0) return new Map()
  const keys = new Map([...rules].map(([key, { id }]) => [id, key]))
  const rows = await opened.database
    .selectFrom('alert_transitions')
    .innerJoin('alert_incidents', 'alert_incidents.id', 'alert_transitions.incident_id')
    .select(['rule_id', 'labels', 'value', 'sample_at'])
    .where('rule_id', 'in', [...keys.keys()])
    .where('to_phase', '=', 'triggered')
    .where('sample_at', '=', end)
    .execute()
  return new Map(
    rows.flatMap(({ rule_id: id, labels, value }) =>
      value === null ? [] : [[`${keys.get(id)} ${labelKey(labels)}`, value] as const],
    ),
  )
}

async function slaOf({ type, monitorId, samples }: Walked): Promise<Told> {
  const told: Told = new Map()
  for (const each of samples) {
    const expected = expectedOf(each)
    const sla = expected.map(({ counter, labels }, index) =>
      slaRuleSchema.parse({
        id: String(index),
        metric: 'counter',
        counter: {
          monitorId,
          monitorName: type.name,
          section: each.section.key,
          counter,
          labels,
          names: { zh: '', en: '' },
          unit: '',
        },
        operator: '<',
        threshold: 0,
      }),
    ) as CounterRule[]
    const run = { projectId: harness.projectId, scenario: { sla }, startedAt: end - 5 * each.cadenceMs }
    const deps = {
      monitors: createMonitorRepository(opened.database),
      types: builtInTypes,
      timeSeries: harness.series,
    }
    const read = await readRuleValues(
      deps,
      run as unknown as Parameters<typeof readRuleValues>[1],
      new Map(),
      end + 1,
    )
    for (const { ruleId, at, values } of read) {
      const of = expected[Number(ruleId)]
      const value = values[at.indexOf(end)]
      if (of !== undefined && value !== undefined && !Number.isNaN(value))
        told.set(toldKey(each.section.key, of.counter, of.labels), value)
    }
  }
  return told
}

async function topologyOf({ monitorId, samples }: Walked): Promise<Told> {
  const counters = samples.flatMap(({ section }) =>
    [...section.counters, ...section.computed].map(({ key }) => `${section.key}.${key}`),
  )
  const [latest] = await figures().latest(harness.projectId, [monitorId], counters)
  return new Map(
    (latest?.values ?? []).flatMap(({ section, counter, labels, value }) =>
      typeof value === 'number' ? [[toldKey(section, counter, labels), value] as const] : [],
    ),
  )
}

/** Sums of many values may differ in the last digits by their order. */
const rounded = (told: Told): Record<string, number> =>
  Object.fromEntries(
    [...told]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, Number(value.toPrecision(9))]),
  )

describe('the value of each counter is the same on chart, preview, rehearsal, alert, SLA rule and topology', () => {
  let computed = 0
  let stored = 0
  test.each(monitorTypes.map((type, index) => [type.name, type, index] as const))(
    '%s',
    async (_, type, index) => {
      const walked = await collected(type, index)
      const expected: Told = new Map()
      for (const each of walked.samples)
        for (const { counter, labels, value } of expectedOf(each)) {
          expected.set(toldKey(each.section.key, counter, labels), value)
          if (each.section.computed.some(({ key }) => key === counter)) computed += 1
          else stored += 1
        }
      const wanted = rounded(expected)
      expect({
        chart: rounded(await chartOf(walked)),
        preview: rounded(previewOf(walked)),
        rehearsal: rounded(await rehearsalOf(walked)),
        alert: rounded(await alertOf(walked)),
        sla: rounded(await slaOf(walked)),
        topology: rounded(await topologyOf(walked)),
      }).toEqual({
        chart: wanted,
        preview: wanted,
        rehearsal: wanted,
        alert: wanted,
        sla: wanted,
        topology: wanted,
      })
    },
    300_000,
  )

  test('there are stored and computed ones', () => {
    expect(stored).toBeGreaterThan(500)
    expect(computed).toBeGreaterThan(50)
  })
})
