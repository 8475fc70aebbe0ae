/** Rules of channels: names, limits, sealed settings, and a test. */
import { randomUUID } from 'node:crypto'
import {
  type AlertChannel,
  type AlertChannelSettings,
  type AlertDelivery,
  maxAlertChannels,
} from '@pone/contract/entities/alert-channel.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { createAlertChannelRepository, StoredChannel } from './alert-channel.repository.ts'
import type { AlertNotice } from './alert-notice.ts'
import type { AlertSender } from './alert-sender.service.ts'

const shownDeliveries = 100

export interface AlertChannelDeps {
  readonly channels: ReturnType<typeof createAlertChannelRepository>
  readonly sender: Pick<AlertSender, 'sendNow'>
  readonly secrets: Pick<SecretBox, 'seal'>
  readonly now: () => number
}

export interface ChannelSave {
  readonly id: string | null
  readonly name: string
  readonly language: 'zh' | 'en'
  readonly isEnabled: boolean
  readonly settings: AlertChannelSettings | null
}

export type AlertChannelService = ReturnType<typeof createAlertChannelService>

export function createAlertChannelService(deps: AlertChannelDeps) {
  const { channels, sender, now } = deps
  const find = async (projectId: string, id: string): Promise<StoredChannel> => {
    const row = await channels.find(projectId, id)
    if (row === undefined) throw new AppError('NotFound', { what: 'alertChannel' })
    return row
  }
  return {
    list: async (projectId: string): Promise<AlertChannel[]> =>
      (await channels.list(projectId)).map(described),
    /** @throws AppError NotFound, NameExists, AlertChannelsExceeded, AlertChannelSettingsMissing */
    save: async (projectId: string, by: string, save: ChannelSave): Promise<AlertChannel> => {
      const stored = save.id === null ? null : await find(projectId, save.id)
      if (stored === null && (await channels.list(projectId)).length >= maxAlertChannels)
        throw new AppError('AlertChannelsExceeded', { limit: maxAlertChannels })
      const row: StoredChannel = {
        ...settingsColumns(deps, stored, save.settings),
        id: stored?.id ?? randomUUID(),
        project_id: projectId,
        name: save.name,
        language: save.language,
        is_enabled: save.isEnabled,
        updated_by: by,
        updated_at: now(),
      }
      try {
        await (stored === null ? channels.insert(row) : channels.update(row))
      } catch (cause) {
        if (isUniqueViolation(cause)) throw new AppError('NameExists', { name: save.name }, { cause })
        throw cause
      }
      return described(row)
    },
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> => channels.delete(projectId, ids),
    /** @throws AppError NotFound */
    test: async (projectId: string, id: string): Promise<{ name: string; delivery: AlertDelivery }> => {
      const channel = await find(projectId, id)
      return { name: channel.name, delivery: await sender.sendNow(channel, testNotice(channel, now())) }
    },
    /** Newest first. @throws AppError NotFound */
    deliveries: async (projectId: string, id: string): Promise<AlertDelivery[]> => {
      await find(projectId, id)
      return await channels.deliveries(id, shownDeliveries)
    },
  }
}

function settingsColumns(
  { secrets }: Pick<AlertChannelDeps, 'secrets'>,
  stored: StoredChannel | null,
  settings: AlertChannelSettings | null,
): Pick<StoredChannel, 'kind' | 'host' | 'sealed_settings'> {
  if (settings !== null)
    return {
      kind: settings.kind,
      host: new URL(settings.url).host,
      sealed_settings: secrets.seal(JSON.stringify(settings)),
    }
  if (stored === null) throw new AppError('AlertChannelSettingsMissing', {})
  const { kind, host, sealed_settings } = stored
  return { kind, host, sealed_settings }
}

const described = (row: StoredChannel): AlertChannel => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  host: row.host,
  language: row.language,
  isEnabled: row.is_enabled,
  updatedAt: row.updated_at,
})

const testNames = { zh: '测试消息', en: 'Test message' }

function testNotice({ project_id: projectId, language }: StoredChannel, now: number): AlertNotice {
  const none = '00000000-0000-0000-0000-000000000000'
  return {
    key: `test/${randomUUID()}`,
    kind: 'triggered',
    incidentId: none,
    projectId,
    rule: testNames[language],
    level: 'notice',
    monitorId: none,
    monitor: 'Pone',
    labels: {},
    ruleLabels: {},
    indicator: { kind: 'availability' },
    max: null,
    min: null,
    value: null,
    at: now,
    madeAt: now,
    openedAt: now,
    reason: null,
  }
}
