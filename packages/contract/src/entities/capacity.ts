/** A capacity search: the rules and the range of load that a run searches in, how far it is, and what it found. */
import { slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import { z } from 'zod'

const loadSchema = z.int().min(1).max(maxUsersPerScenario)

/** What is asked for. Loads are users, or arrivals per second. */
export const capacityOrderSchema = z.object({
  rules: z.array(slaRuleSchema).min(1).max(20),
  drive: z.enum(['users', 'arrivals']),
  startLoad: loadSchema,
  maxLoad: loadSchema,
  /** Seconds of each level that are not measured, after its load is in force. */
  settleSeconds: z.int().min(0).max(600),
  /** How long a level is measured at least; longer where its figures are near a limit. */
  measureSeconds: z.int().min(3).max(3_600),
  /** The search ends after so many seconds of load. */
  maxSeconds: z.int().min(1).max(86_400),
})
export type CapacityOrder = z.infer<typeof capacityOrderSchema>

/** Mean of what a rule looks at, with the ends of its interval: a share of 0 to 1, or ms. null: not known. */
const ruleLevelSchema = z.object({
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type RuleLevel = z.infer<typeof ruleLevelSchema>

const measuredSchema = z.object({
  /** In the order of the rules. */
  rules: z.array(ruleLevelSchema),
  requests: z.int(),
  perSecond: z.number(),
  /** Seconds that were measured. */
  seconds: z.int(),
})
export type MeasuredLevel = z.infer<typeof measuredSchema>

const judgedLevelSchema = measuredSchema.extend({
  load: z.int(),
  state: z.enum(['holds', 'breaks']),
  /** False where the means decided, because more time did not make it clear. */
  isClear: z.boolean(),
  /** Whether the level was measured again to confirm it. */
  isConfirming: z.boolean(),
})
export type JudgedLevel = z.infer<typeof judgedLevelSchema>

/**
 * `found`: `best` held again when it was confirmed, and the level above breaks. `unconfirmed`: the search ended after `best`
 * had held. `atLeast`: the highest load that is allowed holds. `none`: the lowest level that was tried breaks.
 * `notEnoughData`: it ended before a level could be judged. `generatorLimit`: the load machines were the limit, so that
 * the search says nothing of the target beyond `best`.
 */
export const capacityKinds = [
  'found',
  'unconfirmed',
  'atLeast',
  'none',
  'notEnoughData',
  'generatorLimit',
] as const
export type CapacityKind = (typeof capacityKinds)[number]

const capacityEndSchema = z.object({
  kind: z.enum(capacityKinds),
  /** Highest level that held; null without one. */
  best: judgedLevelSchema.nullable(),
  /** Lowest level above it that broke; null without one. */
  broken: judgedLevelSchema.nullable(),
  /**
   * Between which loads the limit is: the lower one held and the higher one broke clearly, each with a chance of at most
   * 5 % that it is wrong. null: none did.
   */
  interval: z.object({ low: z.int().nullable(), high: z.int().nullable() }),
})
export type CapacityEnd = z.infer<typeof capacityEndSchema>

export const capacitySchema = capacityOrderSchema.extend({
  phase: z.enum(['settling', 'measuring', 'recovering', 'ended']),
  isConfirming: z.boolean(),
  /** The level that is judged, or will be after recovery. */
  level: z.int(),
  /** The load that is set now. */
  load: z.int(),
  /** Seconds of the present phase, and of the whole search. */
  phaseSeconds: z.int(),
  elapsedSeconds: z.int(),
  /** Why this level: the first one, above one that held, halfway between one that held and one that broke, below the lowest that broke, or to confirm. */
  why: z.enum(['first', 'up', 'between', 'down', 'confirm']),
  /** Of the level that is being measured; null before its third second. */
  present: measuredSchema.nullable(),
  /** All of them, in the order of time. */
  levels: z.array(judgedLevelSchema),
  end: capacityEndSchema.nullable(),
})
export type Capacity = z.infer<typeof capacitySchema>
