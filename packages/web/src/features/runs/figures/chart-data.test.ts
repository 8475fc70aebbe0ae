import { describe, expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n.ts'
import { secondOf } from '../../../test-runs.ts'
import { type ChartSource, runCharts } from './chart-data.ts'

const t: Translate = key => key.split('.').slice(-1)[0] ?? ''
const source: ChartSource = {
  seconds: [secondOf(0, { requests: 80, failed: 4 }), secondOf(2, { lengthMs: 300, p95Ms: null })],
  secondsPerPoint: 2,
  usersBasis: 'maximum',
  isArrivals: false,
  hasConnections: true,
}
const charts = (over: Partial<ChartSource> = {}) =>
  runCharts(
    {
      ...source,
      seconds: source.seconds.map((each, at) => (at === 0 ? { ...each, lengthMs: 2_000 } : each)),
      ...over,
    },
    t,
  )
const seriesOf = (over: Partial<ChartSource> = {}) =>
  charts(over).map(({ title, unit, series }) =>
    [title, unit, ...series.map(({ label, values }) => `${label} ${values.join(' ')}`)].join(' | '),
  )

describe('the charts of a run', () => {
  it('have rates per second; a point that is too short has neither rate nor target', () => {
    expect(seriesOf()).toEqual([
      'users | count | target 20  | users 10 12',
      'rate | perSecond | requests 40  | transactions 2 ',
      'time | ms | avg 20 20 | P50 18 18 | P90 40 40 | P95 55  | P99 80 80',
      'errors | perSecond | failed 2 ',
      'bytes | bytesPerSecond | received 1024  | sent 512 ',
      'connections | count | connections 9 ',
    ])
  })

  it('are titled for arrivals and for sampled numbers of users', () => {
    const [users] = seriesOf({ isArrivals: true, usersBasis: 'sampled' })
    expect(users).toBe('users | count | targetRate 20  | usersSampled 10 12')
  })

  it('omit open connections where they are unknown', () => {
    expect(charts({ hasConnections: false })).toHaveLength(5)
  })
})
