/**
 * Reads samples back: exported as they are where the curve needs samples or minutes, and summed up by VictoriaMetrics
 * where it needs hours and the sum is exact. Its own `increase` counts a restart as growth from 0, so the growth of a
 * counter is taken from its first and last value only in hours without restart and gap; other hours are exported.
 */
import { z } from 'zod'
import type { Summary } from '../codec/rollup.ts'
import type { SelectedSeries } from '../postgres/catalogue.ts'
import type { LinePart } from '../postgres/read-curve.ts'
import type { OutsideParts, ReaderDeps } from '../postgres/reading.ts'
import { hourMs, hourOf } from '../postgres/tables.ts'
import type { VictoriaClient } from './client.ts'
import { exportedLines, identityOf } from './lines.ts'
import { matchOf } from './selection.ts'

const minuteMs = 60_000
/** VictoriaMetrics answers with older values for the newest instants (`-search.latencyOffset`, 30 s); not in exports. */
const settledMs = 600_000

type Outside = NonNullable<ReaderDeps['outside']>
type Client = Pick<VictoriaClient, 'export' | 'queryRange'>

interface GrowingParts extends OutsideParts {
  readonly lines: LinePart[]
  summaries: Summary[]
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
}

export function createVictoriaReader(client: Client, now: () => number): Outside {
  return async (series, plan, range) => {
    const found = new Map<number, GrowingParts>()
    await exportInto(found, client, series, { ranges: runsOf(plan.samples, range), widthMs: 1, hours: null })
    const minutes = { ranges: runsOf(plan.minutes, range), widthMs: minuteMs, hours: null }
    await exportInto(found, client, series, minutes)
    const wanted = plan.hours.filter(hour => (hour + 1) * hourMs > range.fromMs)
    const settled = wanted.filter(hour => (hour + 1) * hourMs < now() - settledMs)
    const unclear = await sumUp(found, client, series, settled)
    for (const hour of wanted)
      if (!settled.includes(hour)) for (const each of series) add(unclear, hour, each)
    for (const group of alike(unclear)) {
      const ranges = runsOf(group.hours, { fromMs: 0, toMs: Number.POSITIVE_INFINITY })
      await exportInto(found, client, group.series, { ranges, widthMs: hourMs, hours: new Set(group.hours) })
    }
    return found
  }
}

const partsOf = (found: Map<number, GrowingParts>, id: number): GrowingParts => {
  const known = found.get(id) ?? { lines: [], summaries: [] }
  found.set(id, known)
  return known
}

/** Hours that follow each other as one range, within the limits. */
function runsOf(hours: readonly number[], { fromMs, toMs }: Range): Range[] {
  const runs: { fromMs: number; toMs: number }[] = []
  for (const hour of hours) {
    const last = runs.at(-1)
    if (last?.toMs === hour * hourMs) last.toMs += hourMs
    else runs.push({ fromMs: hour * hourMs, toMs: (hour + 1) * hourMs })
  }
  return runs
    .map(run => ({ fromMs: Math.max(run.fromMs, fromMs), toMs: Math.min(run.toMs, toMs) }))
    .filter(run => run.fromMs < run.toMs)
}

async function exportInto(
  found: Map<number, GrowingParts>,
  client: Client,
  series: readonly SelectedSeries[],
  { ranges, widthMs, hours }: Pick<LinePart, 'widthMs' | 'hours'> & { readonly ranges: readonly Range[] },
): Promise<void> {
  for (const { fromMs, toMs } of ranges) {
    for (const match of matchOf(series)) {
      for (const line of exportedLines(await client.export(match, fromMs, toMs)))
        partsOf(found, line.series).lines.push({
          cadenceMs: line.cadenceMs,
          bytes: line.bytes,
          widthMs,
          hours,
        })
    }
  }
}

/** What of an hour is asked for, by functions of MetricsQL over the hour. */
const functions = {
  n: 'count_over_time',
  firstAt: 'tfirst_over_time',
  lastAt: 'tlast_over_time',
  first: 'first_over_time',
  last: 'last_over_time',
  min: 'min_over_time',
  max: 'max_over_time',
  sum: 'sum_over_time',
  resets: 'resets',
} as const
type HourValues = Record<keyof typeof functions, number>
const nameLabel = 'pone_function'

const answerSchema = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
})

type Unclear = Map<number, Set<SelectedSeries>>

const add = (unclear: Unclear, hour: number, series: SelectedSeries): void => {
  const known = unclear.get(hour) ?? new Set()
  unclear.set(hour, known.add(series))
}

/** Adds the summaries of hours; returns the hours of series for which samples are needed. */
async function sumUp(
  found: Map<number, GrowingParts>,
  client: Client,
  series: readonly SelectedSeries[],
  hours: readonly number[],
): Promise<Unclear> {
  const unclear: Unclear = new Map()
  const byId = new Map(series.flatMap(each => each.ids.map(id => [id, each] as const)))
  for (const { fromMs, toMs } of runsOf(hours, { fromMs: 0, toMs: Number.POSITIVE_INFINITY })) {
    for (const match of matchOf(series)) {
      // An instant's window begins after the instant an hour before, and includes its own instant.
      const range = { fromMs: fromMs + hourMs - 1, toMs: toMs - 1, stepMs: hourMs }
      const answer = hourValues(await client.queryRange(queryOf(match), range))
      for (const { id, hour, values } of answer) {
        const each = byId.get(id)
        if (each === undefined) continue
        const summary = values.length === 1 ? summaryFor(values, each.kind === 'counter') : null
        if (summary === null) add(unclear, hour, each)
        else partsOf(found, id).summaries.push(summary)
      }
    }
  }
  // A series that was moved within its section has other numbers, all of which are exported.
  for (const [hour, unclearSeries] of unclear) {
    for (const id of [...unclearSeries].flatMap(each => each.ids)) {
      const parts = partsOf(found, id)
      parts.summaries = parts.summaries.filter(({ firstAt }) => hourOf(firstAt) !== hour)
    }
  }
  return unclear
}

function queryOf(match: string): string {
  const parts = Object.entries(functions).map(
    ([name, call]) => `label_set(${call}(s[1h]), "${nameLabel}", "${name}")`,
  )
  return `WITH (s = ${match}) union(${parts.join(', ')})`
}

interface HourAnswer {
  readonly id: number
  readonly hour: number
  /** One for each cadence that the series had in the hour. */
  readonly values: (Partial<HourValues> & { readonly cadenceMs: number })[]
}

function hourValues(content: Buffer): HourAnswer[] {
  const byCadence = new Map<
    string,
    { id: number; hour: number; values: Partial<HourValues> & { cadenceMs: number } }
  >()
  for (const { metric, values } of answerSchema.parse(JSON.parse(String(content))).data.result) {
    const name = metric[nameLabel]
    if (name === undefined || !isFunctionName(name)) continue
    const { series: id, cadenceMs } = identityOf(metric)
    for (const [at, text] of values) {
      const hour = hourOf(Math.round(at * 1_000))
      const key = `${id} ${hour} ${cadenceMs}`
      const known = byCadence.get(key) ?? { id, hour, values: { cadenceMs } }
      known.values[name] = Number(text)
      byCadence.set(key, known)
    }
  }
  return [...Map.groupBy(byCadence.values(), ({ id, hour }) => `${id} ${hour}`).values()].flatMap(group => {
    const [first] = group
    return first === undefined
      ? []
      : [{ id: first.id, hour: first.hour, values: group.map(each => each.values) }]
  })
}

const isFunctionName = (name: string): name is keyof HourValues => Object.hasOwn(functions, name)

/** null: it cannot be told from these values. */
function summaryFor([values]: HourAnswer['values'], isCounter: boolean): Summary | null {
  if (values === undefined) return null
  const { n = 0, first, last, min, max, sum, resets = 0, cadenceMs } = values
  if (n < 1 || first === undefined || last === undefined || min === undefined || max === undefined)
    return null
  if (sum === undefined || values.firstAt === undefined || values.lastAt === undefined) return null
  const [firstAt, lastAt] = [Math.round(values.firstAt * 1_000), Math.round(values.lastAt * 1_000)]
  const isWhole = lastAt - firstAt === (n - 1) * cadenceMs
  if (isCounter && n > 1 && (!isWhole || resets > 0)) return null
  const growth = isCounter
    ? { increase: last - first, coveredMs: lastAt - firstAt }
    : { increase: 0, coveredMs: 0 }
  return { n, firstAt, lastAt, first, last, min, max, sum, ...growth, cadenceMs }
}

/** Series that need the samples of the same hours, so that they are asked for together. */
function alike(unclear: Unclear): { series: SelectedSeries[]; hours: number[] }[] {
  const hoursOf = new Map<SelectedSeries, number[]>()
  for (const [hour, series] of [...unclear].sort(([one], [other]) => one - other))
    for (const each of series) hoursOf.set(each, [...(hoursOf.get(each) ?? []), hour])
  return [...Map.groupBy(hoursOf, ([, hours]) => hours.join(' ')).values()].map(group => ({
    series: group.map(([series]) => series),
    hours: group[0]?.[1] ?? [],
  }))
}
