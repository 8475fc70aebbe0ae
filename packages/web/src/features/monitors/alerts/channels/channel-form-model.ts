/** The form of a notification channel: a flat schema, and channel → fields → what is saved; pure. */
import {
  type AlertChannel,
  type AlertChannelKind,
  type AlertChannelSettings,
  type AlertChannelTemplate,
  alertChannelKinds,
  alertChannelSettingsSchema,
  alertChannelTemplateSchema,
  alertLanguages,
  mailSecurities,
  runNoticeKinds,
} from '@pone/contract/entities/alert-channel.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const template = alertChannelTemplateSchema.shape
const text = z.string().default('')

/** Fields of all kinds side by side; those of another kind are ignored. */
export const channelFormSchema = z.object({
  name: nameSchema,
  kind: z.enum(alertChannelKinds).default('mail'),
  language: z.enum(alertLanguages).default('zh'),
  isEnabled: z.boolean().default(true),
  url: text,
  secret: text,
  method: z.enum(['GET', 'POST']).default('POST'),
  contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']).default('application/json'),
  body: text,
  phones: z.array(z.string()).default([]),
  expected: text,
  host: text,
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(mailSecurities).default('starttls'),
  user: text,
  password: text,
  authority: text,
  from: text,
  recipients: z.array(z.string()).default([]),
  tellsMonitorContacts: z.boolean().default(false),
  runNotices: z.array(z.enum(runNoticeKinds)).default([]),
  titleZh: template.title.default(''),
  textZh: template.text.default(''),
  titleEn: template.title.default(''),
  textEn: template.text.default(''),
})
export type ChannelForm = z.output<typeof channelFormSchema>

const newSms = '{"phone":"{phone}","text":"{text}"}'

export function formOfChannel(channel: AlertChannel | null, language: 'zh' | 'en'): ChannelForm {
  const usual = { ...channelFormSchema.parse({ name: '-', language }), name: '', body: newSms }
  if (channel === null) return usual
  const { name, kind, isEnabled, templates, runNotices, mail } = channel
  return {
    ...usual,
    name,
    kind,
    language: channel.language,
    isEnabled,
    runNotices: [...runNotices],
    titleZh: templates.zh?.title ?? '',
    textZh: templates.zh?.text ?? '',
    titleEn: templates.en?.title ?? '',
    textEn: templates.en?.text ?? '',
    ...(mail && {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.user,
      authority: mail.authority,
      from: mail.from,
      recipients: [...mail.recipients],
      tellsMonitorContacts: mail.tellsMonitorContacts,
    }),
  }
}

/** `keepsPassword`: whether an empty password stands for the stored one. */
export function settingsOf(form: ChannelForm, keepsPassword: boolean): unknown {
  const { kind, url, secret, tellsMonitorContacts } = form
  switch (kind) {
    case 'mail':
      return {
        kind,
        host: form.host,
        port: form.port,
        security: form.security,
        user: form.user,
        password: form.password === '' && keepsPassword ? null : form.password,
        authority: form.authority,
        from: form.from,
        recipients: form.recipients,
        tellsMonitorContacts,
      }
    case 'sms':
      return {
        kind,
        url,
        secret,
        method: form.method,
        contentType: form.contentType,
        body: form.body,
        phones: form.phones,
        expected: form.expected,
        tellsMonitorContacts,
      }
    case 'wecom':
    case 'slack':
      return { kind, url }
    default:
      return { kind, url, secret }
  }
}

/** The settings of a complete form; issues name its fields. */
export const parseSettings = (
  form: ChannelForm,
  keepsPassword: boolean,
): z.ZodSafeParseResult<AlertChannelSettings> =>
  alertChannelSettingsSchema.safeParse(settingsOf(form, keepsPassword), { reportInput: true })

/** null: the usual text. */
export function templateOf(form: ChannelForm, language: 'zh' | 'en'): AlertChannelTemplate | null {
  const [title, body] = language === 'zh' ? [form.titleZh, form.textZh] : [form.titleEn, form.textEn]
  return title.trim() === '' && body.trim() === '' ? null : { title, text: body }
}

/** Kinds whose requests can be signed, and whether they have to be. */
export const secretOf = (kind: AlertChannelKind): 'needed' | 'optional' | 'none' => {
  if (kind === 'webhook') return 'needed'
  return kind === 'wecom' || kind === 'slack' || kind === 'mail' ? 'none' : 'optional'
}
