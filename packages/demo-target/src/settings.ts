/** How slow and how faulty the demo shop is, and what limits it: set by hand to see what a load test makes of it. */

export interface ShopSettings {
  /** Time that each answer takes at least. */
  readonly latencyMs: number
  /** Each answer takes up to this much longer, evenly spread. */
  readonly latencyJitterMs: number
  /** Share of requests that are answered with status 500, 0 to 1. */
  readonly errorRate01: number
  /** CPU time of each request; the shop has one thread, so that at most 1000 ÷ cpuMs requests per second pass. 0 = off. */
  readonly cpuMs: number
  /** Connections of a pool, and how long each request holds one: at most 1000 × poolSize ÷ poolMs per second. 0 = off. */
  readonly poolSize: number
  readonly poolMs: number
  /** How long each request holds the only lock: at most 1000 ÷ lockMs per second. 0 = off. */
  readonly lockMs: number
  /** Kibibytes that each request writes and brings to the disk, one request at a time. 0 = off. */
  readonly diskKilobytes: number
  /** Requests that a service behind the shop serves at a time, and its time: at most 1000 × serviceSlots ÷ serviceMs per second. 0 = off. */
  readonly serviceSlots: number
  readonly serviceMs: number
}

export const defaultSettings: ShopSettings = {
  latencyMs: 5,
  latencyJitterMs: 10,
  errorRate01: 0,
  cpuMs: 0,
  poolSize: 0,
  poolMs: 0,
  lockMs: 0,
  diskKilobytes: 0,
  serviceSlots: 0,
  serviceMs: 0,
}

const latencyMaxMs = 60_000
const unitsMax = 1_000
const wholeNumbers: readonly (keyof ShopSettings)[] = ['poolSize', 'serviceSlots', 'diskKilobytes']

/** The settings with the given fields changed, or one sentence that says what is wrong. */
export function changeSettings(current: ShopSettings, change: unknown): ShopSettings | string {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return 'Send a JSON object.'
  const fields = change as Record<string, unknown>
  const maxima: Record<keyof ShopSettings, number> = {
    latencyMs: latencyMaxMs,
    latencyJitterMs: latencyMaxMs,
    errorRate01: 1,
    cpuMs: 1_000,
    poolSize: unitsMax,
    poolMs: latencyMaxMs,
    lockMs: latencyMaxMs,
    diskKilobytes: 10_240,
    serviceSlots: unitsMax,
    serviceMs: latencyMaxMs,
  }
  const next: Record<keyof ShopSettings, number> = { ...current }
  for (const [name, value] of Object.entries(fields)) {
    if (!isSetting(name)) return `There is no setting ${name}.`
    if (typeof value !== 'number' || !(value >= 0 && value <= maxima[name])) {
      return `${name} must be a number from 0 to ${maxima[name]}.`
    }
    if (wholeNumbers.includes(name) && !Number.isInteger(value)) return `${name} must be a whole number.`
    next[name] = value
  }
  return next
}

function isSetting(name: string): name is keyof ShopSettings {
  return Object.hasOwn(defaultSettings, name)
}
