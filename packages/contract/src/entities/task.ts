/** Task sets: which scenarios run together or one after another, their schedules, and the record of each execution. */

import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { engineSchema } from '@pone/plan/engines/schema.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { runStateSchema } from '../state-schemas.ts'
import { runVerdictSchema } from './run.ts'

/** parallel: all tasks start together; sequence: each begins when the one before has ended. */
export const taskModes = ['sequence', 'parallel'] as const

/** How a set runs. */
export const taskSetDocumentSchema = z.object({
  kind: z.literal('set'),
  /** Every task of the set runs on this engine. */
  engine: engineSchema.default(defaultEngine),
  mode: z.enum(taskModes).default('sequence'),
  /** Between the end of a task and the start of the next, in a sequence. */
  pauseSeconds: z.int().min(0).max(86_400).default(0),
  /** What a failed task does to those that have not begun, in a sequence. */
  onFailure: z.enum(['stop', 'continue']).default('stop'),
  /** Whether a task whose SLA is broken has failed. */
  failsOnSla: z.boolean().default(true),
  /** How long a task may wait for machines; 0: it is refused at once. */
  waitMinutes: z.int().min(0).max(1_440).default(10),
  /** The whole execution is stopped after this. */
  limitMinutes: z.int().min(1).max(20_160).default(1_440),
})
export type TaskSetDocument = z.infer<typeof taskSetDocumentSchema>

/** A scenario as a member of a set, with what differs from the scenario itself. */
export const taskDocumentSchema = z.object({
  kind: z.literal('task'),
  scenarioId: idSchema.nullable().default(null),
  /** null: the scenario's own. */
  clusterId: idSchema.nullable().default(null),
  /** Users and rates as a percentage of the scenario's. */
  loadPercent: z.number().min(1).max(1_000).default(100),
  /** Length of the run; null: as the scenario plans it. */
  durationSeconds: z.number().min(1).max(604_800).nullable().default(null),
  isEnabled: z.boolean().default(true),
})
export type TaskDocument = z.infer<typeof taskDocumentSchema>

export const taskNodeDocumentSchema = z.discriminatedUnion('kind', [
  taskSetDocumentSchema,
  taskDocumentSchema,
])
export type TaskNodeDocument = z.infer<typeof taskNodeDocumentSchema>

/** A node of the tree of task sets: the root, sets under it, tasks as leaves in sets, in the order they run. */
export const taskNodeSchema = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  kind: z.enum(['root', 'set', 'task']),
  name: nameSchema,
  position: z.int(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
})
export type TaskNode = z.infer<typeof taskNodeSchema>

/** A set or a task with its document. */
export const taskLeafSchema = taskNodeSchema.extend({
  document: taskNodeDocumentSchema,
  revision: z.int().min(1),
})
export type TaskLeaf = z.infer<typeof taskLeafSchema>

/** What is known about the scenario of a task, its differences applied. */
export const taskOutlookSchema = z.object({
  scenarioName: z.string(),
  /** Another one than the set's when the scenario was changed later. */
  engine: engineSchema,
  isArrivals: z.boolean(),
  /** Users, or arrivals per second, at the highest; null where the components' thread groups say it when the run starts. */
  peak: z.number().nullable(),
  /** Users that machines are reserved for; 0 where the components say it. */
  users: z.int(),
  /** null when only loops or rounds end it. */
  plannedMs: z.int().nullable(),
  /** null: none chosen, or it is gone. */
  clusterName: z.string().nullable(),
})
export type TaskOutlook = z.infer<typeof taskOutlookSchema>

/** A scenario that a task may run. */
export const taskScenarioSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Name of its scenario set. */
  /** Name of its scenario set; '' for one directly under the root. */
  folder: z.string(),
  engine: engineSchema,
})
export type TaskScenario = z.infer<typeof taskScenarioSchema>

export const taskSetSchema = taskNodeSchema.extend({
  document: taskSetDocumentSchema,
  revision: z.int().min(1),
  tasks: z.array(
    taskNodeSchema.extend({
      document: taskDocumentSchema,
      revision: z.int().min(1),
      /** null: the task has no scenario, or it has been deleted. */
      outlook: taskOutlookSchema.nullable(),
    }),
  ),
  /** The execution that is waiting or running now. */
  activeExecutionId: idSchema.nullable(),
  scheduleCount: z.int(),
  executionCount: z.int(),
})
export type TaskSet = z.infer<typeof taskSetSchema>

export const executionStates = ['waiting', 'running', 'complete', 'failed', 'stopped', 'missed'] as const
export const executionStateSchema = z.enum(executionStates)
export type ExecutionState = z.infer<typeof executionStateSchema>
export const activeExecutionStates = ['waiting', 'running'] as const satisfies readonly ExecutionState[]
export const isActiveExecution = (state: ExecutionState): boolean =>
  (activeExecutionStates as readonly ExecutionState[]).includes(state)

/** Why an execution ended as it did. */
export const executionCauses = [
  'allDone',
  'taskFailed',
  'stoppedByUser',
  'forceStopped',
  'timeLimit',
  'late',
  'stillRunning',
  'empty',
  'projectClosed',
  'notPermitted',
  'otherEngine',
] as const
export const executionCauseSchema = z.enum(executionCauses)
export type ExecutionCause = z.infer<typeof executionCauseSchema>

export const taskStates = [
  'pending',
  'starting',
  'awaitingMachines',
  'running',
  'stopping',
  'complete',
  'failed',
  'stopped',
  'skipped',
  'notRun',
] as const
export const taskStateSchema = z.enum(taskStates)
export type TaskState = z.infer<typeof taskStateSchema>

/** The only ways from one state of a task to the next. */
export const taskTransitions: Record<TaskState, readonly TaskState[]> = {
  pending: ['starting', 'skipped', 'notRun'],
  starting: ['running', 'awaitingMachines', 'failed', 'skipped', 'stopped'],
  awaitingMachines: ['running', 'failed', 'skipped', 'notRun'],
  running: ['starting', 'stopping', 'complete', 'failed', 'stopped', 'skipped'],
  stopping: ['complete', 'stopped', 'skipped', 'failed'],
  complete: [],
  failed: [],
  stopped: [],
  skipped: [],
  notRun: [],
}
export const isEndedTask = (state: TaskState): boolean => taskTransitions[state].length === 0

/** Why a task is in its state. */
export const taskCauses = [
  'refused',
  'noRoom',
  'runFailed',
  'slaBroken',
  'runStopped',
  'runGone',
  'skippedByUser',
  'setStopped',
  'afterFailure',
  'startTimeout',
  'stopTimeout',
] as const
export const taskCauseSchema = z.enum(taskCauses)
export type TaskCause = z.infer<typeof taskCauseSchema>

/** A task within an execution, with what its run came to. */
export const taskResultSchema = z.object({
  id: idSchema,
  name: z.string(),
  position: z.int(),
  scenarioName: z.string(),
  state: taskStateSchema,
  cause: taskCauseSchema.nullable(),
  /** Why it was refused, or what it waits for, in the caller's language; empty when there is nothing to say. */
  reason: z.string(),
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  plannedMs: z.int().nullable(),
  users: z.int(),
  run: z
    .object({
      id: idSchema,
      number: z.int(),
      state: runStateSchema,
      startedAt: instantSchema.nullable(),
      endedAt: instantSchema.nullable(),
      requests: z.int(),
      failed: z.int(),
      p95Ms: z.number().nullable(),
      sla: runVerdictSchema,
    })
    .nullable(),
})
export type TaskResult = z.infer<typeof taskResultSchema>

export const executionTriggers = ['manual', 'schedule'] as const

/** What the task centre lists: an execution of a task set, or a run of a scenario outside any set. */
export const taskKinds = ['set', 'scenario'] as const
export const taskKindSchema = z.enum(taskKinds)
export type TaskKindName = (typeof taskKinds)[number]

/** What every task of the task centre says. */
const taskHeadShape = {
  id: idSchema,
  projectId: idSchema,
  projectName: z.string(),
  /** Counts within the project, apart for sets and runs. */
  number: z.int(),
  name: z.string(),
  engine: engineSchema,
  state: executionStateSchema,
  trigger: z.enum(executionTriggers),
  startedBy: z.string(),
  /** For schedules: the instant it was due. */
  dueAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
}

/** What a task that makes load says besides. */
const loadFactsShape = {
  /** Tasks that are done, of all: complete, or skipped on request; 0 or 1 of 1 for a single scenario. */
  doneTasks: z.int(),
  allTasks: z.int(),
  /** Users that are reserved now. */
  users: z.int(),
  /** Names of the load machines that are reserved now. */
  machines: z.array(z.string()),
  /** When the machines are free again if all goes as planned; null when unknown or already free. */
  releaseAt: instantSchema.nullable(),
  /** Runs that are active now. */
  activeRunIds: z.array(idSchema),
}

/** What each kind of task says of itself in the task centre. */
const taskFactsShapes = {
  set: loadFactsShape,
  scenario: loadFactsShape,
} as const satisfies Readonly<Record<TaskKindName, z.ZodRawShape>>

const setTaskSchema = z.object({ kind: z.literal('set'), ...taskHeadShape, ...taskFactsShapes.set })
/** A row of the task centre. */
export const performanceTaskSchema = z.discriminatedUnion('kind', [
  setTaskSchema,
  z.object({ kind: z.literal('scenario'), ...taskHeadShape, ...taskFactsShapes.scenario }),
])
export type PerformanceTask = z.infer<typeof performanceTaskSchema>

export const executionSchema = setTaskSchema.extend({
  setId: idSchema.nullable(),
  mode: z.enum(taskModes),
  options: taskSetDocumentSchema,
  cause: executionCauseSchema.nullable(),
  causeDetail: z.string(),
  isStopping: z.boolean(),
  tasks: z.array(taskResultSchema),
  /** Server time at the answer. */
  now: instantSchema,
})
export type Execution = z.infer<typeof executionSchema>

/** Five fields: minute, hour, day of month, month, day of week. */
export const cronSchema = z.string().trim().min(9).max(120)
export const timeZoneSchema = z.string().trim().min(1).max(64)

/** When a set runs by itself. */
export const scheduleRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), at: instantSchema }),
  z.object({
    kind: z.literal('repeated'),
    cron: cronSchema,
    /** Of the wall clock that `cron` means, e.g. Asia/Shanghai. */
    timeZone: timeZoneSchema,
    /** Nothing begins after this; null: without end. */
    endsAt: instantSchema.nullable().default(null),
  }),
])
export type ScheduleRule = z.infer<typeof scheduleRuleSchema>

export const scheduleSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  projectName: z.string(),
  setId: idSchema,
  setName: z.string(),
  rule: scheduleRuleSchema,
  /** A time that was missed is made up for when it is not longer ago. */
  graceMinutes: z.int(),
  isEnabled: z.boolean(),
  /** null when it is off or nothing is left. */
  nextAt: instantSchema.nullable(),
  lastAt: instantSchema.nullable(),
  createdBy: z.string(),
  updatedAt: instantSchema,
})
export type Schedule = z.infer<typeof scheduleSchema>
