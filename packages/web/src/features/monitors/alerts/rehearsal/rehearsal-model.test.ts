import { expect, test } from 'vitest'
import { noticeEvents, phaseBands, shownNotices, stripParts } from './rehearsal-model.ts'

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
  const series = {
    labels: {},
    curve: { at: [], values: [] },
    after,
    before: after,
    added: [notice(60_000)],
    removed,
  }
  expect(shownNotices(series).map(({ at, change }) => [at, change])).toEqual([
    [30_000, 'removed'],
    [60_000, 'added'],
    [80_000, 'same'],
  ])
})
