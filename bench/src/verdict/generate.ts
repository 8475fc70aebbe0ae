/**
 * Systems with a bottleneck that is known: three tiers with CPUs, a disk, a link, nested pools, a lock, a service
 * behind them, memory. Nothing here knows of the method that judges them: which resource is the limit is decided by
 * trial (`intervention.ts`), not by the plan.
 */
import type { SimulatedSystem, Station, Step } from './simulation/system.ts'

export const causes = [
  'appCpu',
  'dbCpu',
  'dbDisk',
  'link',
  'threads',
  'dbPool',
  'lock',
  'service',
  'memory',
  'generatorCpu',
] as const
export type Cause = (typeof causes)[number]

/** Places of the stations in `SimulatedSystem.stations`. */
export const stationIds = [
  'generatorCpu',
  'link',
  'threads',
  'appCpu',
  'dbPool',
  'dbCpu',
  'lock',
  'dbDisk',
  'service',
  // Where memory is swapped to: it is busy only because memory is short, and never a cause.
  'swap',
] as const
export type StationId = (typeof stationIds)[number]

/** Stations at which a request takes time by itself. */
type WorkStation = Exclude<StationId, 'threads' | 'dbPool' | 'swap'>

/** What one resource allows, as figures from which the system is built. */
export interface SystemPlan {
  readonly cause: Cause
  /** Requests per second that the cause is planned to allow; what it truly allows is found by trial. */
  readonly plannedRate: number
  readonly thinkSeconds: number
  /** Units by station. */
  readonly units: Readonly<Record<StationId, number>>
  /** Mean seconds of a request at it; of a lock: while it is held. */
  readonly demand: Readonly<Record<WorkStation, number>>
  /** Share of requests that need the lock, and that call the service. */
  readonly lockShare01: number
  readonly serviceShare01: number
  readonly variation: number
  /** Busy share of the CPUs by others. */
  readonly background01: number
  /** Requests that fit into memory. */
  readonly residentRequests: number
  readonly secondsAtDouble: number
}

const between = (random: () => number, low: number, high: number) => low + random() * (high - low)
const oneOf = <T>(random: () => number, values: readonly T[], fallback: T): T =>
  values[Math.floor(random() * values.length)] ?? fallback

/** A plan in which all but the cause allow 1.4 to 5 times as much. */
export function planSystem(cause: Cause, random: () => number): SystemPlan {
  const plannedRate = between(random, 18, 70)
  const ceiling = (id: Cause) => plannedRate * (id === cause ? 1 : 1.4 * Math.exp(random() * 1.3))
  const cores = () => oneOf(random, [1, 2, 4, 8], 2)
  const units = {
    generatorCpu: cores(),
    link: 1,
    appCpu: cores(),
    dbCpu: cores(),
    dbDisk: oneOf(random, [1, 1, 2], 1),
    lock: 1,
    service: oneOf(random, [2, 4, 8, 16], 4),
    swap: 1,
  }
  const lockShare01 = between(random, 0.2, 1)
  const serviceShare01 = between(random, 0.3, 1)
  const background01 = random() < 0.5 ? 0 : between(random, 0.02, 0.15)
  const foreground = 1 - background01
  const demand = {
    // What the load machines and the link do is small unless they are the limit.
    generatorCpu: units.generatorCpu / (ceiling('generatorCpu') * (cause === 'generatorCpu' ? 1 : 4)),
    link: units.link / (ceiling('link') * (cause === 'link' ? 1 : 2)),
    appCpu: (units.appCpu * foreground) / ceiling('appCpu'),
    dbCpu: (units.dbCpu * foreground) / ceiling('dbCpu'),
    dbDisk: units.dbDisk / ceiling('dbDisk'),
    lock: 1 / (ceiling('lock') * lockShare01 * (cause === 'lock' ? 1 : 1.5)),
    service: units.service / (ceiling('service') * serviceShare01),
  }
  const insidePool = demand.dbCpu + demand.dbDisk + lockShare01 * demand.lock
  const insideThreads = demand.appCpu + insidePool + serviceShare01 * demand.service
  const poolUnits = (id: 'threads' | 'dbPool', seconds: number) =>
    Math.max(2, Math.round(ceiling(id) * seconds * (id === cause ? 1 : 1.25)))
  return {
    cause,
    plannedRate,
    thinkSeconds: between(random, 0.3, 2.5),
    units: {
      ...units,
      threads: cause === 'memory' ? 100_000 : poolUnits('threads', insideThreads),
      dbPool: poolUnits('dbPool', insidePool),
    },
    demand,
    lockShare01,
    serviceShare01,
    variation: between(random, 0.5, 1.4),
    background01,
    residentRequests:
      cause === 'memory'
        ? Math.max(3, plannedRate * insideThreads * between(random, 1.1, 1.6))
        : Math.ceil(plannedRate * insideThreads * 40),
    secondsAtDouble: between(random, 1, 3) / plannedRate,
  }
}

/** The same plan with more units of some of its resources; none of them gets faster, so that a request takes as long as before. */
export function enlarged(plan: SystemPlan, factor: number, isEnlarged: (id: Cause) => boolean): SystemPlan {
  const units = { ...plan.units }
  for (const id of stationIds) if (id !== 'swap' && isEnlarged(id)) units[id] = Math.round(units[id] * factor)
  return { ...plan, units, residentRequests: plan.residentRequests * (isEnlarged('memory') ? factor : 1) }
}

/** Seconds of a request that meets no other one. */
export const lightResponseSeconds = ({ demand, lockShare01, serviceShare01 }: SystemPlan): number =>
  demand.generatorCpu +
  demand.link +
  demand.appCpu +
  demand.dbCpu +
  lockShare01 * demand.lock +
  demand.dbDisk +
  serviceShare01 * demand.service

/** The system of a plan. */
export function buildSystem(plan: SystemPlan): SimulatedSystem {
  const { demand, variation, units } = plan
  const place = (id: StationId) => stationIds.indexOf(id)
  const use = (id: WorkStation, share01 = 1): Step => ({
    kind: 'use',
    station: place(id),
    meanSeconds: demand[id] * share01,
    variation,
  })
  const hold = (kind: 'acquire' | 'release', id: StationId): Step => ({ kind, station: place(id) })
  const skip = (share01: number, count: number): Step => ({ kind: 'skip', share01: 1 - share01, count })
  const stations: Station[] = stationIds.map(id => ({
    id,
    kind: ['threads', 'dbPool', 'lock'].includes(id) ? 'pool' : 'server',
    units: units[id],
  }))
  return {
    stations,
    steps: [
      use('generatorCpu'),
      use('link'),
      hold('acquire', 'threads'),
      use('appCpu', 0.7),
      hold('acquire', 'dbPool'),
      use('dbCpu'),
      skip(plan.lockShare01, 3),
      hold('acquire', 'lock'),
      { kind: 'delay', meanSeconds: demand.lock, variation },
      hold('release', 'lock'),
      use('dbDisk'),
      hold('release', 'dbPool'),
      skip(plan.serviceShare01, 1),
      use('service'),
      {
        kind: 'page',
        station: place('swap'),
        secondsAtDouble: plan.secondsAtDouble,
        residentRequests: plan.residentRequests,
      },
      use('appCpu', 0.3),
      hold('release', 'threads'),
    ],
    background: (['appCpu', 'dbCpu'] as const).map(id => ({
      station: place(id),
      ratePerSecond: (plan.background01 * units[id]) / 0.05,
      meanSeconds: 0.05,
    })),
    memoryStation: place('threads'),
  }
}
