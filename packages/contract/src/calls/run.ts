/** Execution of scenarios: start, watch, control, records. */

import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { maxResultsBytes, maxUsersPerScenario } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import { capacityOrderSchema } from '../entities/capacity.ts'
import {
  logLineSchema,
  runDetailSchema,
  runLiveSchema,
  runSchema,
  runVerdictSchema,
} from '../entities/run.ts'
import { runStateSchema } from '../state-schemas.ts'

const view = inProject('run.view')
const control = inProject('run.control')
const one = z.object({ ...projectScope, id: idSchema })
/** Whole users, or arrivals per second, which may have decimals. */
const loadSchema = z.number().min(0).max(maxUsersPerScenario)
/** Of dates like 03/04/2024; null = as the dates tell. */
const dateOrderSchema = z.enum(['dayFirst', 'monthFirst']).nullable().default(null)

export const runCalls = {
  start: defineCall({
    path: '/run/start',
    summary: { zh: '执行场景', en: 'Execute a scenario' },
    permission: inProject('run.execute'),
    input: z.object({ ...projectScope, scenarioId: idSchema }),
    output: runDetailSchema,
    audit: 'run.start',
  }),
  /** Executes the scenario with a load that a search drives: the highest one within the rules. */
  findCapacity: defineCall({
    path: '/run/findCapacity',
    summary: { zh: '搜索容量', en: 'Search for the capacity' },
    permission: inProject('run.execute'),
    input: capacityOrderSchema.omit({ rules: true }).extend({
      ...projectScope,
      scenarioId: idSchema,
      /** E.g. `p95 < 300, errors < 1%`. */
      rules: z.string().min(1).max(2_000),
    }),
    output: runDetailSchema,
    audit: 'run.findCapacity',
  }),
  list: defineCall({
    path: '/run/list',
    summary: { zh: '执行记录', en: 'Execution records' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      engines: z.array(runSchema.shape.engine).default([]),
      states: z.array(runStateSchema).default([]),
      sla: z.array(runVerdictSchema).default([]),
      scenarioId: idSchema.nullable().default(null),
      from: z.int().nullable().default(null),
      to: z.int().nullable().default(null),
      sort: z.enum(['createdAt', 'requests', 'requestsPerSecond', 'p95Ms', 'peakUsers']).default('createdAt'),
      descending: z.boolean().default(true),
    }),
    output: pageOf(runSchema),
  }),
  get: defineCall({
    path: '/run/get',
    summary: { zh: '执行记录详情', en: 'One execution record' },
    permission: view,
    input: one,
    output: runDetailSchema,
  }),
  live: defineCall({
    path: '/run/live',
    summary: { zh: '实时数据', en: 'Present figures of a run, running or ended' },
    permission: view,
    input: one,
    output: runLiveSchema,
  }),
  log: defineCall({
    path: '/run/log',
    summary: { zh: '运行日志', en: 'Log of a run, newest last' },
    permission: view,
    input: one.extend({
      levels: z.array(logLineSchema.shape.level).default([]),
      search: z.string().max(200).default(''),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({ total: z.int(), lines: z.array(logLineSchema) }),
  }),
  /** A line per request and transaction, of all load machines, as far as they have handed them over. */
  sampleLog: defineCall({
    path: '/run/sampleLog',
    summary: { zh: '下载样本日志', en: 'Download the sample log' },
    permission: view,
    input: one,
    output: z.unknown(),
    download: true,
  }),
  /**
   * Results of JMeter that were measured elsewhere, CSV or XML, as they are or compressed, become an execution record with
   * figures, log and samples. Answers when the file is stored and looks right; `importing` of the record tells how far it is.
   */
  importJtl: defineCall({
    path: '/run/importJtl',
    summary: { zh: '导入 JMeter 结果', en: 'Import results of JMeter as an execution record' },
    permission: inProject('run.execute'),
    input: z.object({
      ...projectScope,
      /** Of the record. */
      name: nameSchema,
      /** East of UTC, for times that are written as dates without a zone. */
      utcOffsetMinutes: z.int().min(-840).max(840).default(0),
      dateOrder: dateOrderSchema,
      /** Whether parts of a sample (redirects, embedded resources) count as requests too; only XML tells them. */
      countsSubSamples: z.boolean().default(false),
    }),
    output: runDetailSchema,
    upload: {
      extensions: ['.jtl', '.csv', '.xml', '.txt', '.log', '.gz', '.zip'],
      maxBytes: maxResultsBytes,
    },
    audit: 'run.importJtl',
  }),
  /** Ends an import that is under way; its record and its file go. */
  cancelImport: defineCall({
    path: '/run/cancelImport',
    summary: { zh: '取消导入', en: 'Cancel an import' },
    permission: inProject('run.execute'),
    input: one,
    output: done,
    audit: 'run.cancelImport',
  }),
  /** Imports again from the file of an import that failed. */
  retryImport: defineCall({
    path: '/run/retryImport',
    summary: { zh: '重试导入', en: 'Try an import again' },
    permission: inProject('run.execute'),
    input: one.extend({ dateOrder: dateOrderSchema }),
    output: runDetailSchema,
    audit: 'run.retryImport',
  }),
  stop: defineCall({
    path: '/run/stop',
    summary: { zh: '停止（完成进行中的请求）', en: 'Stop: let requests under way finish' },
    permission: control,
    input: one,
    output: done,
    audit: 'run.stop',
  }),
  forceStop: defineCall({
    path: '/run/forceStop',
    summary: { zh: '强制停止', en: 'Force stop' },
    permission: control,
    input: one,
    output: done,
    audit: 'run.forceStop',
  }),
  /** Users, or arrivals per second; null gives the load model back its rule, at once. `components` gives each its own load, `load` is their sum then. */
  changeLoad: defineCall({
    path: '/run/changeLoad',
    summary: { zh: '调整负载', en: 'Change the load' },
    permission: control,
    input: one.extend({
      load: loadSchema.nullable(),
      /** Over how long the present load becomes the new one, s. */
      rampSeconds: z.number().min(0).max(86_400).default(0),
      components: z
        .array(z.object({ componentId: idSchema, load: loadSchema }))
        .max(50)
        .nullable()
        .default(null),
    }),
    output: done,
    audit: 'run.changeLoad',
  }),
  delete: defineCall({
    path: '/run/delete',
    summary: { zh: '删除执行记录', en: 'Delete execution records' },
    permission: inProject('run.delete'),
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(500) }),
    output: done,
    audit: 'run.delete',
  }),
}
