import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWorkers, divideShare } from './share.ts'

test.each([
  { peak: 1, cores: 8, override: undefined, workers: 1 },
  { peak: 500, cores: 8, override: undefined, workers: 1 },
  { peak: 501, cores: 8, override: undefined, workers: 2 },
  { peak: 100_000, cores: 8, override: undefined, workers: 8 },
  { peak: 0, cores: 8, override: undefined, workers: 1 },
  { peak: 10, cores: 2, override: 4, workers: 4 },
])('$peak users on $cores cores get $workers workers', ({ workers, ...input }) => {
  expect(countWorkers(input)).toBe(workers)
})

test('the parts of a share follow each other without gap and end where the whole ends', () => {
  const part01 = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(part01, part01, fc.integer({ min: 1, max: 64 }), (one, two, parts) => {
      const whole = { from01: Math.min(one, two), to01: Math.max(one, two) }
      const divided = divideShare(whole, parts)
      expect(divided).toHaveLength(parts)
      expect(divided[0]?.from01).toBe(whole.from01)
      expect(divided.at(-1)?.to01).toBe(whole.to01)
      for (const [index, part] of divided.entries()) {
        expect(part.to01).toBeGreaterThanOrEqual(part.from01)
        if (index > 0) expect(part.from01).toBe(divided[index - 1]?.to01)
      }
    }),
  )
})
