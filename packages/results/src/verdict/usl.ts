/** The Universal Scalability Law, only ever a projection of throughput beyond the measured load, and never what a knee is decided by. */
import { studentQuantile } from '@pone/metrics/student-tail.ts'
import type { Estimate } from './robust.ts'

/** X(N) = γN / (1 + α(N − 1) + βN(N − 1)). */
export interface UslFit {
  /** Contention. */
  readonly alpha: Estimate
  /** Coherency. */
  readonly beta: Estimate
  /** Throughput of one user, per second. */
  readonly gamma: Estimate
  /** The load with the highest throughput, and that throughput; null where the law has no maximum. */
  readonly peak: { readonly load: number; readonly throughput: number } | null
  /** Residual standard deviation, of the throughput. */
  readonly residual: number
  readonly points: number
  /** Throughput that the law projects at a load, with the 95 % interval of the curve (delta method). */
  readonly project: (load: number) => Estimate
}

type Three = [number, number, number]

const maxSteps = 200

/** Least squares (Levenberg–Marquardt); null below four points, or where the data does not determine the law. @see Gunther 2007 */
export function fitUsl(points: readonly { readonly load: number; readonly tps: number }[]): UslFit | null {
  if (points.length < 4) return null
  let fitted = startOf(points)
  let damping = 1e-3
  for (let step = 0; step < maxSteps && damping < 1e12; step++) {
    const { matrix, gradient } = normalEquations(points, fitted)
    const damped = matrix.map((value, at) => (at % 4 === 0 ? value * (1 + damping) : value))
    const inverse = inverseOf(damped)
    if (inverse === null) return null
    const next = fitted.map((value, at) => value + rowTimes(inverse, at, gradient)) as Three
    const gained = squares(points, fitted) - squares(points, next)
    if (gained < 0 || Number.isNaN(gained)) damping *= 10
    else {
      const isDone = gained < 1e-14 * squares(points, fitted)
      fitted = next
      damping /= 10
      if (isDone) break
    }
  }
  return fitOf(points, fitted)
}

function fitOf(points: readonly { load: number; tps: number }[], fitted: Three): UslFit | null {
  const { matrix } = normalEquations(points, fitted)
  const inverse = inverseOf(matrix)
  const [alpha, beta, gamma] = fitted
  if (inverse === null || fitted.some(value => !Number.isFinite(value)) || gamma <= 0) return null
  const freedom = points.length - 3
  const variance = squares(points, fitted) / freedom
  const t = studentQuantile(0.025, freedom)
  const estimate = (at: number, value: number): Estimate => {
    const half = t * Math.sqrt(variance * (inverse[at * 4] ?? 0))
    return { value, low: value - half, high: value + half }
  }
  const peakLoad = beta > 0 && alpha < 1 ? Math.sqrt((1 - alpha) / beta) : null
  return {
    alpha: estimate(0, alpha),
    beta: estimate(1, beta),
    gamma: estimate(2, gamma),
    peak: peakLoad === null ? null : { load: peakLoad, throughput: throughputAt(fitted, peakLoad) },
    residual: Math.sqrt(variance),
    points: points.length,
    project: load => {
      const slopes = slopesAt(fitted, load)
      const spread = slopes.reduce((sum, slope, at) => sum + slope * rowTimes(inverse, at, slopes), 0)
      const half = t * Math.sqrt(Math.max(0, variance * spread))
      const value = throughputAt(fitted, load)
      return { value, low: value - half, high: value + half }
    },
  }
}

const costAt = ([alpha, beta]: Three, load: number): number =>
  1 + alpha * (load - 1) + beta * load * (load - 1)

const throughputAt = (law: Three, load: number): number => (law[2] * load) / costAt(law, load)

/** Derivatives by alpha, beta and gamma. */
function slopesAt(law: Three, load: number): Three {
  const cost = costAt(law, load)
  const byCost = (-law[2] * load) / (cost * cost)
  return [byCost * (load - 1), byCost * load * (load - 1), load / cost]
}

/** The transformed law is a parabola through the origin, which gives a start that is close. */
function startOf(points: readonly { load: number; tps: number }[]): Three {
  const gamma = Math.max(...points.map(({ load, tps }) => (load > 0 ? tps / load : 0)))
  const last = points.reduce((most, point) => (point.load > most.load ? point : most))
  const excess = Math.max(0, (gamma * last.load) / Math.max(last.tps, 1e-9) - 1)
  return [
    (0.5 * excess) / Math.max(1, last.load - 1),
    (0.5 * excess) / Math.max(1, last.load * (last.load - 1)),
    gamma,
  ]
}

const squares = (points: readonly { load: number; tps: number }[], law: Three): number =>
  points.reduce((sum, { load, tps }) => sum + (tps - throughputAt(law, load)) ** 2, 0)

function normalEquations(points: readonly { load: number; tps: number }[], law: Three) {
  const matrix = Array.from({ length: 9 }, () => 0)
  const gradient: Three = [0, 0, 0]
  for (const { load, tps } of points) {
    const slopes = slopesAt(law, load)
    const rest = tps - throughputAt(law, load)
    for (let row = 0; row < 3; row++) {
      gradient[row] = (gradient[row] ?? 0) + (slopes[row] ?? 0) * rest
      for (let column = 0; column < 3; column++) {
        const at = row * 3 + column
        matrix[at] = (matrix[at] ?? 0) + (slopes[row] ?? 0) * (slopes[column] ?? 0)
      }
    }
  }
  return { matrix, gradient }
}

const rowTimes = (matrix: readonly number[], row: number, vector: Three): number =>
  vector.reduce((sum, value, column) => sum + (matrix[row * 3 + column] ?? 0) * value, 0)

/** Of a symmetric matrix of three rows, scaled before, because its entries differ by many powers of ten; null if it has none. */
function inverseOf(matrix: readonly number[]): number[] | null {
  const scale = [0, 4, 8].map(at => Math.sqrt(matrix[at] ?? 0))
  if (scale.some(value => !(value > 0))) return null
  const unit = matrix.map((value, at) => value / ((scale[Math.floor(at / 3)] ?? 1) * (scale[at % 3] ?? 1)))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = unit
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const determinant = a * (cofactors[0] ?? 0) + b * (cofactors[3] ?? 0) + c * (cofactors[6] ?? 0)
  if (!(Math.abs(determinant) > 1e-13)) return null
  return cofactors.map(
    (value, at) => value / determinant / ((scale[Math.floor(at / 3)] ?? 1) * (scale[at % 3] ?? 1)),
  )
}
