/**
 * How often the comparison of runs reports a difference between equal runs, and how often it finds a real change,
 * measured with generated runs.
 */
import { holm } from '@pone/metrics/holm.ts'
import { type Nature, seededRandom, simulateRun } from '@pone/metrics/simulated-run.ts'
import { windowMetrics } from '@pone/metrics/window-figures.ts'
import { testWindows } from '@pone/metrics/window-test.ts'
import { windowWidths } from '@pone/metrics/window-widths.ts'

interface Case extends Nature {
  /** Whether the load rises in four steps to nine times its initial value; windows are paired then. */
  readonly isClimbing?: boolean
}

const natures: readonly Case[] = [
  { name: 'independent', correlation: 0, wandering: 0.1, slowChance: 0, slowSeconds: 0 },
  { name: 'AR(1) 0.8', correlation: 0.8, wandering: 0.1, slowChance: 0, slowSeconds: 0 },
  { name: 'AR(1) 0.95', correlation: 0.95, wandering: 0.1, slowChance: 0, slowSeconds: 0 },
  { name: 'slow spells', correlation: 0.5, wandering: 0.05, slowChance: 1 / 60, slowSeconds: 5 },
  {
    name: 'AR(1) 0.8, climbing load',
    correlation: 0.8,
    wandering: 0.1,
    slowChance: 0,
    slowSeconds: 0,
    isClimbing: true,
  },
  {
    name: 'slow spells, climbing load',
    correlation: 0.5,
    wandering: 0.05,
    slowChance: 1 / 60,
    slowSeconds: 5,
    isClimbing: true,
  },
]
const lengths = [120, 600, 1_800]
const significant = 0.05

interface Outcome {
  /** Share of single tests with p < 5 %, by metric, not corrected. */
  readonly single01: ReadonlyMap<string, number>
  /** Share of comparisons in which any metric is different after correction. */
  readonly any01: number
  readonly avg01: number
  readonly p95Share01: number
}

function repeat(nature: Case, seconds: number, factor: number, pairs: number): Outcome {
  const random = seededRandom(20_261_121)
  const span = { fromSecond: 0, toSecond: seconds }
  const widths = windowWidths([span, span])
  const isClimbing = nature.isClimbing === true
  const load = (second: number) => (isClimbing ? 0.25 + Math.floor((4 * second) / seconds) * (2 / 3) : 1)
  const single = new Map<string, number>()
  const found = { any: 0, avg: 0, p95: 0 }
  for (let pair = 0; pair < pairs; pair++) {
    const run = (by: number) =>
      simulateRun({ nature, seconds, requestsPerSecond: 50, factor: by, widths, load, random })
    const [first, second] = [run(1), run(factor)]
    const tests = windowMetrics.flatMap(metric => {
      const test = testWindows(metric, first, second, {
        pairing: isClimbing ? 'always' : 'never',
        tests: windowMetrics.length,
      })
      return test === null ? [] : [{ metric, pValue: test.pValue }]
    })
    const corrected = holm(tests.map(({ pValue }) => pValue))
    const isFound = (metric: string) =>
      tests.some((test, index) => test.metric === metric && (corrected[index] ?? 1) < significant)
    for (const { metric, pValue } of tests)
      single.set(metric, (single.get(metric) ?? 0) + (pValue < significant ? 1 : 0) / pairs)
    if (corrected.some(pValue => pValue < significant)) found.any += 1
    if (isFound('avgMs')) found.avg += 1
    if (isFound('p95Ms')) found.p95 += 1
  }
  return {
    single01: single,
    any01: found.any / pairs,
    avg01: found.avg / pairs,
    p95Share01: found.p95 / pairs,
  }
}

const percent = (share01: number) => `${(share01 * 100).toFixed(1)} %`
const heads = [
  'nature of the target',
  'seconds',
  'single tests, worst',
  'mean',
  'comparison, corrected',
  '+10 %: avg',
  '+10 %: P95',
  '+20 %: avg',
  '+20 %: P95',
]

/**
 * A table in Markdown: the share of `pairs` pairs of equal runs that are reported as different, and the same share of a
 * quarter as many pairs with a real change.
 */
export function measureFalseAlarms(pairs: number, onRow: (row: string) => void): string {
  const rows = [heads, heads.map(() => '---')]
  for (const nature of natures) {
    for (const seconds of lengths) {
      const same = repeat(nature, seconds, 1, pairs)
      const [ten, twenty] = [1.1, 1.2].map(factor => repeat(nature, seconds, factor, Math.ceil(pairs / 4)))
      const singles = [...same.single01.values()]
      const row = [
        nature.name,
        String(seconds),
        percent(Math.max(...singles)),
        percent(singles.reduce((sum, share) => sum + share, 0) / singles.length),
        percent(same.any01),
        percent(ten?.avg01 ?? 0),
        percent(ten?.p95Share01 ?? 0),
        percent(twenty?.avg01 ?? 0),
        percent(twenty?.p95Share01 ?? 0),
      ]
      rows.push(row)
      onRow(row.join(' | '))
    }
  }
  return rows.map(row => `| ${row.join(' | ')} |\n`).join('')
}
