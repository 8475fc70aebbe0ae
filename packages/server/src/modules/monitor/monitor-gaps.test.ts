import { expect, it } from 'vitest'
import type { SectionSpan } from '../../adapters/time-series/time-series.ts'
import { gapsOf } from './monitor-gaps.ts'

const monitor = { id: 'one', created_at: 10_000 }
const span = (cause: string | null): SectionSpan => ({
  monitorId: 'one',
  section: 'queues',
  fromMs: 30_000,
  toMs: 40_000,
  cause,
  detail: '',
})

const found = (
  range: { from: number; to: number },
  sessions: readonly (readonly [startedAt: number, stoppedAt: number | null])[],
  spans: readonly SectionSpan[] = [],
) =>
  gapsOf(
    {
      series: { states: () => Promise.resolve([...spans]) },
      history: {
        sessionsBetween: () =>
          Promise.resolve(
            sessions.map(([started_at, stopped_at]) => ({ monitor_id: 'one', started_at, stopped_at })),
          ),
      },
      now: () => 90_000,
    },
    [monitor],
    range,
  ).then(gaps => gaps.map(({ cause, from, until }) => [cause, from, until]))

it('begins with the creation of the monitor, and ends now', async () => {
  expect(await found({ from: 0, to: 200_000 }, [[20_000, 50_000]])).toEqual([
    ['stopped', 10_000, 20_000],
    ['stopped', 50_000, 90_000],
  ])
  expect(await found({ from: 0, to: 9_000 }, [])).toEqual([])
})

it('tells no stop of a monitor that was started as it was created', async () => {
  expect(await found({ from: 0, to: 200_000 }, [[11_000, null]])).toEqual([])
  expect(await found({ from: 10_500, to: 200_000 }, [[11_000, null]])).toEqual([])
  expect(await found({ from: 0, to: 13_000 }, [[11_000, 12_000]])).toEqual([['stopped', 12_000, 13_000]])
})

it('tells failures of sections, but none of a section that has values of most label sets', async () => {
  const spans = [span(null), span('timedOut'), span('tooManyLabels')]
  expect(await found({ from: 20_000, to: 80_000 }, [[20_000, null]], spans)).toEqual([
    ['timedOut', 30_000, 40_000],
  ])
})
