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
  runTemplateSchema,
} from '@pone/contract/entities/alert-channel.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const template = alertChannelTemplateSchema.shape
const runTemplate = runTemplateSchema.shape
const entered = z.string().default('')

/** Fields of all kinds side by side; those of another kind are ignored. */
export const channelFormSchema = z.object({
  name: nameSchema,
  kind: z.enum(alertChannelKinds).default('mail'),
  language: z.enum(alertLanguages).default('zh'),
  isEnabled: z.boolean().default(true),
  url: entered,
  secret: entered,
  method: z.enum(['GET', 'POST']).default('POST'),
  contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']).default('application/json'),
  body: entered,
  phones: z.array(z.string()).default([]),
  expected: entered,
  host: entered,
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(mailSecurities).default('starttls'),
  user: entered,
  password: entered,
  authority: entered,
  from: entered,
  recipients: z.array(z.string()).default([]),
  tellsMonitorContacts: z.boolean().default(false),
  runNotices: z.array(z.enum(runNoticeKinds)).default([]),
  titleZh: template.title.default(''),
  textZh: template.text.default(''),
  titleEn: template.title.default(''),
  textEn: template.text.default(''),
  runTitleZh: runTemplate.title.default(''),
  runTextZh: runTemplate.text.default(''),
  runTitleEn: runTemplate.title.default(''),
  runTextEn: runTemplate.text.default(''),
})
export type ChannelForm = z.output<typeof channelFormSchema>

const newSms = '{"phone":"{phone}","text":"{text}"}'

export function formOfChannel(channel: AlertChannel | null, language: 'zh' | 'en'): ChannelForm {
  const usual = { ...channelFormSchema.parse({ name: '-', language }), name: '', body: newSms }
  if (channel === null) return usual
  const { name, kind, isEnabled, templates, runTemplates, runNotices, mail } = channel
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
    runTitleZh: runTemplates.zh?.title ?? '',
    runTextZh: runTemplates.zh?.text ?? '',
    runTitleEn: runTemplates.en?.title ?? '',
    runTextEn: runTemplates.en?.text ?? '',
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

/** Of notices of alerts; null: the usual text. */
export const templateOf = (form: ChannelForm, language: 'zh' | 'en'): AlertChannelTemplate | null =>
  language === 'zh' ? given(form.titleZh, form.textZh) : given(form.titleEn, form.textEn)

/** Of notices of load tests; null: the usual text. */
export const runTemplateOf = (form: ChannelForm, language: 'zh' | 'en'): AlertChannelTemplate | null =>
  language === 'zh' ? given(form.runTitleZh, form.runTextZh) : given(form.runTitleEn, form.runTextEn)

const given = (title: string, text: string): AlertChannelTemplate | null =>
  title.trim() === '' && text.trim() === '' ? null : { title, text }

/** Kinds whose requests can be signed, and whether they have to be. */
export const secretOf = (kind: AlertChannelKind): 'needed' | 'optional' | 'none' => {
  if (kind === 'webhook') return 'needed'
  return kind === 'wecom' || kind === 'slack' || kind === 'mail' ? 'none' : 'optional'
}
