/** Monitor types: those that come with the product, and those of administrators with their versions. */
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { monitorParamsSchema, monitorTestStepSchema } from './monitor.ts'

/** Types of one's own of an installation. */
export const maxOwnMonitorTypes = 200
/** Versions of a type that are kept beside those that monitors use. */
export const maxMonitorTypeVersions = 50
/** Characters of a type file that a call takes; the check refuses those above 256 KiB with a text. */
export const maxMonitorTypeText = 1024 * 1024

export const monitorTypeNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
export const monitorTypeTextSchema = z.string().max(maxMonitorTypeText)

const bilingualSchema = z.object({ zh: z.string(), en: z.string() })

/** A monitor type as its file says it; whoever uses it checks it again. */
export const typeFileSchema = z.record(z.string(), z.json())

export const monitorTypeSummarySchema = z.object({
  name: z.string(),
  names: bilingualSchema,
  category: z.string(),
  transport: z.string(),
  triedOn: z.array(z.string()),
  isBuiltIn: z.boolean(),
  /** Whether new monitors can be made of it; of a built-in type always. */
  isActive: z.boolean(),
  /** Newest one. */
  version: z.int().min(1),
  /** Monitors of all projects. */
  monitors: z.int(),
  /** Of these, those that use an earlier version. */
  monitorsOfOlder: z.int(),
  /** '' and null of a built-in type. */
  updatedBy: z.string(),
  updatedAt: instantSchema.nullable(),
})
export type MonitorTypeSummary = z.infer<typeof monitorTypeSummarySchema>

export const monitorTypeVersionSchema = z.object({
  version: z.int().min(1),
  createdBy: z.string(),
  createdAt: instantSchema,
  monitors: z.int(),
})
export type MonitorTypeVersion = z.infer<typeof monitorTypeVersionSchema>

export const monitorTypeDetailSchema = monitorTypeSummarySchema.extend({
  /** Of the version that was asked for; of a built-in type written from its definition. */
  text: z.string(),
  shown: z.int().min(1),
  /** Newest first; empty of a built-in type. */
  versions: z.array(monitorTypeVersionSchema),
})
export type MonitorTypeDetail = z.infer<typeof monitorTypeDetailSchema>

export const monitorTypeProblemSchema = z.object({
  /** Both from 1. */
  line: z.int(),
  column: z.int(),
  /** As `sections[0].counters[2].unit`; '' for the whole file. */
  path: z.string(),
  text: bilingualSchema,
})
export type MonitorTypeProblem = z.infer<typeof monitorTypeProblemSchema>

/** A checked text: the type, or what is wrong with it. */
export const monitorTypeCheckSchema = z.object({
  definition: typeFileSchema.nullable(),
  problems: z.array(monitorTypeProblemSchema),
})
export type MonitorTypeCheck = z.infer<typeof monitorTypeCheckSchema>

/** A type that monitors of a project use, or can be made of. */
export const usableMonitorTypeSchema = z.object({
  definition: typeFileSchema,
  /** Whether new monitors can be made of it. */
  isOffered: z.boolean(),
})
export type UsableMonitorType = z.infer<typeof usableMonitorTypeSchema>

/** What differs between the counters of two versions, each as `section.counter`. */
export const monitorTypeChangesSchema = z.object({
  added: z.array(z.string()),
  /** Their curves end. */
  removed: z.array(z.string()),
  /** Of another kind or unit, so that values before and after cannot be compared. */
  changed: z.array(z.string()),
  /** Monitors of other versions. */
  monitors: z.int(),
})
export type MonitorTypeChanges = z.infer<typeof monitorTypeChangesSchema>

/** A monitor that stays at its version, since the new one needs a parameter that it does not have. */
export const keptMonitorSchema = z.object({ name: z.string(), project: z.string(), param: z.string() })

/** Values of one collection of a trial by section. */
export const trialValueSchema = z.object({
  section: z.string().max(80),
  counter: z.string().max(200),
  labels: z.record(z.string().max(80), z.string().max(500)),
  /** Raw, of a counter too; null: not known. */
  value: z.union([z.number(), z.string().max(4_000)]).nullable(),
})
export type TrialValue = z.infer<typeof trialValueSchema>

export const trialRoundSchema = z.object({
  /** Since the first collection. */
  atMs: z.number().min(0),
  values: z.array(trialValueSchema).max(500),
})
export type TrialRound = z.infer<typeof trialRoundSchema>

export const monitorTypeTrialSchema = z.object({
  id: idSchema,
  agent: z.object({ id: idSchema, name: z.string() }),
  steps: z.array(monitorTestStepSchema),
  rounds: z.array(trialRoundSchema),
  isEnded: z.boolean(),
})
export type MonitorTypeTrial = z.infer<typeof monitorTypeTrialSchema>

export const trialOrderSchema = z.object({
  text: monitorTypeTextSchema,
  params: monitorParamsSchema,
  agentId: idSchema,
})
