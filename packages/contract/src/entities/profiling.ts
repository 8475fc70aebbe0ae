/** Orders to take flame diagrams of a JVM by the agent on its machine, once or repeatedly, and what became of each. */
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** What an agent can measure of a JVM; wall by async-profiler alone. */
export const takenKinds = ['cpu', 'wall', 'alloc', 'lock'] as const
/** What is profiled: a JVM, a program by an address that it gives, or a process by a program on its machine. */
export const profilingTargets = ['jvm', 'node', 'go', 'native', 'python'] as const
export type ProfilingTarget = (typeof profilingTargets)[number]
/** What can be measured of each. */
export const kindsOfTarget: Readonly<Record<ProfilingTarget, readonly (typeof takenKinds)[number][]>> = {
  jvm: takenKinds,
  node: ['cpu'],
  go: ['cpu', 'alloc', 'lock'],
  native: ['cpu'],
  python: ['cpu', 'wall'],
}
/** Targets that are named by an address; the others but JVMs by a process. */
export const addressedTargets: readonly ProfilingTarget[] = ['node', 'go']
/** triggered: by an SLA rule of a run, an alert, or the load of a run. */
export const profilingModes = ['single', 'timed', 'triggered'] as const
/** sla: a rule is broken; alert: an incident opens; plateau: the ramp-up of a run ends; stage: its load begins to hold a level. */
export const profilingTriggers = ['sla', 'alert', 'plateau', 'stage'] as const
/** active: it takes or will take one; ended: all were taken; cancelled: by a person. */
export const profilingStates = ['active', 'ended', 'cancelled'] as const
export const takeStates = ['running', 'complete', 'failed', 'cancelled'] as const

/** Of a project at once. */
export const maxActiveProfilings = 50
export const takeSecondsBounds = { min: 1, max: 600 } as const
export const cycleMinutesBounds = { min: 1, max: 1_440 } as const
export const takeTimesBounds = { min: 1, max: 200 } as const
/** SLA rules, and alert rules, of one order. */
export const maxChosenRules = 50
export const bufferMibBounds = { min: 10, max: 64 } as const
/** Of what is sent to the server of one flame diagram, packed, MiB. */
export const maxTakenMib = 6

/** Separated by commas. */
const patternsSchema = z.string().trim().max(1_000).default('')

/** Names of classes, packages or patterns, as people list them. */
export const classPatterns = (text: string): string[] =>
  text
    .split(/[,，\s]+/)
    .map(each => each.trim())
    .filter(each => each !== '')

export const profilingFieldsSchema = z.object({
  /** A JVM is that of this monitor; other targets are taken by the agent that collects it. */
  monitorId: idSchema,
  target: z.enum(profilingTargets).default('jvm'),
  /** Of Node.js the inspector's, of Go that of pprof; of other processes their number or a part of their program. '' for a JVM. */
  address: z.string().trim().max(500).default(''),
  /** Of the flame diagrams; timed ones get their number besides. */
  name: nameSchema,
  kinds: z.array(z.enum(takenKinds)).min(1),
  mode: z.enum(profilingModes).default('single'),
  /** How long each is taken, seconds. */
  seconds: z.int().min(takeSecondsBounds.min).max(takeSecondsBounds.max).default(30),
  /** What begins triggered ones. */
  triggers: z.array(z.enum(profilingTriggers)).min(1).default(['sla', 'alert']),
  /** Of triggered ones: only in runs of it, and by alerts while one lasts; null: in any. */
  scenarioId: idSchema.nullable().default(null),
  /** Of triggered ones: only in runs that are bound to this monitoring link, and by alerts on its monitors; null: any. */
  linkId: idSchema.nullable().default(null),
  /** SLA rules of the scenario that begin triggered ones; none: all of them. */
  slaRuleIds: z.array(z.string().min(1).max(64)).max(maxChosenRules).default([]),
  /** Alert rules that begin triggered ones; none: all of the project. */
  alertRuleIds: z.array(idSchema).max(maxChosenRules).default([]),
  /** From the start of one to that of the next, minutes; of triggered ones the least time. Single ones have none. */
  cycleMinutes: z.int().min(cycleMinutesBounds.min).max(cycleMinutesBounds.max).default(10),
  /** How many are taken, of triggered ones at most. Single ones have none. */
  times: z.int().min(takeTimesBounds.min).max(takeTimesBounds.max).default(6),
  /** What the JVM keeps on its disk, MiB. */
  bufferMib: z.int().min(bufferMibBounds.min).max(bufferMibBounds.max).default(20),
  included: patternsSchema,
  excluded: patternsSchema,
})

export type ProfilingFields = z.infer<typeof profilingFieldsSchema>

/** One execution of an order. */
export const profileTakeSchema = z.object({
  id: idSchema,
  number: z.int().min(1),
  state: z.enum(takeStates),
  beganAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** The machine of the agent; '' before one was found. */
  machine: z.string(),
  /** Why it failed, a coded text; ''. */
  cause: z.string(),
  /** The flame diagram; null also when it was deleted since. */
  profileId: idSchema.nullable(),
})
export type ProfileTake = z.infer<typeof profileTakeSchema>

export const profilingSchema = z.object({
  ...profilingFieldsSchema.shape,
  id: idSchema,
  monitorName: z.string(),
  /** '' for none, one that was deleted, and callers who may not view scenarios. */
  scenarioName: z.string(),
  /** '' for none, and one that was deleted. */
  linkName: z.string(),
  state: z.enum(profilingStates),
  /** null: none will begin. */
  nextAt: instantSchema.nullable(),
  begun: z.int().min(0),
  completed: z.int().min(0),
  failed: z.int().min(0),
  /** The newest execution. */
  latest: profileTakeSchema.nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
})
export type Profiling = z.infer<typeof profilingSchema>

/** What began a triggered one. */
export const takeReasonSchema = z.object({
  trigger: z.enum(profilingTriggers),
  /** Of the alert rule and the monitor; '' for other triggers. */
  name: z.string(),
  runId: z.string().nullable(),
})
export type TakeReason = z.infer<typeof takeReasonSchema>

/** The process that a flame diagram was taken of, and how; null for uploaded files. */
export const recorderCostSchema = z.object({
  /** Processor time of the threads that only record, ms; what signals make other threads do is not in it. */
  recorderMs: z.int().min(0),
  /** Of all threads of the process meanwhile, ms. */
  processMs: z.int().min(0),
})
export type RecorderCost = z.infer<typeof recorderCostSchema>

export const profileOriginSchema = z.object({
  monitorId: z.string(),
  monitorName: z.string(),
  machine: z.string(),
  /** Main class or jar, and number, of the process. */
  process: z.string(),
  pid: z.int(),
  /** e.g. `JDK 17.0.15`. */
  runtime: z.string(),
  /** What measured it, e.g. `async-profiler 4.4`. */
  engines: z.array(z.string()),
  /** What is missing in it or was taken otherwise than asked for; coded texts. */
  notes: z.array(z.string()),
  /** What it cost the process; null: it is not known. */
  cost: recorderCostSchema.nullable().default(null),
  included: z.string(),
  excluded: z.string(),
  /** Why it was taken; null: by order of a person or of the cycle. */
  reason: takeReasonSchema.nullable(),
})
export type ProfileOrigin = z.infer<typeof profileOriginSchema>
/** As it is stored: what later versions added may be missing. */
export type StoredOrigin = z.input<typeof profileOriginSchema>
