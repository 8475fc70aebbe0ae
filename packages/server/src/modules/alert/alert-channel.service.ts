/** Rules of channels: names, limits, sealed settings, and a test. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import type { alertChannelCalls } from '@pone/contract/calls/alert.ts'
import {
  type AlertChannel,
  type AlertChannelSettings,
  type AlertChannelTemplates,
  type AlertDelivery,
  alertChannelSettingsSchema,
  maxAlertChannels,
  type RunNoticeKind,
} from '@pone/contract/entities/alert-channel.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { createAlertChannelRepository, StoredChannel } from './alert-channel.repository.ts'
import type { AlertSender } from './alert-sender.service.ts'
import { mailHtml } from './channels/mail.ts'
import { messageOf } from './channels/message.ts'
import { exampleNotice, testNotice } from './example-notices.ts'

const shownDeliveries = 100

export interface AlertChannelDeps {
  readonly channels: ReturnType<typeof createAlertChannelRepository>
  readonly sender: Pick<AlertSender, 'sendNow'>
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>
  readonly publicUrl: string | null
  readonly now: () => number
}

export interface ChannelSave {
  readonly id: string | null
  readonly name: string
  readonly language: 'zh' | 'en'
  readonly isEnabled: boolean
  readonly settings: AlertChannelSettings | null
  readonly templates: AlertChannelTemplates
  readonly runTemplates: AlertChannelTemplates
  readonly runNotices: readonly RunNoticeKind[]
}

type PreviewQuery = InputOf<typeof alertChannelCalls.previewNotice>
type MailSettings = Extract<AlertChannelSettings, { kind: 'mail' }>

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
      (await channels.list(projectId)).map(row => described(deps.secrets, row)),
    /** @throws AppError NotFound, NameExists, AlertChannelsExceeded, AlertChannelSettingsMissing, AlertPasswordNeeded, AlertRecipientsMissing */
    save: async (projectId: string, by: string, save: ChannelSave): Promise<AlertChannel> => {
      const stored = save.id === null ? null : await find(projectId, save.id)
      if (stored === null && (await channels.list(projectId)).length >= maxAlertChannels)
        throw new AppError('AlertChannelsExceeded', { limit: maxAlertChannels })
      const row = {
        ...settingsColumns(deps, stored, save.settings),
        id: stored?.id ?? randomUUID(),
        project_id: projectId,
        name: save.name,
        language: save.language,
        is_enabled: save.isEnabled,
        templates: save.templates,
        run_templates: save.runTemplates,
        run_notices: [...save.runNotices],
        updated_by: by,
        updated_at: now(),
      }
      try {
        const columns = {
          ...row,
          templates: JSON.stringify(row.templates),
          run_templates: JSON.stringify(row.run_templates),
          run_notices: JSON.stringify(row.run_notices),
        }
        await (stored === null ? channels.insert(columns) : channels.update(columns))
      } catch (cause) {
        if (isUniqueViolation(cause)) throw new AppError('NameExists', { name: save.name }, { cause })
        throw cause
      }
      return described(deps.secrets, row)
    },
    delete: (projectId: string, ids: readonly string[]): Promise<string[]> => channels.delete(projectId, ids),
    /** @throws AppError NotFound */
    test: async (projectId: string, id: string): Promise<{ name: string; delivery: AlertDelivery }> => {
      const channel = await find(projectId, id)
      return { name: channel.name, delivery: await sender.sendNow(channel, testNotice(channel, now())) }
    },
    /** With example values. */
    preview: async ({ projectId, kind, language, notice, template, runTemplate }: PreviewQuery) => {
      const message = messageOf([exampleNotice(projectId, notice, now())], {
        language,
        template,
        runTemplate,
        publicUrl: deps.publicUrl,
        now: now(),
      })
      const { title, text } = message
      return { title, text, html: kind === 'mail' ? mailHtml(message) : null }
    },
    /** Newest first. @throws AppError NotFound */
    deliveries: async (projectId: string, id: string): Promise<AlertDelivery[]> => {
      await find(projectId, id)
      return await channels.deliveries(id, shownDeliveries)
    },
  }
}

/** @throws AppError AlertChannelSettingsMissing, AlertPasswordNeeded, AlertRecipientsMissing */
function settingsColumns(
  { secrets }: Pick<AlertChannelDeps, 'secrets'>,
  stored: StoredChannel | null,
  settings: AlertChannelSettings | null,
): Pick<StoredChannel, 'kind' | 'host' | 'sealed_settings'> {
  if (settings !== null) {
    const whole =
      settings.kind === 'mail'
        ? withPassword(settings, stored === null ? null : mailOf(secrets, stored))
        : settings
    return {
      kind: whole.kind,
      host: whole.kind === 'mail' ? whole.host : new URL(whole.url).host,
      sealed_settings: secrets.seal(JSON.stringify(whole)),
    }
  }
  if (stored === null) throw new AppError('AlertChannelSettingsMissing', {})
  const { kind, host, sealed_settings } = stored
  return { kind, host, sealed_settings }
}

/** The stored password goes to the server that it was entered for, and to no other. */
function withPassword(given: MailSettings, stored: MailSettings | null): MailSettings {
  if (given.recipients.length === 0 && !given.tellsMonitorContacts)
    throw new AppError('AlertRecipientsMissing', {})
  if (given.password !== null || given.user === '') return { ...given, password: given.password ?? '' }
  const isSame =
    stored !== null &&
    (['host', 'port', 'security', 'user', 'authority'] as const).every(name => stored[name] === given[name])
  if (!isSame) throw new AppError('AlertPasswordNeeded', {})
  return { ...given, password: stored.password }
}

/** null: the channel is of another kind, or was sealed with another key. */
function mailOf(secrets: Pick<SecretBox, 'open'>, row: StoredChannel): MailSettings | null {
  if (row.kind !== 'mail') return null
  try {
    const settings = alertChannelSettingsSchema.parse(JSON.parse(secrets.open(row.sealed_settings)))
    return settings.kind === 'mail' ? settings : null
  } catch {
    return null
  }
}

function described(secrets: Pick<SecretBox, 'open'>, row: StoredChannel): AlertChannel {
  const mail = mailOf(secrets, row)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    host: row.host,
    language: row.language,
    isEnabled: row.is_enabled,
    templates: row.templates,
    runTemplates: row.run_templates,
    runNotices: row.run_notices,
    mail: mail && shownMail(mail),
    updatedAt: row.updated_at,
  }
}

const shownMail = (settings: MailSettings): NonNullable<AlertChannel['mail']> => ({
  host: settings.host,
  port: settings.port,
  security: settings.security,
  user: settings.user,
  hasPassword: (settings.password ?? '') !== '',
  authority: settings.authority,
  from: settings.from,
  recipients: settings.recipients,
  tellsMonitorContacts: settings.tellsMonitorContacts,
})
