/** Alerts: rules, their evaluation on stored samples and with passing time, incidents, and notices. */
import { createAddressWall } from '../../adapters/outgoing/address-wall.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import { alertChannelApi, alertIncidentApi, alertRuleApi } from './alert.api.ts'
import { createAlertChannelRepository } from './alert-channel.repository.ts'
import { createAlertChannelService } from './alert-channel.service.ts'
import { createAlertIncidentRepository } from './alert-incident.repository.ts'
import { AlertIntake } from './alert-intake.service.ts'
import { createAlertOutboxRepository } from './alert-outbox.repository.ts'
import { createAlertRuleRepository } from './alert-rule.repository.ts'
import { createAlertRuleService } from './alert-rule.service.ts'
import { AlertSender } from './alert-sender.service.ts'
import { AlertTicks } from './alert-ticks.service.ts'
import { RuleMemory } from './rule-memory.ts'

export const alertNouns: Nouns = {
  alertRule: { zh: '告警规则', en: 'The alert rule' },
  alertIncident: { zh: '告警事件', en: 'The incident' },
  alertChannel: { zh: '通知渠道', en: 'The notification channel' },
}

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
  const incidents = createAlertIncidentRepository(database)
  const channelRepository = createAlertChannelRepository(database)
  const ruleService = createAlertRuleService({
    rules: createAlertRuleRepository(database),
    channels: channelRepository,
    incidents,
    series,
    now,
  })
  const channels = createAlertChannelService({
    channels: channelRepository,
    sender,
    secrets: deps.secrets,
    now,
  })
  let ticking: Repeated | undefined
  return {
    handlers: {
      alert: {
        ...alertRuleApi(ruleService),
        ...alertIncidentApi(incidents, now),
        ...alertChannelApi(channels),
      },
    },
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
