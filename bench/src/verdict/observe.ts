/** What monitors would have seen of a simulated run: coarse, noisy, late, with gaps, beside counters that have nothing to do with it. */
import type { ObservedResource, Reading, RunObservation } from '@pone/results/verdict/observation.ts'
import { type Cause, type StationId, type SystemPlan, stationIds } from './generate.ts'
import type { SimulatedLoad, SimulatedSeries } from './simulation/system.ts'

/** How well the monitors work. */
export interface Quality {
  readonly intervalSeconds: number
  readonly missing01: number
  readonly clockOffsetSeconds: number
  /** Standard deviation of a reading: relative, and of the full scale. */
  readonly relativeNoise: number
  readonly absoluteNoise: number
  readonly hasEdges: boolean
  readonly windowSeconds: number
  /** Whether all that is known of the lock is if it is held at an instant, 0 or 1. */
  readonly hasLockGauge: boolean
  /** A CPU that work of low priority fills from the begin on: it gives way to the load, but its use tells nothing. */
  readonly filled: Cause | null
}

export function anyQuality(random: () => number): Quality {
  return {
    intervalSeconds: random() < 0.5 ? 5 : 15,
    missing01: random() < 0.5 ? 0 : random() * 0.15,
    clockOffsetSeconds: (random() - 0.5) * 8,
    relativeNoise: 0.02 * random(),
    absoluteNoise: 0.015 * random(),
    hasEdges: random() < 0.8,
    windowSeconds: 5,
    hasLockGauge: false,
    filled: null,
  }
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

interface Watched {
  readonly id: Cause | 'swap' | `decoy${string}`
  readonly nature: ObservedResource['nature']
  readonly tier: ObservedResource['tier']
  readonly node: string
  /** Value at the end of a second; shares are means over `span` seconds before. */
  readonly used: (second: number, span: number) => number
  readonly capacity: number | null
  readonly queue?: (second: number) => number
}

/** `hidden`: the cause, which no monitor watches then; null watches all. */
export function observe(options: {
  readonly plan: SystemPlan
  readonly series: SimulatedSeries
  readonly load: SimulatedLoad
  readonly hidden: Cause | null
  readonly quality: Quality
  readonly random: () => number
}): RunObservation {
  const { plan, series, load, hidden, quality, random } = options
  const watched = [...watchedOf(plan, series, quality), ...decoys(series, load.seconds, random)]
  return {
    drive: load.kind === 'closed' ? 'users' : 'rate',
    windowMs: quality.windowSeconds * 1_000,
    windows: windowsOf(series, load.seconds, quality),
    resources: watched
      .filter(({ id }) => id !== hidden)
      .map(each => resourceOf(each, load.seconds, quality, random)),
    edges: quality.hasEdges
      ? [
          { from: 'generator', to: 'network' },
          { from: 'network', to: 'app' },
          { from: 'app', to: 'db' },
          { from: 'app', to: 'service' },
        ]
      : [],
  }
}

function windowsOf(
  series: SimulatedSeries,
  seconds: number,
  { windowSeconds }: Quality,
): RunObservation['windows'] {
  return Array.from({ length: Math.floor(seconds / windowSeconds) }, (_, index) => {
    const sum = (values: Float64Array) =>
      values
        .subarray(index * windowSeconds, (index + 1) * windowSeconds)
        .reduce((total, value) => total + value, 0)
    const completed = sum(series.completed)
    return {
      atMs: index * windowSeconds * 1_000,
      load: sum(series.load) / windowSeconds,
      tps: completed / windowSeconds,
      responseMs: completed === 0 ? null : (sum(series.responseSeconds) / completed) * 1_000,
      errors01: sum(series.dropped) / Math.max(1, completed + sum(series.dropped)),
      isSuspect: false,
    }
  })
}

function watchedOf(plan: SystemPlan, series: SimulatedSeries, quality: Quality): Watched[] {
  const column = (id: StationId) => {
    const found = series.stations[stationIds.indexOf(id)]
    if (found === undefined) throw new Error(`no station ${id}`)
    return found
  }
  const mean = (values: Float64Array, second: number, span: number) => {
    const part = values.subarray(Math.max(0, second - span + 1), second + 1)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  }
  const busy = (id: (Cause | 'swap') & StationId, tier: Watched['tier'], node: string): Watched => ({
    id,
    nature: 'busy',
    tier,
    node,
    used: (second, span) => (quality.filled === id ? 98 : mean(column(id).busy01, second, span) * 100),
    capacity: 100,
    // What waits for a filled CPU is not told from what others do there.
    ...(quality.filled === id ? {} : { queue: (second: number) => column(id).waiting[second] ?? 0 }),
  })
  const held = (id: Cause & StationId, tier: Watched['tier'], node: string): Watched => ({
    id,
    nature: 'held',
    tier,
    node,
    used: second => column(id).inUse[second] ?? 0,
    capacity: plan.units[id],
    queue: second => column(id).waiting[second] ?? 0,
  })
  return [
    busy('generatorCpu', 'generator', 'generator'),
    busy('link', 'network', 'network'),
    busy('appCpu', 'application', 'app'),
    held('threads', 'application', 'app'),
    held('dbPool', 'application', 'app'),
    held('service', 'downstream', 'service'),
    busy('dbCpu', 'database', 'db'),
    busy('dbDisk', 'database', 'db'),
    busy('swap', 'application', 'app'),
    quality.hasLockGauge
      ? {
          id: 'lock',
          nature: 'held',
          tier: 'database',
          node: 'db',
          used: second => column('lock').inUse[second] ?? 0,
          capacity: 1,
        }
      : {
          id: 'lock',
          nature: 'waiting',
          tier: 'database',
          node: 'db',
          used: second => column('lock').waiting[second] ?? 0,
          capacity: null,
        },
    {
      id: 'memory',
      nature: 'space',
      tier: 'application',
      node: 'app',
      used: second => 30 + Math.min(68, (70 * (series.inMemory[second] ?? 0)) / plan.residentRequests),
      capacity: 100,
      queue: second => 1_000 * (series.paged[second] ?? 0),
    },
  ]
}

/** Counters of other things on the same machines. */
function decoys(series: SimulatedSeries, seconds: number, random: () => number): Watched[] {
  const phase = random() * 200
  const level = 85 + random() * 13
  const most = Math.max(...series.load)
  const all: Watched[] = [
    // A cache that always fills its memory.
    {
      id: 'decoyCache',
      nature: 'space',
      tier: 'database',
      node: 'db',
      used: () => level,
      capacity: 100,
    },
    // Batch jobs on another machine.
    {
      id: 'decoyBatch',
      nature: 'busy',
      tier: 'application',
      node: 'batch',
      used: second => ((second + phase) % 200 < 80 ? 96 : 8),
      capacity: 100,
    },
    // A log disk that gets busier with time alone.
    {
      id: 'decoyLog',
      nature: 'busy',
      tier: 'application',
      node: 'log',
      used: second => Math.min(100, 12 + (90 * second) / seconds),
      capacity: 100,
    },
    // Sessions: one for each user, far below their limit.
    {
      id: 'decoySessions',
      nature: 'held',
      tier: 'application',
      node: 'app',
      used: second => series.load[second] ?? 0,
      capacity: most * (1.05 + random() * 3),
    },
    // A pool that keeps all its connections open.
    { id: 'decoyIdle', nature: 'held', tier: 'application', node: 'app', used: () => 10, capacity: 10 },
    // Work that follows the load, on a machine with room.
    {
      id: 'decoySidecar',
      nature: 'busy',
      tier: 'application',
      node: 'app',
      used: (second, span) => {
        const part = series.completed.subarray(Math.max(0, second - span + 1), second + 1)
        return 5 + (part.reduce((sum, value) => sum + value, 0) / part.length) * 0.4
      },
      capacity: 100,
    },
  ]
  return all.filter(() => random() < 0.6)
}

function resourceOf(
  watched: Watched,
  seconds: number,
  quality: Quality,
  random: () => number,
): ObservedResource {
  const { id, nature, tier, node, capacity } = watched
  const { intervalSeconds, missing01, relativeNoise, absoluteNoise, clockOffsetSeconds } = quality
  const phase = Math.floor(random() * intervalSeconds)
  // Queues of CPUs, disks and pools are often not watched; the pressure on memory is.
  const hasQueue = watched.queue !== undefined && (nature === 'space' || random() < 0.55)
  const used: Reading[] = []
  const queue: Reading[] = []
  for (let second = intervalSeconds + phase; second < seconds; second += intervalSeconds) {
    if (random() < missing01) continue
    const atMs = (second + 1 + clockOffsetSeconds) * 1_000
    const exact = watched.used(second, intervalSeconds)
    // Counts are exact; only shares are measured with an error.
    const isShare = nature === 'busy' || nature === 'space'
    const value = isShare
      ? exact * (1 + relativeNoise * normal(random)) + (capacity ?? 0) * absoluteNoise * normal(random)
      : exact
    used.push({ atMs, value: Math.max(0, Math.min(value, isShare ? (capacity ?? value) : value)) })
    if (hasQueue && watched.queue !== undefined) queue.push({ atMs, value: watched.queue(second) })
  }
  return {
    id,
    names: { zh: id, en: id },
    nature,
    tier,
    node,
    intervalMs: intervalSeconds * 1_000,
    used,
    capacity,
    ...(hasQueue ? { queue } : {}),
  }
}
