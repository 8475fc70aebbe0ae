/** What a simulated system is made of: stations that serve or are held, and the way of a request through them. */

/** `server`: so many requests are served at a time, the others wait in order of arrival. `pool`: so many hold a unit until they release it. */
export interface Station {
  readonly id: string
  readonly kind: 'server' | 'pool'
  readonly units: number
}

/** A step of a request; times in seconds. Variation is the coefficient of variation of a log-normal time. */
export type Step =
  | {
      readonly kind: 'use'
      readonly station: number
      readonly meanSeconds: number
      readonly variation: number
    }
  | { readonly kind: 'delay'; readonly meanSeconds: number; readonly variation: number }
  | { readonly kind: 'acquire' | 'release'; readonly station: number }
  /** With that probability the next `count` steps are left out. */
  | { readonly kind: 'skip'; readonly share01: number; readonly count: number }
  /** Memory that is swapped out is read again: the station works longer, the more requests exceed `residentRequests`. */
  | {
      readonly kind: 'page'
      readonly station: number
      readonly secondsAtDouble: number
      readonly residentRequests: number
    }

/** Work at a station that is none of the load's. */
export interface BackgroundWork {
  readonly station: number
  readonly ratePerSecond: number
  readonly meanSeconds: number
}

export interface SimulatedSystem {
  readonly stations: readonly Station[]
  readonly steps: readonly Step[]
  readonly background: readonly BackgroundWork[]
  /** Station whose units bound the requests that are in memory at a time, and so what `page` counts; null: all requests. */
  readonly memoryStation: number | null
}

/** `closed`: users that think between requests. `open`: arrivals per second, dropped where more than `maxInFlight` are under way. */
export type SimulatedLoad = {
  readonly seconds: number
  /** Users, or arrivals per second, at a second. */
  readonly at: (second: number) => number
} & (
  | { readonly kind: 'closed'; readonly thinkSeconds: number }
  | { readonly kind: 'open'; readonly maxInFlight: number }
)

/** What happened, second by second. */
export interface SimulatedSeries {
  readonly load: Float64Array
  readonly completed: Float64Array
  /** Sum over the requests that ended in the second, in seconds. */
  readonly responseSeconds: Float64Array
  readonly dropped: Float64Array
  /** Requests in memory at the end of the second. */
  readonly inMemory: Float64Array
  /** Pages read again in the second, in station seconds. */
  readonly paged: Float64Array
  /** By station. */
  readonly stations: readonly {
    /** Mean share of the units that were busy or held, 0 to 1. */
    readonly busy01: Float64Array
    /** Units in use, and requests that wait, at the end of the second. */
    readonly inUse: Float64Array
    readonly waiting: Float64Array
  }[]
}
