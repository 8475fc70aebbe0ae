/** Puts runs beside each other: reads them one after the other, so that only figures and the baseline's windows are held at a time. */
import type { ComparedCell, ComparedLabel, Comparison } from '@pone/contract/entities/comparison.ts'
import type { Statistics } from '@pone/contract/entities/run.ts'
import { statisticsOf } from '@pone/metrics/statistics.ts'
import { windowMetrics } from '@pone/metrics/window-figures.ts'
import type { Pairing, TestedWindows, WindowTestOptions } from '@pone/metrics/window-test.ts'
import { type SecondSpan, windowWidths } from '@pone/metrics/window-widths.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { toRun } from '../run-record.ts'
import { changesOf, type Pair, testAll } from './changes.ts'
import { keysOf } from './label-keys.ts'
import { pairingOf } from './load-pairs.ts'
import type { ResultsStore } from './merged-seconds.ts'
import type { MergedLabel, PartMerge } from './part-merge.ts'
import { readPart } from './read-part.ts'
import { differencesOf, type KnownPart, warningsOf } from './run-facts.ts'
import { steadyParts } from './steady-part.ts'
import { createBreather } from './work-queue.ts'

/** Stands for all requests together among the keys of labels. */
const all = ''

/** What is kept of a run. */
interface Figures {
  readonly lost: number
  readonly peakUsers: number
  readonly pairing: Pairing
  readonly steady: SecondSpan | null
  readonly statistics: ReadonlyMap<string, Statistics>
  readonly tests: ReadonlyMap<string, Pair['tests']>
}

/** The first part is the baseline. @throws the signal's reason when it has fired */
export async function compareParts(
  parts: readonly KnownPart[],
  { store, signal }: { store: ResultsStore; signal: AbortSignal },
): Promise<Comparison> {
  const steady = steadyParts(parts)
  const tested = parts.map((part, index) => steady[index] ?? part.span)
  const widths = windowWidths(tested)
  const keyOf = keysOf(parts.map(({ record }) => record.labels))
  const figures: Figures[] = []
  let asBaseline: KnownPart | null = null
  let baseline: ReadonlyMap<string, TestedWindows> = new Map()
  for (const [index, part] of parts.entries()) {
    const window = tested[index] ?? part.span
    const merge = await readPart(part, { store, widths, window, signal })
    const windows = windowsOf(part, merge, { keyOf, window })
    const asTested = { ...part, span: window }
    const pairing = asBaseline === null ? 'never' : pairingOf(asBaseline, asTested)
    asBaseline ??= asTested
    figures.push({
      lost: merge.lost,
      peakUsers: merge.peakUsers,
      pairing,
      steady: steady[index] ?? null,
      statistics: statisticsByKey(part, merge, keyOf),
      tests: await testsAgainst(baseline, windows, { pairing, comparedRuns: parts.length - 1, signal }),
    })
    if (figures.length === 1) baseline = windows
  }
  const labels = labelsOf(parts, figures, keyOf)
  const total = cellsOf([all], figures)[0] ?? []
  const byLabel = cellsOf([...labels.keys()], figures)
  return {
    runs: parts.map((part, index) => ({
      run: toRun(part.record),
      fromMs: part.range.fromMs,
      toMs: part.range.toMs,
      warnings: warningsOf(part, figures[index]?.lost ?? 0),
      pairing: figures[index]?.pairing ?? 'never',
      steady: steadyMs(figures[index]?.steady ?? null),
    })),
    total: total.filter(cell => cell !== null),
    labels: [...labels].map(
      ([key, label], index): ComparedLabel => ({ key, label, cells: byLabel[index] ?? [] }),
    ),
    differences: differencesOf(
      parts.map((part, index) => ({ ...part, peakUsers: figures[index]?.peakUsers ?? 0 })),
    ),
    windowSeconds: narrowest(total),
  }
}

const steadyMs = (steady: SecondSpan | null): Comparison['runs'][number]['steady'] =>
  steady === null ? null : { fromMs: steady.fromSecond * 1_000, toMs: steady.toSecond * 1_000 }

function windowsOf(
  { suspect, record }: KnownPart,
  { requests, labels }: PartMerge,
  { keyOf, window }: { readonly keyOf: (label: RunLabel) => string; readonly window: SecondSpan },
): Map<string, TestedWindows> {
  const tested = ({ windows }: MergedLabel): TestedWindows => ({
    levels: windows.levels,
    isSuspect: (from, to) => suspect.touches(from, to),
    fromSecond: window.fromSecond,
  })
  const byKey = new Map([[all, tested(requests)]])
  for (const [index, merged] of labels) {
    const label = record.labels[index]
    if (label !== undefined) byKey.set(keyOf(label), tested(merged))
  }
  return byKey
}

function statisticsByKey(
  { range, record }: KnownPart,
  merge: PartMerge,
  keyOf: (label: RunLabel) => string,
): Map<string, Statistics> {
  const windowMs = range.toMs - range.fromMs
  const byKey = new Map([[all, merge.statisticsOfAll(windowMs)]])
  for (const [index, { total }] of merge.labels) {
    const label = record.labels[index]
    if (label !== undefined) byKey.set(keyOf(label), statisticsOf(total, windowMs))
  }
  return byKey
}

async function testsAgainst(
  baseline: ReadonlyMap<string, TestedWindows>,
  windows: ReadonlyMap<string, TestedWindows>,
  {
    pairing,
    comparedRuns,
    signal,
  }: { readonly pairing: Pairing; readonly comparedRuns: number; readonly signal: AbortSignal },
): Promise<Map<string, Pair['tests']>> {
  const breathe = createBreather(signal)
  const tests = new Map<string, Pair['tests']>()
  for (const [key, second] of windows) {
    const first = baseline.get(key)
    // All requests are corrected by themselves, and all labels by themselves.
    const subjects = key === all ? 1 : windows.size - 1
    const options: WindowTestOptions = { pairing, tests: windowMetrics.length * comparedRuns * subjects }
    if (first !== undefined) tests.set(key, testAll(first, second, options))
    await breathe()
  }
  return tests
}

/** Labels that any of the runs used, in the baseline's order, then the others'. */
function labelsOf(
  parts: readonly KnownPart[],
  figures: readonly Figures[],
  keyOf: (label: RunLabel) => string,
): Map<string, Omit<RunLabel, 'index'>> {
  const labels = new Map<string, Omit<RunLabel, 'index'>>()
  for (const [index, { record }] of parts.entries()) {
    for (const label of record.labels) {
      const key = keyOf(label)
      const isUsed = figures[index]?.statistics.has(key) === true
      const { name, kind, component } = label
      if (isUsed && !labels.has(key)) labels.set(key, { name, kind, component })
    }
  }
  return labels
}

/** Cells of each key, a cell per run; the tests of all of them are corrected together. */
function cellsOf(keys: readonly string[], figures: readonly Figures[]): (ComparedCell | null)[][] {
  const [baseline] = figures
  const places: { readonly cell: { changes: ComparedCell['changes'] }; readonly pair: Pair }[] = []
  const rows = keys.map(key =>
    figures.map((run, index): ComparedCell | null => {
      const statistics = run.statistics.get(key)
      if (statistics === undefined) return null
      const cell: ComparedCell = { statistics, changes: null }
      const before = baseline?.statistics.get(key)
      if (index > 0 && before !== undefined) {
        places.push({ cell, pair: { baseline: before, statistics, tests: run.tests.get(key) ?? new Map() } })
      }
      return cell
    }),
  )
  const changes = changesOf(places.map(({ pair }) => pair))
  for (const [index, { cell }] of places.entries()) cell.changes = changes[index] ?? null
  return rows
}

/** Shortest windows that a total was tested by, s. */
function narrowest(total: readonly (ComparedCell | null)[]): number | null {
  const seconds = total.flatMap(cell =>
    Object.values(cell?.changes ?? {}).flatMap(({ windowSeconds }) => windowSeconds ?? []),
  )
  return seconds.length === 0 ? null : Math.min(...seconds)
}
