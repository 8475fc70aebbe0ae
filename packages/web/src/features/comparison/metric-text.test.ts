import { describe, expect, it } from 'vitest'
import type { Translate } from '../../lib/i18n.ts'
import { metricDelta, percentDelta, smallestText } from './metric-text.ts'

const t: Translate = (_key, params) => `${params?.['points']} points`

describe('differences in words', () => {
  it.each([
    ['p95Ms', 22.04, '+22 ms'],
    ['p95Ms', -1_250, '\u22121.25 s'],
    ['perSecond', -120.4, '\u2212120/s'],
    ['errorPercent', 0.9, '+0.9 points'],
    ['errorPercent', -0.004, '\u22120.01 points'],
    ['count', 0, '0'],
    ['receivedBytesPerSecond', 2_048, '+2 KiB/s'],
  ] as const)('%s by %d: %s', (metric, delta, text) => {
    expect(metricDelta(metric, delta, t)).toBe(text)
  })

  it.each([
    [18.32, '+18.3 %'],
    [-4.96, '\u22125.0 %'],
    [0.01, '0 %'],
    [1_234.5, '+1,235 %'],
    [null, '–'],
  ])('%d percent: %s', (deltaPercent, text) => {
    expect(percentDelta({ deltaPercent })).toBe(text)
  })

  it.each([
    ['p95Ms', 12, 31.2, '31.2 %'],
    ['errorPercent', 0.9, 20, '0.9 points'],
    ['perSecond', 120, null, '120/s'],
    ['perSecond', null, null, null],
  ] as const)('the smallest change of %s by %s or %s percent: %s', (metric, delta, percent, text) => {
    expect(smallestText(metric, { smallestDelta: delta, smallestPercent: percent }, t)).toBe(text)
  })
})
