import { describe, expect, it } from 'vitest'
import { formatBytes, formatClock, formatDuration, formatMs, formatNumber, formatPercent } from './figures.ts'

describe('figures as people read them', () => {
  it.each([
    [formatNumber(null), '–'],
    [formatNumber(1_234_567), '1,234,567'],
    [formatNumber(0.1234), '0.123'],
    [formatNumber(12.34), '12.3'],
    [formatMs(0.4242), '0.424 ms'],
    [formatMs(12.34), '12.3 ms'],
    [formatMs(999), '999 ms'],
    [formatMs(1_250), '1.25 s'],
    [formatPercent(0), '0 %'],
    [formatPercent(0.001), '< 0.01 %'],
    [formatPercent(99.999), '> 99.99 %'],
    [formatPercent(12.345), '12.35 %'],
    [formatBytes(512), '512 B'],
    [formatBytes(1_536), '1.5 KiB'],
    [formatBytes(3 * 1024 ** 3), '3 GiB'],
    [formatDuration(850), '850 ms'],
    [formatDuration(12_000), '12 s'],
    [formatDuration(185_000), '3 min 05 s'],
    [formatDuration(3_720_000), '1 h 02 min'],
    [formatClock(5), '0:05'],
    [formatClock(3_750), '1:02:30'],
  ])('%s', (shown, expected) => {
    expect(shown).toBe(expected)
  })
})
