/** The charts of a monitor: which sections they need, and their lines from what the server answers; pure. */
import {
  type MonitorGap,
  type MonitorSeries,
  maxMonitorGaps,
  unobservedCauses,
} from '@pone/contract/entities/monitor.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { shownUnit } from '../../../ui/chart/shown-unit.ts'
import type { ChartSeries } from '../../../ui/chart/time-series.ts'
import type { MetricColor } from '../../../ui/theme/palette.ts'
import { countersOf } from '../shared/figures.ts'

export type TypeChart = MonitorType['charts'][number]

/** As many lines as there are colours to tell them apart. */
export const maxLines = 10
const colors: readonly MetricColor[] = [
  'name1',
  'name2',
  'name3',
  'name4',
  'name5',
  'name6',
  'name7',
  'name8',
  'name9',
  'name10',
]

/** The color of a line by its place; further ones begin anew. */
export const colorAt = (index: number): MetricColor => colors[index % colors.length] ?? 'name1'

const partsOf = (counter: string): readonly [section: string, key: string] => {
  const at = counter.indexOf('.')
  return [counter.slice(0, at), counter.slice(at + 1)]
}

export interface SectionCharts {
  readonly section: MonitorSection
  readonly charts: readonly TypeChart[]
}

/** Charts by the section of their first counter, in the order of the type's sections. */
export function chartsBySection(type: MonitorType): readonly SectionCharts[] {
  return type.sections
    .map(section => ({
      section,
      charts: type.charts.filter(({ counters: [first] }) => partsOf(first ?? '')[0] === section.key),
    }))
    .filter(({ charts }) => charts.length > 0)
}

/** Counters of a section that any chart shows. */
export function chartedCounters(type: MonitorType, section: string): readonly string[] {
  const keys = type.charts.flatMap(({ counters }) =>
    counters.map(partsOf).flatMap(([of, key]) => (of === section ? [key] : [])),
  )
  return [...new Set(keys)]
}

/** Sections that any chart needs. */
export const chartedSections = (type: MonitorType): readonly string[] =>
  type.sections.map(({ key }) => key).filter(key => chartedCounters(type, key).length > 0)

/** Labels as text, e.g. `sda1` or `eth0, in`. */
export const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.values(labels).join(', ')

export interface ChartLines {
  /** Epoch seconds, ascending. */
  readonly seconds: readonly number[]
  readonly stepSeconds: number
  readonly series: readonly ChartSeries[]
  /** Lines that exist beyond those that are drawn. */
  readonly omitted: number
}

/** The lines of a chart; of more than `maxLines` the highest ones. `bySection`: answers by section; null while a section is not answered. */
export function linesOf(
  chart: TypeChart,
  type: MonitorType,
  bySection: ReadonlyMap<string, MonitorSeries>,
  language: Language,
): ChartLines | null {
  const wanted = chart.counters.map(partsOf)
  const answer = bySection.get(wanted[0]?.[0] ?? '')
  if (answer === undefined) return null
  const { factor } = shownUnit(chart.unit)
  const at = new Map(answer.times.map((time, index) => [time, index]))
  const lines = wanted.flatMap(([sectionKey, key]) => {
    const section = type.sections.find(each => each.key === sectionKey)
    const name = section && countersOf(section).get(key)?.names[language]
    const source = bySection.get(sectionKey)
    return (source?.series ?? [])
      .filter(entry => entry.counter === key)
      .map(entry => {
        const labels = labelText(entry.labels)
        const values = aligned(entry.values, source === answer ? null : (source?.times ?? []), at, factor)
        return {
          key: `${sectionKey}.${key} ${labels}`,
          label: labels === '' ? (name ?? key) : wanted.length > 1 ? `${labels} · ${name ?? key}` : labels,
          values,
        }
      })
  })
  const drawn = highest(lines, maxLines)
  return {
    seconds: answer.times.map(time => time / 1_000),
    stepSeconds: answer.stepMs / 1_000,
    series: drawn.map((line, index) => ({ ...line, color: colorAt(index) })),
    omitted: lines.length - drawn.length + answer.omitted,
  }
}

/** Values in the shown unit, at the instants of the chart; `times` null: they are at those already. */
function aligned(
  values: readonly (number | null)[],
  times: readonly number[] | null,
  at: ReadonlyMap<number, number>,
  factor: number,
): (number | null)[] {
  const scaled = values.map(value => (value === null ? null : value * factor))
  if (times === null) return scaled
  const placed: (number | null)[] = Array.from({ length: at.size }, () => null)
  times.forEach((time, index) => {
    const place = at.get(time)
    if (place !== undefined) placed[place] = scaled[index] ?? null
  })
  return placed
}

/** The lines with the highest values, in their order. */
function highest<L extends { readonly values: readonly (number | null)[] }>(
  lines: readonly L[],
  most: number,
): L[] {
  if (lines.length <= most) return [...lines]
  const peakOf = ({ values }: L) =>
    values.reduce<number>(
      (peak, value) => Math.max(peak, value ?? Number.NEGATIVE_INFINITY),
      Number.NEGATIVE_INFINITY,
    )
  const kept = new Set([...lines].sort((a, b) => peakOf(b) - peakOf(a)).slice(0, most))
  return lines.filter(line => kept.has(line))
}

/**
 * Part of a range, percent, in which the sections that tell availability had values. Time in which the target was not
 * observed does not count; null where it never was, or where there are more gaps than one call answers.
 */
export function availabilityPercent(
  type: MonitorType,
  gaps: readonly MonitorGap[],
  range: { readonly from: number; readonly to: number },
): number | null {
  if (gaps.length >= maxMonitorGaps) return null
  const telling = type.sections.filter(section => section.answersAvailability).map(({ key }) => key)
  const within = (gap: MonitorGap) => ({
    from: Math.max(gap.from, range.from),
    to: Math.min(gap.until ?? range.to, range.to),
  })
  const counted = gaps.filter(gap => isOf(gap, telling))
  const unobserved = counted.filter(({ cause }) => unobservedCauses.includes(cause))
  const unobservedMs = covered(unobserved.map(within))
  const missingMs = covered(counted.map(within)) - unobservedMs
  const expectedMs = range.to - range.from - unobservedMs
  return expectedMs <= 0 ? null : Math.max(0, 100 * (1 - missingMs / expectedMs))
}

/** Whether a gap is one of these sections; one of no section concerns all, and no sections stand for all. */
export const isOf = ({ section }: MonitorGap, sections: readonly string[]): boolean =>
  section === '' || sections.length === 0 || sections.includes(section)

/** Length of the union of intervals. */
function covered(intervals: readonly { readonly from: number; readonly to: number }[]): number {
  let total = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    if (to <= Math.max(from, end)) continue
    total += to - Math.max(from, end)
    end = to
  }
  return total
}
