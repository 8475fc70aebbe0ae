/** The arithmetic against figures that others have published. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { expect, test } from 'vitest'
import { changePoints } from './change-points.ts'
import { kneedle } from './kneedle.ts'
import { theilSen } from './robust.ts'
import { fitUsl } from './usl.ts'

// Benchmark SPEC SDM91 on a SPARCcenter 2000, and what R's package usl 3.0 prints for it in its README.
const specSdm91 = [
  [1, 64.9],
  [18, 995.9],
  [36, 1652.4],
  [72, 1853.2],
  [108, 1828.9],
  [144, 1775.0],
  [216, 1702.2],
] as const

test("the Universal Scalability Law of SPEC SDM91 has the coefficients and errors of R's package usl", () => {
  const fit = fitUsl(specSdm91.map(([load, tps]) => ({ load, tps })))
  expect(fit?.alpha.value).toBeCloseTo(0.0277285, 6)
  expect(fit?.beta.value).toBeCloseTo(0.0001044, 7)
  expect(fit?.gamma.value).toBeCloseTo(89.995233, 3)
  expect(fit?.residual).toBeCloseTo(82.8, 1)
  expect(fit?.peak?.load).toBeCloseTo(96.52, 2)
  expect(fit?.peak?.throughput).toBeCloseTo(1884, 0)
  // Standard error 0.0091217 with 4 degrees of freedom: t = 2.776.
  const alpha = fit?.alpha ?? { low: 0, high: 0 }
  expect((alpha.high - alpha.low) / 2 / 2.776445).toBeCloseTo(0.0091217, 5)
})

test('a projection beyond the measured load has a wider interval than one within it', () => {
  const fit = fitUsl(specSdm91.map(([load, tps]) => ({ load, tps })))
  const width = (load: number) => (fit?.project(load).high ?? 0) - (fit?.project(load).low ?? 0)
  expect(width(432)).toBeGreaterThan(width(108))
  expect(fitUsl([{ load: 1, tps: 1 }])).toBeNull()
})

test('Kneedle finds the knee of figure 2 of its paper at 0.22', () => {
  // Satopää et al. 2011: y = 5 − 1 / (x + 0.1) at ten points from 0 to 1.
  const points = Array.from({ length: 10 }, (_, index) => ({ x: index / 9, y: 5 - 1 / (index / 9 + 0.1) }))
  expect(kneedle(points)).toBeCloseTo(0.22, 2)
  expect(kneedle(points.map(({ x }) => ({ x, y: 2 * x })))).toBeNull()
})

// Annual flow of the Nile at Aswan, 1871 to 1970, 10^8 m³ (Durbin & Koopman 2001; R's data set Nile).
const nile = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958,
  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020,
  1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040,
  759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
  744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
]

test('the flow of the Nile changes once, after 1898 (Cobb 1978)', () => {
  expect(nile.length).toBe(100)
  expect(changePoints(nile)).toEqual([1899 - 1871])
})

test('a series without a change has no change point, one with three has three', () => {
  const levels = [5, 9, 2, 7]
  const random = seededRandom(7)
  const wobble = Array.from({ length: 160 }, () => (random() + random() + random() - 1.5) * 1.2)
  const noise = (index: number) => wobble[index] ?? 0
  const series = levels.flatMap((level, at) =>
    Array.from({ length: 40 }, (_, index) => level + noise(index + 40 * at)),
  )
  expect(changePoints(series)).toEqual([40, 80, 120])
  expect(changePoints(Array.from({ length: 160 }, (_, index) => noise(index)))).toEqual([])
  expect(changePoints([1, 1, 1, 1])).toEqual([])
})

test("the slope of Sen's 1968 example is 4", () => {
  const x = [1, 2, 3, 4, 10, 12, 18]
  const y = [9, 15, 19, 20, 45, 55, 78]
  const line = theilSen(x, y)
  expect(line?.slope.value).toBeCloseTo(4, 6)
  expect(line?.intercept).toBeCloseTo(6, 6)
  expect(line?.slope.low).toBeLessThan(4)
  expect(line?.slope.high).toBeGreaterThan(4)
  expect(line?.slope.high).toBeLessThan(5)
})
