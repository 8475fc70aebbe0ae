/** Compares when requests came in production and in a run, both as shares of their sums; pure. */
import type { RunMix } from '../../run-mix.ts'
import type { MixFidelity } from './data.ts'
import { overlapPercent } from './overlap.ts'

const maxIntervals = 60
/** Times of a log are often whole seconds. */
const secondMs = 1_000

interface RunArrivals {
  /** The part of the run, ms since its start. */
  readonly fromMs: number
  readonly toMs: number
  /** Requests that ended in this second of the run. */
  readonly endedIn: (second: number) => number
}

/** Intervals count that lie wholly within the part of the run and within the time that the mix covers. */
export function comparedArrivals(
  { document, fromSeconds }: Pick<RunMix, 'document' | 'fromSeconds'>,
  { fromMs, toMs, endedIn }: RunArrivals,
): MixFidelity['arrivals'] {
  const { intervalSeconds, arrivals } = document
  const start = Math.floor(fromSeconds / intervalSeconds)
  const [firstOfMix, endOfMix] = wholeIntervals(document)
  const first = Math.max(Math.ceil(fromMs / 1_000 / intervalSeconds), firstOfMix - start)
  const end = Math.min(Math.floor(toMs / 1_000 / intervalSeconds), endOfMix - start)
  const joined = Math.max(1, Math.ceil((end - first) / maxIntervals))
  const length = Math.floor((end - first) / joined)
  if (length < 2) return 'tooShort'
  const seconds = joined * intervalSeconds
  const firstSecond = first * intervalSeconds
  const inProduction = Array.from({ length }, (_, at) =>
    sumOf(joined, each => arrivals[start + first + at * joined + each] ?? 0),
  )
  const inRun = Array.from({ length }, (_, at) =>
    sumOf(seconds, each => endedIn(firstSecond + at * seconds + each)),
  )
  const sums = [inProduction, inRun].map(counts => sumOf(length, at => counts[at] ?? 0))
  const [productionSum = 0, runSum = 0] = sums
  if (runSum === 0) return 'noRequests'
  if (productionSum === 0) return 'noArrivals'
  return {
    intervalSeconds: seconds,
    firstSecond,
    production: inProduction.map(count => count / seconds),
    run: inRun.map(count => count / seconds),
    productionPerSecond: productionSum / (length * seconds),
    runPerSecond: runSum / (length * seconds),
    overlapPercent: overlapPercent(
      inProduction.map((count, at) => [count / productionSum, (inRun[at] ?? 0) / runSum]),
    ),
  }
}

/** Without the first and the last interval of the mix where its log begins or ends within it. */
function wholeIntervals({ fromMs, toMs, intervalSeconds, arrivals }: RunMix['document']): [number, number] {
  const lengthMs = intervalSeconds * 1_000
  const startMs = Math.floor(fromMs / lengthMs) * lengthMs
  const endMs = startMs + arrivals.length * lengthMs
  return [fromMs - startMs < secondMs ? 0 : 1, arrivals.length - (endMs - toMs <= secondMs ? 0 : 1)]
}

function sumOf(length: number, countAt: (at: number) => number): number {
  let sum = 0
  for (let at = 0; at < length; at += 1) sum += countAt(at)
  return sum
}
