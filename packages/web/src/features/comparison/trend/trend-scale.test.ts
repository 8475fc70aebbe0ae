import { type TrendPoint, trendPointSchema } from '@pone/contract/entities/comparison.ts'
import { describe, expect, it } from 'vitest'
import { idOf, startedAt, statisticsOf } from '../../../test-runs.ts'
import { isEarlyEnd, placeTrend, ticksUpTo, toleratedBand, trendLines, trendScale } from './trend-scale.ts'

describe('the axis of a trend', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [9.3, [0, 2.5, 5, 7.5, 10]],
    [142, [0, 50, 100, 150]],
    [810, [0, 250, 500, 750, 1_000]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ])('has round values up to %d', (greatest, ticks) => {
    expect(ticksUpTo(greatest)).toEqual(ticks)
  })
})

const point = (number: number, value: number | null): TrendPoint =>
  trendPointSchema.parse({
    runId: idOf(number),
    number,
    startedAt,
    state: 'complete',
    sla: 'none',
    peakUsers: 1,
    statistics: value === null ? null : { ...statisticsOf(), p95Ms: value },
  })

describe('the points of a trend', () => {
  const places = placeTrend([point(1, 50), point(2, 100), point(3, null), point(4, 75)], 'p95Ms')

  it('are spread evenly, each in the middle of its share; a run without figures has no value', () => {
    expect(places.map(({ value, x }) => [value, x])).toEqual([
      [50, 0.125],
      [100, 0.375],
      [null, 0.625],
      [75, 0.875],
    ])
    const empty = { ...point(1, 50), statistics: statisticsOf({ count: 0, failed: 0 }) }
    expect(placeTrend([empty], 'p95Ms')[0]?.value).toBeNull()
  })

  it('are joined where neighbours have a value', () => {
    expect(trendLines(places).map(([from, to]) => [from.point.number, to.point.number])).toEqual([[1, 2]])
  })

  it.each([
    [884, 1],
    [230, 2],
    [10, 184],
  ])('fit into %d px with a number at every %dth run', (width, numberEvery) => {
    expect(trendScale(places, null, width).numberEvery).toBe(numberEvery)
  })

  it('lie between the axis and the highest tick; the baseline is part of the range', () => {
    const scale = trendScale(places, 180, 884)
    expect(scale.ticks).toEqual([0, 50, 100, 150, 200])
    expect(scale).toMatchObject({ left: 72, innerWidth: 800 })
    expect(places.map(scale.xOf)).toEqual([172, 372, 572, 772])
    expect([0, 100, 200, 300].map(scale.yOf)).toEqual([214, 113, 12, 12])
    expect(trendScale([], null, 884).ticks).toEqual([0, 1])
  })

  it('have a tolerance band that is at least 1 px high', () => {
    const scale = trendScale(places, 100, 884)
    expect(toleratedBand(scale, 50, 10)).toEqual({ y: scale.yOf(55), height: scale.yOf(45) - scale.yOf(55) })
    expect(toleratedBand(scale, 50, 0)).toEqual({ y: scale.yOf(50), height: 1 })
  })

  it.each([
    ['complete', false],
    ['running', false],
    ['failed', true],
    ['userStopped', true],
  ] as const)('of a run that is %s are hollow: %s', (state, isHollow) => {
    expect(isEarlyEnd({ state })).toBe(isHollow)
  })
})
