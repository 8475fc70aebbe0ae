/** Alerts: rules, their evaluation on stored samples and with passing time, incidents, and notices. */
import { setTimeout as pause } from 'node:timers/promises'
import { createAddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { adminAlertApi, alertChannelApi, alertIncidentApi, alertRuleApi } from './alert.api.ts'
import { createAlertChannelRepository } from './alert-channel.repository.ts'
import { createAlertChannelService } from './alert-channel.service.ts'
import { createAlertIncidentRepository } from './alert-incident.repository.ts'
import { createAlertIncidentService } from './alert-incident.service.ts'
import { createAlertIncidentNotesRepository } from './alert-incident-notes.repository.ts'
import { AlertIntake } from './alert-intake.service.ts'
import { MuteMemory } from './alert-mutes.ts'
import { type AlertAudience, AlertNews } from './alert-news.ts'
import { createAlertOutboxRepository } from './alert-outbox.repository.ts'
import { createAlertRuleRepository } from './alert-rule.repository.ts'
import { createAlertRuleService } from './alert-rule.service.ts'
import { AlertSender } from './alert-sender.service.ts'
import type { StoredMoves } from './alert-state.repository.ts'
import { AlertTicks } from './alert-ticks.service.ts'
import { RuleMemory } from './rule-memory.ts'
import { createRunNotices } from './run-notices.repository.ts'

export const alertNouns: Nouns = {
  alertRule: { zh: '告警规则', en: 'The alert rule' },
  alertIncident: { zh: '告警事件', en: 'The incident' },
  alertChannel: { zh: '通知渠道', en: 'The notification channel' },
}

const tickEveryMs = 5_000

export interface AlertModuleDeps extends Pick<ModuleBase, 'database' | 'clock' | 'secrets' | 'warn'> {
  readonly timeSeries: TimeSeries
  readonly monitorTypes: MonitorTypes
  readonly alertAudience: AlertAudience
  /** Private addresses and subnets that notices may be sent to. */
  readonly alertAddresses: readonly string[]
  /** Under which people open the server; null: not known. */
  readonly publicUrl: string | null
}

export function alertModule({ database, clock: now, timeSeries: series, warn, ...deps }: AlertModuleDeps) {
  const types = deps.monitorTypes
  const rules = new RuleMemory()
  const mutes = new MuteMemory(types)
  const sender = new AlertSender({
    outbox: createAlertOutboxRepository(database),
    secrets: deps.secrets,
    wall: createAddressWall(deps.alertAddresses),
    publicUrl: deps.publicUrl,
    now,
    pause,
    warn,
  })
  const incidents = createAlertIncidentRepository(database)
  const news = new AlertNews({ audience: deps.alertAudience, openCounts: incidents.openCounts, warn })
  const onMoves = ({ notices, projectIds }: StoredMoves): void => {
    news.changed(projectIds)
    if (notices > 0) sender.poke()
  }
  const alertIntake = new AlertIntake({ series, rules, mutes, types, now, warn, onMoves })
  const ticks = new AlertTicks({ database, series, rules, mutes, types, now, onMoves })
  const ruleRepository = createAlertRuleRepository(database)
  const incidentService = createAlertIncidentService({
    incidents,
    notes: createAlertIncidentNotesRepository(database),
    rules: ruleRepository,
    series,
    types,
    onChange: projectId => news.changed([projectId]),
    now,
  })
  const channelRepository = createAlertChannelRepository(database)
  const ruleService = createAlertRuleService({
    rules: ruleRepository,
    channels: channelRepository,
    series,
    types,
    now,
  })
  const channels = createAlertChannelService({
    channels: channelRepository,
    sender,
    secrets: deps.secrets,
    publicUrl: deps.publicUrl,
    now,
  })
  let ticking: Repeated | undefined
  return {
    handlers: {
      alert: {
        ...alertRuleApi(ruleService),
        ...alertIncidentApi(incidentService),
        ...alertChannelApi(channels),
      },
      adminAlert: adminAlertApi(incidentService),
    },
    services: {
      alertIntake,
      runNotices: createRunNotices(now),
      alertSnapshot: (projectId: string) => news.snapshot(projectId),
    },
    start: () => {
      sender.start()
      ticking = repeatedly(
        () => ticks.tick(),
        tickEveryMs,
        cause => warn('alerts could not be settled', cause),
      )
    },
    close: async () => {
      news.close()
      await ticking?.close()
      await sender.close()
    },
  }
}
