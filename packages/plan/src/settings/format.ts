/** The stored form of a component: its version, how earlier versions are read, and how the present one is written for those who know only an earlier one. */
import { httpSettingsSchema } from '@pone/protocols/http/definition/settings.ts'
import type { RunSettings } from './run-settings.ts'

/** 1: settings of HTTP stood among those that all protocols share; such documents carry no number. 2: a section per protocol. */
export const formatVersion = 2

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const httpKeys = new Set(Object.keys(httpSettingsSchema.shape))

/** Settings of any version in the present form; what is none stays as it is, for the schema to refuse. A value in the section has precedence. */
export function upgradeSettings(settings: unknown): unknown {
  if (!isFields(settings)) return settings
  const entries = Object.entries(settings)
  const earlier = entries.filter(([key]) => httpKeys.has(key))
  if (earlier.length === 0) return settings
  const { http } = settings
  if (http !== undefined && !isFields(http)) return settings
  const shared = entries.filter(([key]) => !httpKeys.has(key))
  return { ...Object.fromEntries(shared), http: { ...Object.fromEntries(earlier), ...http } }
}

/** A document of any version in the present form. */
export function upgradeDocument(document: unknown): unknown {
  if (!isFields(document)) return document
  const { formatVersion: version = 1 } = document
  // A later version is not understood; the schema refuses it.
  if (typeof version !== 'number' || version > formatVersion) return document
  return { ...document, formatVersion, settings: upgradeSettings(document['settings']) }
}

/** Settings that programs up to 0.6 understand as well: they look for HTTP's at the top and pass over the section. */
export const readableByEarlier = (settings: RunSettings): RunSettings => ({ ...settings.http, ...settings })
