/** How slow and how faulty the demo shop is: set by hand to see what a load test makes of it. */

export interface ShopSettings {
  /** Time that each answer takes at least. */
  readonly latencyMs: number
  /** Each answer takes up to this much longer, evenly spread. */
  readonly latencyJitterMs: number
  /** Share of requests that are answered with status 500, 0 to 1. */
  readonly errorRate01: number
}

export const defaultSettings: ShopSettings = { latencyMs: 5, latencyJitterMs: 10, errorRate01: 0 }

const latencyMaxMs = 60_000

/** The settings with the given fields changed, or one sentence that says what is wrong. */
export function changeSettings(current: ShopSettings, change: unknown): ShopSettings | string {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return 'Send a JSON object.'
  const fields = change as Record<string, unknown>
  const maxima: Record<keyof ShopSettings, number> = {
    latencyMs: latencyMaxMs,
    latencyJitterMs: latencyMaxMs,
    errorRate01: 1,
  }
  const next: Record<keyof ShopSettings, number> = { ...current }
  for (const [name, value] of Object.entries(fields)) {
    if (!isSetting(name)) return `There is no setting ${name}.`
    if (typeof value !== 'number' || !(value >= 0 && value <= maxima[name])) {
      return `${name} must be a number from 0 to ${maxima[name]}.`
    }
    next[name] = value
  }
  return next
}

function isSetting(name: string): name is keyof ShopSettings {
  return Object.hasOwn(defaultSettings, name)
}
