/** Where notices of alerts are sent: kinds of channels and their settings. */
import { idSchema, instantSchema, nameSchema, phoneSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).max(2_000)
const secret = z.string().max(1_000)

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
    phones: z.array(phoneSchema).min(1).max(20),
    /** Text that the answer has to contain; '' for any. */
    expected: z.string().max(200).default(''),
  }),
])
export type AlertChannelSettings = z.infer<typeof alertChannelSettingsSchema>
export type AlertChannelKind = AlertChannelSettings['kind']

export const alertLanguages = ['zh', 'en'] as const

export const alertChannelSchema = z.object({
  id: idSchema,
  name: nameSchema,
  kind: z.string(),
  /** Host of its address; the rest is secret. */
  host: z.string(),
  language: z.enum(alertLanguages),
  isEnabled: z.boolean(),
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
  /** HTTP status; null without an answer. */
  status: z.int().nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
  /** Why it was not accepted; '' if it was. */
  fault: z.string(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

export const maxAlertChannels = 50
