/** Alerts: rules, their evaluation on stored samples and with passing time, incidents, and notices. */
import { createAddressWall } from '../../adapters/outgoing/address-wall.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import { AlertIntake } from './alert-intake.service.ts'
import { createAlertOutboxRepository } from './alert-outbox.repository.ts'
import { AlertSender } from './alert-sender.service.ts'
import { AlertTicks } from './alert-ticks.service.ts'
import { RuleMemory } from './rule-memory.ts'

const tickEveryMs = 5_000

export interface AlertModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'secrets' | 'warn'> {
  readonly timeSeries: TimeSeries
  /** Private addresses and subnets that notices may be sent to. */
  readonly alertAddresses: readonly string[]
}

export function alertModule({ database, clock: now, timeSeries: series, warn, ...deps }: AlertModuleDeps) {
  const rules = new RuleMemory()
  const sender = new AlertSender({
    outbox: createAlertOutboxRepository(database),
    secrets: deps.secrets,
    wall: createAddressWall(deps.alertAddresses),
    now,
    warn,
  })
  const onNotices = (): void => sender.poke()
  const alertIntake = new AlertIntake({ series, rules, now, warn, onNotices })
  const ticks = new AlertTicks({ database, series, rules, now, onNotices })
  let ticking: Repeated | undefined
  return {
    handlers: {},
    services: { alertIntake },
    start: () => {
      sender.start()
      ticking = repeatedly(
        () => ticks.tick(),
        tickEveryMs,
        cause => warn('alerts could not be settled', cause),
      )
    },
    close: async () => {
      await ticking?.close()
      await sender.close()
    },
  }
}
