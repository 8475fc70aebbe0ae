/** A made-up run whose seconds resemble their neighbours, as those of a real target do: a slowly wandering level, and slow spells. */
import { Counters } from './counters.ts'
import { WindowFigures } from './window-figures.ts'
import type { TestedWindows } from './window-test.ts'

/** How the times of a target vary. */
export interface Nature {
  readonly name: string
  /** Correlation of the level with that of the next second; 0 = each second on its own. */
  readonly correlation: number
  /** Standard deviation of the level's logarithm. */
  readonly wandering: number
  /** Chance of a second that a slow spell begins, and its mean length. */
  readonly slowChance: number
  readonly slowSeconds: number
}

export interface SimulationOptions {
  readonly nature: Nature
  readonly seconds: number
  readonly requestsPerSecond: number
  /** What all times are multiplied by. */
  readonly factor: number
  readonly widths: readonly number[]
  /** What requests and times are multiplied by at a second; left out: 1. */
  readonly load?: (second: number) => number
  readonly random: () => number
}

/** Median time of a request, ms, and the standard deviation of its logarithm. */
const medianMs = 40
const spread = 0.5
const slowFactor = 3
const failureShare01 = 0.005

/** Windows of one run of that nature. */
export function simulateRun(options: SimulationOptions): TestedWindows {
  const { nature, seconds, requestsPerSecond, factor, widths, load = () => 1, random } = options
  const figures = new WindowFigures({ fromSecond: 0, toSecond: seconds }, widths, () => new Counters())
  const open = new Counters()
  const narrow = widths[0] ?? seconds
  let level = nature.wandering * normal(random)
  let slowLeft = 0
  for (let second = 0; second < seconds; second++) {
    level =
      nature.correlation * level + Math.sqrt(1 - nature.correlation ** 2) * nature.wandering * normal(random)
    if (slowLeft > 0) slowLeft -= 1
    else if (random() < nature.slowChance) slowLeft = Math.ceil(-Math.log(1 - random()) * nature.slowSeconds)
    const still = medianMs * factor * load(second)
    const scale = still * Math.exp(level) * (slowLeft > 0 ? slowFactor : 1)
    // Users that wait longer ask less often.
    const count = Math.max(1, Math.round(requestsPerSecond * load(second) * Math.sqrt(still / scale)))
    for (let request = 0; request < count; request++) {
      const durationUs = Math.round(1_000 * scale * Math.exp(spread * normal(random)))
      open.record(durationUs, random() >= failureShare01, 400, 5_000)
    }
    if ((second + 1) % narrow !== 0) continue
    const window = Math.floor(second / narrow)
    figures.add(window, open)
    open.reset()
    figures.close(window, window + 1)
  }
  return { levels: figures.levels, isSuspect: () => false, fromSecond: 0 }
}

/** A normal number from uniform ones. @see Box & Muller 1958 */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
