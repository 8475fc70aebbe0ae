/** Alerts: rules, their evaluation on stored samples and with passing time, incidents, and notices. */
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import { AlertIntake } from './alert-intake.service.ts'
import { AlertTicks } from './alert-ticks.service.ts'
import { RuleMemory } from './rule-memory.ts'

const tickEveryMs = 5_000

export interface AlertModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'warn'> {
  readonly timeSeries: TimeSeries
}

export function alertModule({ database, clock: now, timeSeries: series, warn }: AlertModuleDeps) {
  const rules = new RuleMemory()
  const onNotices = (): void => undefined
  const alertIntake = new AlertIntake({ series, rules, now, warn, onNotices })
  const ticks = new AlertTicks({ database, series, rules, now, onNotices })
  let ticking: Repeated | undefined
  return {
    handlers: {},
    services: { alertIntake },
    start: () => {
      ticking = repeatedly(
        () => ticks.tick(),
        tickEveryMs,
        cause => warn('alerts could not be settled', cause),
      )
    },
    close: async () => ticking?.close(),
  }
}
