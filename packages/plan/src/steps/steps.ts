/** The steps of a component: requests, what groups and repeats them, and what waits or computes between them. */

import { httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { template, variableNameSchema } from '@pone/schema/template.ts'
import { z } from 'zod'
import { checkpointOperators, checkpointSchema, extractorSchema } from '../answers/answer-rules.ts'

const stepBase = {
  id: z.string().min(1).max(64),
  name: z.string().trim().max(128),
  enabled: z.boolean().default(true),
}
export const requestStepSchema = z.object({
  ...stepBase,
  kind: z.literal('request'),
  protocol: z.literal('http'),
  http: httpRequestSchema,
  checkpoints: z.array(checkpointSchema).max(50).default([]),
  extractors: z.array(extractorSchema).max(50).default([]),
})
export const thinkTimeStepSchema = z.object({
  ...stepBase,
  kind: z.literal('thinkTime'),
  distribution: z.enum(['fixed', 'uniform', 'normal']).default('fixed'),
  /** fixed: the time; uniform: the shortest; normal: the mean. */
  durationMs: z.int().min(0).max(3_600_000),
  /** uniform: the longest; normal: the standard deviation. */
  spreadMs: z.int().min(0).max(3_600_000).default(0),
})
/** Waits until so much time has passed since the user was here last; the first time it does not wait. */
export const pacingStepSchema = z.object({
  ...stepBase,
  kind: z.literal('pacing'),
  distribution: z.enum(['fixed', 'uniform']).default('fixed'),
  /** fixed: the time; uniform: the shortest. */
  durationMs: z.int().min(0).max(3_600_000),
  /** uniform: the longest. */
  spreadMs: z.int().min(0).max(3_600_000).default(0),
})
/** Holds users until enough of them are here, then lets all go at once. */
export const rendezvousStepSchema = z.object({
  ...stepBase,
  kind: z.literal('rendezvous'),
  /** users: that many; percent: of the users at work in the whole run. */
  gather: z.enum(['users', 'percent']).default('percent'),
  quantity: z.number().min(1).max(1_000_000).default(100),
  /** After this time the users that have arrived go on. */
  timeoutSeconds: z.number().min(1).max(3_600).default(30),
})
export const scriptStepSchema = z.object({
  ...stepBase,
  kind: z.literal('script'),
  code: z.string().max(262_144),
  timeoutMs: z.int().min(1).max(60_000).default(1_000),
})

/** Spelled out because a schema that contains itself cannot infer its own type. */
interface GroupStep {
  id: string
  name: string
  enabled: boolean
  children: Step[]
}
interface Condition {
  left: string
  operator: (typeof checkpointOperators)[number]
  right: string
}
export interface TransactionStep extends GroupStep {
  kind: 'transaction'
}
export interface LoopStep extends GroupStep {
  kind: 'loop'
  count: string
}
export interface WhileStep extends GroupStep, Condition {
  kind: 'while'
  maxPasses: number
}
export interface ForEachStep extends GroupStep {
  kind: 'forEach'
  items: string
  separator: string
  variable: string
}
export interface IfStep extends GroupStep, Condition {
  kind: 'if'
}
export interface PercentageStep extends GroupStep {
  kind: 'percentage'
  percentage: number
}
export interface RandomStep extends GroupStep {
  kind: 'random'
}
export interface WeightedStep extends GroupStep {
  kind: 'weighted'
  weights: Record<string, number>
}
export interface OnceStep extends GroupStep {
  kind: 'once'
}
export type Step =
  | RequestStep
  | ThinkTimeStep
  | PacingStep
  | RendezvousStep
  | ScriptStep
  | TransactionStep
  | LoopStep
  | WhileStep
  | ForEachStep
  | IfStep
  | PercentageStep
  | RandomStep
  | WeightedStep
  | OnceStep

const condition = {
  left: template(2_000),
  operator: z.enum(checkpointOperators),
  right: template(2_000).default(''),
}

export const transactionStepSchema = z.object({
  ...stepBase,
  kind: z.literal('transaction'),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
export const loopStepSchema = z.object({
  ...stepBase,
  kind: z.literal('loop'),
  /** A number, or a template that gives one. */
  count: template(200),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Repeats while the condition holds, looked at before each pass. */
export const whileStepSchema = z.object({
  ...stepBase,
  kind: z.literal('while'),
  ...condition,
  /** Ends the loop even if the condition still holds; 0 = no limit. */
  maxPasses: z.int().min(0).max(1_000_000_000).default(1_000),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** One pass per item, the item in a variable. */
export const forEachStepSchema = z.object({
  ...stepBase,
  kind: z.literal('forEach'),
  /** A JSON array, or text that the separator divides; empty text has no items. */
  items: template(),
  separator: z.string().min(1).max(20).default(','),
  variable: variableNameSchema,
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
export const ifStepSchema = z.object({
  ...stepBase,
  kind: z.literal('if'),
  ...condition,
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Runs its children in this share of the passes, 0 to 100 %. */
export const percentageStepSchema = z.object({
  ...stepBase,
  kind: z.literal('percentage'),
  percentage: z.number().min(0).max(100),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Runs one of its children per pass, each as likely as the others. */
export const randomStepSchema = z.object({
  ...stepBase,
  kind: z.literal('random'),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Runs one of its children per pass, in proportion to their weights, exactly over all passes of a load worker. */
export const weightedStepSchema = z.object({
  ...stepBase,
  kind: z.literal('weighted'),
  /** By id of the child; a child without one weighs 1. */
  weights: z.record(z.string().max(64), z.number().min(0).max(1_000_000)).default({}),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Runs its children only in the user's first iteration. */
export const onceStepSchema = z.object({
  ...stepBase,
  kind: z.literal('once'),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})

export const stepSchema = z.discriminatedUnion('kind', [
  requestStepSchema,
  thinkTimeStepSchema,
  pacingStepSchema,
  rendezvousStepSchema,
  scriptStepSchema,
  transactionStepSchema,
  loopStepSchema,
  whileStepSchema,
  forEachStepSchema,
  ifStepSchema,
  percentageStepSchema,
  randomStepSchema,
  weightedStepSchema,
  onceStepSchema,
])
export type RequestStep = z.infer<typeof requestStepSchema>
export type ThinkTimeStep = z.infer<typeof thinkTimeStepSchema>
export type PacingStep = z.infer<typeof pacingStepSchema>
export type RendezvousStep = z.infer<typeof rendezvousStepSchema>
export type ScriptStep = z.infer<typeof scriptStepSchema>
export type StepKind = Step['kind']
