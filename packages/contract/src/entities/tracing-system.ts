/** The tracing system from which a project reads the spans of its traces: kind, address, and how the server signs in there. */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { consoleAddressSchema } from './tracing-console.ts'

export const tracingSystemKinds = ['jaeger', 'zipkin', 'tempo', 'skywalking'] as const
export type TracingSystemKind = (typeof tracingSystemKinds)[number]

export const tracingSystemNames: Readonly<Record<TracingSystemKind, string>> = {
  jaeger: 'Jaeger',
  zipkin: 'Zipkin',
  tempo: 'Grafana Tempo',
  skywalking: 'SkyWalking',
}

export const tracingSignIns = ['none', 'basic', 'bearer'] as const

/** What a header can hold. */
const headerText = /^[\x20-\x7e]*$/

export const tracingSystemSettingsSchema = z.object({
  kind: z.enum(tracingSystemKinds),
  /** Of its query interface, such as `https://jaeger.example.com:16686`; the server adds the path of the kind. */
  address: consoleAddressSchema.refine(text => text !== '', 'notWebAddress'),
  signIn: z.enum(tracingSignIns),
  /** Of `basic`. */
  user: z
    .string()
    .max(200)
    .refine(text => !text.includes(':'), 'wrongFormat'),
  /** Tenant of Tempo; '' = none. */
  tenant: z.string().max(200).regex(headerText),
  /** PEM of the authority that its certificate is checked with; '' = the public ones. */
  authority: z.string().max(20_000),
})
export type TracingSystemSettings = z.infer<typeof tracingSystemSettingsSchema>

/** Password or token; null: the stored one. */
export const tracingSecretSchema = z.string().max(4_000).regex(headerText).nullable()

export const tracingSystemSchema = tracingSystemSettingsSchema.extend({
  hasSecret: z.boolean(),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type TracingSystem = z.infer<typeof tracingSystemSchema>
