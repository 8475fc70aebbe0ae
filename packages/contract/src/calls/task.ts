/** Task sets, their executions and schedules: in a project, and over all projects for the administrator. */

import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { engineSchema } from '@pone/plan/engines/schema.ts'
import {
  done,
  idSchema,
  instantSchema,
  nameSchema,
  pageQueryShape,
  projectScope,
} from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  executionSchema,
  executionStateSchema,
  executionTriggers,
  performanceTaskSchema,
  scheduleRuleSchema,
  scheduleSchema,
  taskDocumentSchema,
  taskKindSchema,
  taskLeafSchema,
  taskNodeDocumentSchema,
  taskNodeSchema,
  taskScenarioSchema,
  taskSetSchema,
} from '../entities/task.ts'
import { catalogueCalls } from './catalogue.ts'

const view = inProject('scenario.view')
const edit = inProject('scenario.edit')
const viewRuns = inProject('run.view')
const execute = inProject('run.execute')
const control = inProject('run.control')
const one = z.object({ ...projectScope, id: idSchema })

/** null: of both engines. */
const ofEngine = { engine: engineSchema.nullable().default(null) }
const performanceTaskQuery = {
  ...pageQueryShape,
  ...ofEngine,
  /** Empty: every state. */
  states: z.array(executionStateSchema).default([]),
  kind: taskKindSchema.nullable().default(null),
  trigger: z.enum(executionTriggers).nullable().default(null),
  setId: idSchema.nullable().default(null),
  from: z.int().nullable().default(null),
  to: z.int().nullable().default(null),
}
const countsSchema = z.object({
  waiting: z.int(),
  running: z.int(),
  /** Schedules that are on. */
  scheduled: z.int(),
})
const scheduleQuery = {
  ...pageQueryShape,
  ...ofEngine,
  setId: idSchema.nullable().default(null),
  isEnabled: z.boolean().nullable().default(null),
}

export const taskCalls = {
  ...catalogueCalls({
    name: 'task',
    zh: '任务集',
    en: 'task set',
    view,
    edit,
    node: taskNodeSchema,
    leaf: taskLeafSchema,
    document: taskNodeDocumentSchema,
  }),
  createSet: defineCall({
    path: '/task/createSet',
    summary: { zh: '新建任务集', en: 'Create a task set' },
    permission: edit,
    input: z.object({ ...projectScope, name: nameSchema, engine: engineSchema.default(defaultEngine) }),
    output: taskNodeSchema,
    audit: 'task.createSet',
  }),
  create: defineCall({
    path: '/task/create',
    summary: { zh: '新建任务', en: 'Create a task' },
    permission: edit,
    input: z.object({
      ...projectScope,
      parentId: idSchema,
      name: nameSchema,
      document: taskDocumentSchema.prefault({ kind: 'task' }),
    }),
    output: taskLeafSchema,
    audit: 'task.create',
  }),
  /** A task per scenario at the end of the set, named like it. */
  addScenarios: defineCall({
    path: '/task/addScenarios',
    summary: { zh: '把场景加入任务集', en: 'Add scenarios to a task set' },
    permission: edit,
    input: one.extend({ scenarioIds: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'task.addScenarios',
  }),
  /** Of both engines, in the order of their tree; a set takes those of its own. */
  scenarios: defineCall({
    path: '/task/scenarios',
    summary: { zh: '可加入任务集的场景', en: 'Scenarios that a task set may take' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(taskScenarioSchema),
  }),
  set: defineCall({
    path: '/task/set',
    summary: { zh: '任务集及其任务', en: 'A task set with its tasks' },
    permission: view,
    input: one,
    output: taskSetSchema,
  }),
  start: defineCall({
    path: '/task/start',
    summary: { zh: '执行任务集', en: 'Execute a task set' },
    permission: execute,
    input: one,
    output: executionSchema,
    audit: 'task.start',
  }),
  /** Executions of sets and runs outside any set, newest first. */
  list: defineCall({
    path: '/task/list',
    summary: { zh: '性能任务', en: 'Performance tasks' },
    permission: viewRuns,
    input: z.object({ ...projectScope, ...performanceTaskQuery }),
    output: pageOf(performanceTaskSchema),
  }),
  counts: defineCall({
    path: '/task/counts',
    summary: { zh: '性能任务数量', en: 'Numbers of performance tasks' },
    permission: viewRuns,
    input: z.object({ ...projectScope, ...ofEngine }),
    output: countsSchema,
  }),
  execution: defineCall({
    path: '/task/execution',
    summary: { zh: '任务集的一次执行', en: 'One execution of a task set' },
    permission: viewRuns,
    input: one,
    output: executionSchema,
  }),
  stop: defineCall({
    path: '/task/stop',
    summary: { zh: '停止任务集（完成进行中的请求）', en: 'Stop a task set: let requests under way finish' },
    permission: control,
    input: one,
    output: done,
    audit: 'task.stop',
  }),
  forceStop: defineCall({
    path: '/task/forceStop',
    summary: { zh: '强制停止任务集', en: 'Stop a task set at once' },
    permission: control,
    input: one,
    output: done,
    audit: 'task.forceStop',
  }),
  skip: defineCall({
    path: '/task/skip',
    summary: { zh: '跳过任务', en: 'Skip a task of an execution' },
    permission: control,
    input: one.extend({ taskId: idSchema }),
    output: done,
    audit: 'task.skip',
  }),
  schedules: defineCall({
    path: '/task/schedules',
    summary: { zh: '执行计划', en: 'Schedules' },
    permission: viewRuns,
    input: z.object({ ...projectScope, ...scheduleQuery }),
    output: pageOf(scheduleSchema),
  }),
  /** With `id` the schedule is changed, and what is left out stays; without it is made. It runs in the name of who saved it last. */
  saveSchedule: defineCall({
    path: '/task/saveSchedule',
    summary: { zh: '保存执行计划', en: 'Save a schedule' },
    permission: execute,
    input: z.object({
      ...projectScope,
      id: idSchema.nullable().default(null),
      setId: idSchema,
      rule: scheduleRuleSchema,
      /** Left out of a new one: 10. */
      graceMinutes: z.int().min(0).max(1_440).optional(),
      /** Left out of a new one: true. */
      isEnabled: z.boolean().optional(),
    }),
    output: scheduleSchema,
    audit: 'task.saveSchedule',
  }),
  deleteSchedule: defineCall({
    path: '/task/deleteSchedule',
    summary: { zh: '删除执行计划', en: 'Delete a schedule' },
    permission: execute,
    input: one,
    output: done,
    audit: 'task.deleteSchedule',
  }),
  /** The next instants of a rule, at most five. */
  previewSchedule: defineCall({
    path: '/task/previewSchedule',
    summary: { zh: '预览执行时间', en: 'Preview the times of a schedule' },
    permission: view,
    input: z.object({ ...projectScope, rule: scheduleRuleSchema }),
    output: z.array(instantSchema),
  }),
}

const oneOfAll = z.object({ id: idSchema })
export const adminTaskCalls = {
  list: defineCall({
    path: '/adminTask/list',
    summary: { zh: '所有项目的性能任务', en: 'Performance tasks of all projects' },
    permission: administrator,
    input: z.object(performanceTaskQuery),
    output: pageOf(performanceTaskSchema),
  }),
  counts: defineCall({
    path: '/adminTask/counts',
    summary: { zh: '所有项目的性能任务数量', en: 'Numbers of performance tasks of all projects' },
    permission: administrator,
    input: z.object(ofEngine),
    output: countsSchema,
  }),
  execution: defineCall({
    path: '/adminTask/execution',
    summary: { zh: '任务集的一次执行', en: 'One execution of a task set' },
    permission: administrator,
    input: oneOfAll,
    output: executionSchema,
  }),
  schedules: defineCall({
    path: '/adminTask/schedules',
    summary: { zh: '所有项目的执行计划', en: 'Schedules of all projects' },
    permission: administrator,
    input: z.object(scheduleQuery),
    output: pageOf(scheduleSchema),
  }),
  /** A set or a single run, as `kind` says; requests under way finish. */
  stop: defineCall({
    path: '/adminTask/stop',
    summary: { zh: '停止性能任务', en: 'Stop a performance task' },
    permission: administrator,
    input: oneOfAll.extend({ kind: taskKindSchema, isForced: z.boolean().default(false) }),
    output: done,
    audit: 'adminTask.stop',
  }),
}
