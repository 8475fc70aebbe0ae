/** The storage of monitored series, for the modules of monitoring; also seals and removes its data on time. */
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { VictoriaSettings } from '../../adapters/time-series/victoria-metrics/settings.ts'
import { createVictoriaTimeSeries } from '../../adapters/time-series/victoria-metrics/victoria-time-series.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import { adminRetentionApi, retentionApi } from './retention.api.ts'

const maintainEveryMs = 60_000

export interface SeriesServices {
  readonly timeSeries: TimeSeries
}

export interface SeriesModuleDeps extends ModuleBase {
  readonly victoriaMetrics: VictoriaSettings | undefined
}

export function seriesModule({ database, clock, onFailure, victoriaMetrics }: SeriesModuleDeps) {
  const timeSeries =
    victoriaMetrics === undefined
      ? createPostgresTimeSeries(database, clock)
      : createVictoriaTimeSeries(database, victoriaMetrics, clock)
  const closing = new AbortController()
  let maintenance: Repeated | undefined
  const services: SeriesServices = { timeSeries }
  return {
    handlers: { monitor: retentionApi(timeSeries), adminMonitor: adminRetentionApi(timeSeries) },
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
