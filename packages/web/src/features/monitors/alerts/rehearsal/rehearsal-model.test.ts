import { expect, test } from 'vitest'
import {
  curveLines,
  curveOf,
  curveUnit,
  curveWith,
  noticeEvents,
  phaseBands,
  shownNotices,
  stripParts,
} from './rehearsal-model.ts'

const notice = (at: number, kind: 'triggered' | 'recovered' = 'triggered') => ({
  at,
  kind,
  value: 5,
  incident: 1,
})
const after = {
  samples: 10,
  breaches: 2,
  incidents: 1,
  intervals: [
    { from: 0, to: 60_000, phase: 'activated' as const },
    { from: 60_000, to: 80_000, phase: 'silent' as const },
    { from: 80_000, to: 100_000, phase: 'activated' as const },
  ],
  notices: [notice(60_000), notice(80_000, 'recovered')],
  muted: [],
}

test('the curve is that of the counter, where it is what the rule compares', () => {
  const counter = (fn: 'value' | 'rate') => ({
    kind: 'counter' as const,
    section: 's',
    reading: { counter: 'c', fn },
  })
  expect(curveOf(counter('value'), false)).toEqual({ section: 's', counter: 'c' })
  expect(curveOf(counter('rate'), true)).toEqual({ section: 's', counter: 'c' })
  expect(curveOf(counter('value'), true)).toBeNull()
  expect(curveOf({ kind: 'certificateDays' }, false)).toEqual({
    section: 'reach',
    counter: 'certificateDays',
  })
  expect(curveOf({ kind: 'noData' }, false)).toBeNull()
})

test('curve and thresholds have the shown unit, and gaps stay gaps', () => {
  const texts = { name: 'c', max: 'max', min: 'min' }
  const curve = { at: [0, 1_000], values: [1, null] }
  const lines = curveLines(curve, { max: 3, min: null }, { texts, factor: 10 })
  expect(lines.seconds).toEqual([0, 1])
  expect(lines.series.map(({ key, values }) => [key, values])).toEqual([
    ['value', [10, null]],
    ['max', [30, 30]],
  ])
})

test('the curve of an incident is that of its labels', () => {
  const answer = {
    from: 0,
    to: 2_000,
    stepMs: 1_000,
    times: [0, 1_000],
    omitted: 0,
    gaps: [],
    series: [
      { section: 's', counter: 'c', labels: { db: '1' }, values: [9, 9] },
      { section: 's', counter: 'c', labels: { db: '0' }, values: [1, null] },
    ],
  }
  expect(curveWith({ db: '0' }, answer)).toEqual({ at: [0, 1_000], values: [1, null] })
  expect(curveWith({}, answer)).toBeNull()
})

test('values that follow from time have units of their own, and an expression has none', () => {
  const none = () => undefined
  expect(curveUnit({ kind: 'noData' }, none)).toBe('s')
  expect(curveUnit({ kind: 'certificateDays' }, none)).toBe('')
  const reading = { counter: 'c', fn: 'value' as const }
  expect(curveUnit({ kind: 'counter', section: 's', reading }, () => 'bytes')).toBe('bytes')
})

test('states are areas, notices are marks', () => {
  expect(phaseBands(after, phase => phase)).toEqual([{ from: 60, to: 80, label: 'silent', tone: 'warning' }])
  expect(noticeEvents(after, kind => kind)).toEqual([
    { second: 60, label: 'triggered', tone: 'failed' },
    { second: 80, label: 'recovered', tone: 'running' },
  ])
})

test('the line of states covers the whole range', () => {
  expect(stripParts(after).map(({ leftPercent, widthPercent }) => [leftPercent, widthPercent])).toEqual([
    [0, 60],
    [60, 20],
    [80, 20],
  ])
  expect(stripParts({ intervals: [] })).toEqual([])
})

test('notices of both versions stand in the order of time, with what the change does to each', () => {
  const removed = [notice(30_000)]
  const series = { labels: {}, after, before: after, added: [notice(60_000)], removed }
  expect(shownNotices(series).map(({ at, change }) => [at, change])).toEqual([
    [30_000, 'removed'],
    [60_000, 'added'],
    [80_000, 'same'],
  ])
})
