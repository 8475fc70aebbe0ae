/** Where notices of alerts are sent: kinds of channels and their settings. */
import { placeholders, runPlaceholders, unknownPlaceholders } from '@pone/alerts/placeholders.ts'
import { emailSchema, idSchema, instantSchema, nameSchema, phoneSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).max(2_000)
const secret = z.string().max(1_000)
/** `starttls`: encrypted before anything is told; a server that cannot is not told. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const
/** A host name or an address. */
const mailHost = /^[A-Za-z0-9.:_-]+$/

/** `url` of robots holds their token and is kept secret like `secret`. */
export const alertChannelSettingsSchema = z.discriminatedUnion('kind', [
  /** JSON, signed with HMAC-SHA256 in the header X-Pone-Signature. */
  z.strictObject({ kind: z.literal('webhook'), url, secret: secret.min(8) }),
  z.strictObject({ kind: z.literal('dingtalk'), url, secret: secret.default('') }),
  z.strictObject({ kind: z.literal('wecom'), url }),
  z.strictObject({ kind: z.literal('feishu'), url, secret: secret.default('') }),
  z.strictObject({ kind: z.literal('slack'), url }),
  /** JSON of the webhooks of Alertmanager, version 4. */
  z.strictObject({ kind: z.literal('alertmanager'), url, secret: secret.default('') }),
  /** A request per phone; `{phone}`, `{text}` and `{key}` in address and body are filled in. */
  z.strictObject({
    kind: z.literal('sms'),
    url,
    method: z.enum(['GET', 'POST']),
    contentType: z.enum(['application/json', 'application/x-www-form-urlencoded']),
    body: z.string().max(4_000),
    secret: secret.default(''),
    phones: z.array(phoneSchema).max(20),
    /** Also the notification phones of the monitor. */
    tellsMonitorContacts: z.boolean().default(false),
    /** Text that the answer has to contain; '' for any. */
    expected: z.string().max(200).default(''),
  }),
  /** A message by SMTP. */
  z.strictObject({
    kind: z.literal('mail'),
    host: z.string().trim().min(1).max(253).regex(mailHost),
    port: z.int().min(1).max(65_535),
    security: z.enum(mailSecurities),
    /** '': without signing in. */
    user: z.string().max(200).default(''),
    /** null: the stored one. */
    password: secret.nullable(),
    /** PEM of the authority that the server's certificate is checked with; '': the public ones. */
    authority: z.string().max(20_000).default(''),
    from: emailSchema,
    recipients: z.array(emailSchema).max(20),
    /** Also the notification mails of the monitor. */
    tellsMonitorContacts: z.boolean().default(false),
  }),
])
export type AlertChannelSettings = z.infer<typeof alertChannelSettingsSchema>
export type AlertChannelKind = AlertChannelSettings['kind']

export const alertChannelKinds = [
  'mail',
  'sms',
  'webhook',
  'dingtalk',
  'wecom',
  'feishu',
  'slack',
  'alertmanager',
] as const satisfies readonly AlertChannelKind[]

const templateOf = (known: readonly string[]) => {
  const textOf = (limit: number) =>
    z
      .string()
      .max(limit)
      .refine(text => unknownPlaceholders(text, known).length === 0)
  return z.strictObject({
    /** One line: the subject of mails, and the text of SMS. */
    title: textOf(200),
    text: textOf(4_000),
  })
}
/** `{rule}`, `{value}` and the other placeholders are filled in; '': the usual text. */
export const alertChannelTemplateSchema = templateOf(placeholders)
/** Of notices of load tests, with placeholders of their own. */
export const runTemplateSchema = templateOf(runPlaceholders)
export type AlertChannelTemplate = z.infer<typeof alertChannelTemplateSchema>
/** null: the usual texts. */
export const alertChannelTemplatesSchema = z.strictObject({
  zh: alertChannelTemplateSchema.nullable(),
  en: alertChannelTemplateSchema.nullable(),
})
export type AlertChannelTemplates = z.infer<typeof alertChannelTemplatesSchema>
export const runTemplatesSchema = z.strictObject({
  zh: runTemplateSchema.nullable(),
  en: runTemplateSchema.nullable(),
})

/** What of load tests a channel may be told of. */
export const runNoticeKinds = ['slaBreached', 'runFailed'] as const
export type RunNoticeKind = (typeof runNoticeKinds)[number]

export const previewedNoticeSchema = z.object({
  title: z.string(),
  text: z.string(),
  /** Of mails; null for other kinds. */
  html: z.string().nullable(),
})

export const alertLanguages = ['zh', 'en'] as const

export const alertChannelSchema = z.object({
  id: idSchema,
  name: nameSchema,
  kind: z.enum(alertChannelKinds),
  /** Host of its address; the rest is secret. */
  host: z.string(),
  language: z.enum(alertLanguages),
  isEnabled: z.boolean(),
  templates: alertChannelTemplatesSchema,
  runTemplates: runTemplatesSchema,
  runNotices: z.array(z.enum(runNoticeKinds)),
  /** The settings of mail without its password; null for other kinds, and in a channel whose key is lost. */
  mail: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(mailSecurities),
      user: z.string(),
      hasPassword: z.boolean(),
      authority: z.string(),
      from: z.string(),
      recipients: z.array(z.string()),
      tellsMonitorContacts: z.boolean(),
    })
    .nullable(),
  updatedAt: instantSchema,
})
export type AlertChannel = z.infer<typeof alertChannelSchema>

/** A delivery that was tried. */
export const alertDeliverySchema = z.object({
  at: instantSchema,
  durationMs: z.int(),
  isAccepted: z.boolean(),
  /** Notices that it told of. */
  notices: z.int(),
  /** Status of HTTP, or code of the answer of SMTP; null without an answer. */
  status: z.int().nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
  /** Why it was not accepted, or not for one of its recipients, as a told cause; '' if it was. */
  fault: z.string(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

export const maxAlertChannels = 50
