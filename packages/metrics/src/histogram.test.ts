/** Proves the histogram against sorted raw values and against hdr-histogram-js. */
import fc from 'fast-check'
import { build } from 'hdr-histogram-js'
import { describe, expect, test } from 'vitest'
import { encodeBase64 } from './base64.ts'
import { Histogram } from './histogram.ts'
import { highestUs, lowestUs, maxHistogramUs, slotCount, slotOf } from './histogram-slots.ts'

const durationUs = fc.oneof(
  fc.nat(3_000),
  fc.nat(2_000_000),
  fc.integer({ min: 0, max: maxHistogramUs }),
  fc.constantFrom(0, 1, 2_047, 2_048, 2 ** 31, maxHistogramUs),
)
const histogramOf = (values: readonly number[]): Histogram => {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}
const contents = (histogram: Histogram) => [...histogram.slots()]

describe('the scale', () => {
  test('adjoining slots leave no gap and no slot is wider than 0.1 % of its times', () => {
    for (let slot = 0; slot < slotCount; slot++) {
      expect(slotOf(lowestUs(slot))).toBe(slot)
      expect(slotOf(highestUs(slot))).toBe(slot)
      if (slot > 0) expect(lowestUs(slot)).toBe(highestUs(slot - 1) + 1)
      expect(highestUs(slot) - lowestUs(slot)).toBeLessThan(Math.max(lowestUs(slot), 1) * 0.001)
    }
    expect(highestUs(slotCount - 1)).toBe(maxHistogramUs)
  })
})

describe('percentiles', () => {
  test('differ from the raw value of the same rank by less than 0.1 %', () => {
    fc.assert(
      fc.property(
        fc.array(durationUs, { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (values, percentile) => {
          const sorted = [...values].sort((a, b) => a - b)
          const rank = Math.max(1, Math.ceil((percentile * values.length) / 100 - 1e-6))
          const raw = sorted[rank - 1] ?? 0
          const found = histogramOf(values).valueAtPercentile(percentile)
          expect(found).toBeGreaterThanOrEqual(raw)
          expect(found - raw).toBeLessThan(Math.max(raw, 1) * 0.001)
        },
      ),
    )
  })

  test('equal those of hdr-histogram-js with 3 significant digits', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), { minLength: 1 }), values => {
        const oracle = build({
          lowestDiscernibleValue: 1,
          highestTrackableValue: 2 ** 32,
          numberOfSignificantValueDigits: 3,
          useWebAssembly: false,
        })
        for (const value of values) oracle.recordValue(value)
        const histogram = histogramOf(values)
        for (let rank = 1; rank <= values.length; rank++) {
          const percentile = (100 * rank) / values.length
          const expected = oracle.getValueAtPercentile(percentile)
          expect(Math.abs(histogram.valueAtPercentile(percentile) - expected)).toBeLessThanOrEqual(
            expected * 0.001,
          )
        }
      }),
      { numRuns: 50 },
    )
  })

  test('of 1000 values rank 999 is the 99.9th percentile', () => {
    const histogram = histogramOf(Array.from({ length: 1_000 }, (_, index) => index + 1))
    expect(histogram.valuesAtPercentiles([0, 50, 99.9, 100])).toEqual([1, 500, 999, 1_000])
  })

  test('are clamped to the true extremes and 0 when empty', () => {
    expect(histogramOf([1_000_001]).valueAtPercentile(50, 1_000_001, 1_000_001)).toBe(1_000_001)
    expect(new Histogram().valueAtPercentile(99)).toBe(0)
  })
})

describe('merging', () => {
  test('gives the same as recording everything in one histogram, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(durationUs)), parts => {
        const merged = new Histogram()
        for (const part of [...parts].reverse()) merged.merge(histogramOf(part))
        expect(contents(merged)).toEqual(contents(histogramOf(parts.flat())))
        expect(merged.count).toBe(parts.flat().length)
      }),
    )
  })

  test('is undone by subtracting', () => {
    fc.assert(
      fc.property(fc.array(durationUs), fc.array(durationUs), (kept, taken) => {
        const histogram = histogramOf(kept)
        histogram.merge(histogramOf(taken))
        histogram.subtract(histogramOf(taken))
        expect(contents(histogram)).toEqual(contents(histogramOf(kept)))
        expect(histogram.count).toBe(kept.length)
      }),
    )
  })

  test('what was never merged cannot be subtracted', () => {
    expect(() => histogramOf([5]).subtract(histogramOf([6]))).toThrow(RangeError)
  })
})

test('times out of range are counted at the ends', () => {
  const histogram = histogramOf([-5, Number.NaN, 10 ** 12, Number.POSITIVE_INFINITY])
  expect(histogram.count).toBe(4)
  expect(contents(histogram).map(slot => slot.count)).toEqual([2, 2])
})

test('recordN counts like n single records', () => {
  const histogram = new Histogram()
  histogram.recordN(1_500, 3)
  histogram.recordN(1_500, 0)
  expect(contents(histogram)).toEqual(contents(histogramOf([1_500, 1_500, 1_500])))
})

test('a reset histogram counts from nothing', () => {
  const histogram = histogramOf([1, 2, 3])
  histogram.reset()
  histogram.record(9)
  expect(contents(histogram)).toEqual(contents(histogramOf([9])))
})

describe('the encoding', () => {
  test('gives the same histogram back', () => {
    fc.assert(
      fc.property(fc.array(durationUs), values => {
        const histogram = histogramOf(values)
        const back = Histogram.decodeBase64(histogram.encodeBase64())
        expect(contents(back)).toEqual(contents(histogram))
        expect(back.count).toBe(histogram.count)
        expect(Histogram.decode(histogram.encode()).encode()).toEqual(histogram.encode())
      }),
    )
  })

  test('of an empty histogram is one byte', () => {
    expect(new Histogram().encode()).toEqual(Uint8Array.of(1))
  })

  test.each([
    ['nothing', []],
    ['another version', [2]],
    ['a run that ends early', [1, 5, 2, 1]],
    ['an empty run', [1, 5, 0]],
    ['an empty slot', [1, 5, 1, 0]],
    ['a run beyond the scale', [1, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1]],
    ['a run longer than the scale', [1, 0, 0xff, 0xff, 0xff, 0x7f, 1]],
    ['a number without end', [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]],
    ['a number beyond 32 bits', [1, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x1f]],
  ])('refuses %s', (_, bytes) => {
    expect(() => Histogram.decode(Uint8Array.from(bytes))).toThrow(RangeError)
  })

  test('refuses any bytes with a RangeError or reads them as a histogram', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), bytes => {
        const text = encodeBase64(Uint8Array.of(1, ...bytes))
        try {
          expect(Histogram.decodeBase64(text).count).toBeGreaterThanOrEqual(0)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })

  test('refuses text that is not base64', () => {
    expect(() => Histogram.decodeBase64('*')).toThrow(RangeError)
  })
})
