import { describe, expect, it } from 'vitest'
import { type ChartSeries, isolated, stacked, summarize, toCsv, withGaps } from './time-series.ts'

const series: ChartSeries[] = [
  { key: 'a', label: 'A', color: 'rate', values: [1, 2, null] },
  { key: 'b', label: '=B,1', color: 'users', values: [4, 5, 6] },
]

describe('time series', () => {
  it('interrupts the line where seconds are missing', () => {
    expect(withGaps([0, 1, 5], series, 1)).toEqual({
      seconds: [0, 1, 2, 5],
      columns: [
        [1, 2, null, null],
        [4, 5, null, 6],
      ],
    })
  })
  it('writes CSV that a spreadsheet does not interpret as formulas', () => {
    expect(toCsv('s', [0, 1, 2], series)).toBe('\ufeffs,A,"\'=B,1"\r\n0,1,4\r\n1,2,5\r\n2,,6\r\n')
  })
  it('puts the first of several areas on top, and adds nothing where a value is missing', () => {
    const user = [1, 2, null]
    const system = [10, null, null]
    const idle = [100, 200, 300]
    expect(stacked([user, system, idle])).toEqual([
      [111, 202, null],
      [110, null, null],
      [100, 200, 300],
    ])
    expect(stacked([[], idle])).toEqual([[], idle])
  })
  it('summarizes known values only', () => {
    expect(summarize(series)).toEqual([
      { label: 'A', min: 1, max: 2, last: 2 },
      { label: '=B,1', min: 4, max: 6, last: 6 },
    ])
    expect(summarize([{ key: 'c', label: 'C', color: 'users', values: [null] }])[0]).toEqual({
      label: 'C',
      min: null,
      max: null,
      last: null,
    })
  })
})

describe('a click on the legend', () => {
  const series = ['a', 'b', 'c'].map(key => ({ key, label: key, color: 'p50' as const, values: [] }))
  it.each([
    [[], 'b', ['a', 'c']],
    [['a', 'c'], 'b', []],
    [['a', 'c'], 'a', ['b', 'c']],
    [['a'], 'b', ['a', 'c']],
  ])('with %j hidden on %s hides %j', (hidden, key, expected) => {
    expect([...isolated(series, new Set(hidden), key)]).toEqual(expected)
  })
})
