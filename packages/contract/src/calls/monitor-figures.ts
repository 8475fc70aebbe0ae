/** What monitors have collected: newest figures, curves, tables, gaps, sessions and the collectors' log. */

import { idSchema, instantSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  collectorLogLevels,
  collectorLogLineSchema,
  counterNameSchema,
  foundCounterSchema,
  maxChartPoints,
  maxMonitorsAtOnce,
  monitorGapSchema,
  monitorKeySchema,
  monitorLatestSchema,
  monitorSeriesSchema,
  monitorSessionSchema,
  monitorTableSchema,
} from '../entities/monitor.ts'

const view = inProject('monitor.view')
const one = { ...projectScope, id: idSchema }
const range = { from: instantSchema, to: instantSchema }
const sessionQuery = {
  ...pageQueryShape,
  monitorId: idSchema.nullable().default(null),
  type: monitorKeySchema.nullable().default(null),
  isRunning: z.boolean().nullable().default(null),
  /** Sessions that overlap this range. */
  from: instantSchema.nullable().default(null),
  to: instantSchema.nullable().default(null),
}

export const monitorFigureCalls = {
  /** In the order of `ids`; what is no monitor of the project is left out. `counters` empty: those of the type's charts. */
  latest: defineCall({
    path: '/monitor/latest',
    summary: { zh: '监控最新数据', en: 'Newest figures of monitors' },
    permission: view,
    input: z.object({
      ...projectScope,
      ids: z.array(idSchema).min(1).max(maxMonitorsAtOnce),
      counters: z.array(monitorKeySchema).max(200).default([]),
    }),
    output: z.array(monitorLatestSchema),
  }),
  /** Curves of counters of one section; counters of kind `counter` as rates per second. `from` not in the future and before `to`. */
  series: defineCall({
    path: '/monitor/series',
    summary: { zh: '监控曲线', en: 'Curves of a monitor' },
    permission: view,
    input: z.object({
      ...one,
      ...range,
      section: monitorKeySchema,
      counters: z.array(counterNameSchema).min(1).max(50),
      /** Only series with these labels; empty: all. */
      labels: z.record(z.string().max(80), z.array(z.string().max(500)).max(200)).default({}),
      points: z.int().min(1).max(maxChartPoints).default(300),
    }),
    output: monitorSeriesSchema,
  }),
  /** Values of each label of a section that occurred in the range. */
  labels: defineCall({
    path: '/monitor/labels',
    summary: { zh: '监控标签', en: 'Labels of a section of a monitor' },
    permission: view,
    input: z.object({ ...one, ...range, section: monitorKeySchema }),
    output: z.record(z.string(), z.array(z.string())),
  }),
  /** Counters that a section has stored values of, by name, at most `maxFoundCounters`; for types whose targets name them. */
  counters: defineCall({
    path: '/monitor/counters',
    summary: { zh: '监控计数器', en: 'Counters of a section of a monitor' },
    permission: view,
    input: z.object({ ...one, section: monitorKeySchema }),
    output: z.array(foundCounterSchema),
  }),
  /** The newest rows of a table of the type, at most 500; with `at` those of then. */
  table: defineCall({
    path: '/monitor/table',
    summary: { zh: '监控表格', en: 'A table of a monitor' },
    permission: view,
    input: z.object({ ...one, table: monitorKeySchema, at: instantSchema.nullable().default(null) }),
    output: monitorTableSchema,
  }),
  /** Intervals without values in the range, newest first, at most 1,000. */
  gaps: defineCall({
    path: '/monitor/gaps',
    summary: { zh: '监控数据中断记录', en: 'Gaps of a monitor with their causes' },
    permission: view,
    input: z.object({ ...one, ...range }),
    output: z.array(monitorGapSchema),
  }),
  /** Newest first. */
  sessions: defineCall({
    path: '/monitor/sessions',
    summary: { zh: '监控记录', en: 'Sessions of monitors' },
    permission: view,
    input: z.object({ ...projectScope, ...sessionQuery }),
    output: pageOf(monitorSessionSchema),
  }),
  /** Lines after `after` in order of arrival, at most 500; without `after` the newest. */
  log: defineCall({
    path: '/monitor/log',
    summary: { zh: '采集日志', en: 'Log of collectors' },
    permission: view,
    input: z.object({
      ...projectScope,
      monitorId: idSchema.nullable().default(null),
      after: z.int().min(0).nullable().default(null),
      /** This level and the more severe ones. */
      level: z.enum(collectorLogLevels).default('info'),
      search: z.string().trim().max(100).default(''),
    }),
    output: z.array(collectorLogLineSchema),
  }),
}

/** Over all projects, for the administrators' task centre. */
export const adminMonitorCalls = {
  sessions: defineCall({
    path: '/adminMonitor/sessions',
    summary: { zh: '所有项目的监控记录', en: 'Sessions of monitors of all projects' },
    permission: administrator,
    input: z.object(sessionQuery),
    output: pageOf(monitorSessionSchema),
  }),
}
