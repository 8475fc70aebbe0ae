/** The storage of monitored series, for the modules of monitoring; also seals and removes its data on time. */
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'

const maintainEveryMs = 60_000

export interface SeriesServices {
  readonly timeSeries: TimeSeries
}

export function seriesModule({ database, clock, onFailure }: ModuleBase) {
  const timeSeries = createPostgresTimeSeries(database, clock)
  const closing = new AbortController()
  let maintenance: Repeated | undefined
  const services: SeriesServices = { timeSeries }
  return {
    handlers: {},
    services,
    start: () => {
      maintenance = repeatedly(
        () => timeSeries.maintain(closing.signal),
        maintainEveryMs,
        cause => onFailure('sealing monitored series', cause),
      )
    },
    close: async () => {
      closing.abort()
      await maintenance?.close()
      await timeSeries.close()
    },
  }
}
