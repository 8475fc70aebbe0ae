/** Monitoring links and views on the exact paths of the specification's section 7. */

import { done, idSchema, nameSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { monitorKeySchema, monitorStateSchema } from '../entities/monitor.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const bilingual = z.object({ zh: z.string(), en: z.string() })

/** A monitor as the specification's calls name it. */
const linkSchema = z.object({
  id: idSchema,
  alias: z.string(),
  type: z.string(),
  isRunning: z.boolean(),
  state: monitorStateSchema,
})

export const monitorViewSchema = z.object({
  id: idSchema,
  name: nameSchema,
  charts: z
    .array(
      z.object({
        monitorId: idSchema,
        chart: monitorKeySchema,
        style: z.enum(['line', 'area', 'bar']).default('line'),
      }),
    )
    .max(100),
})
export type MonitorView = z.infer<typeof monitorViewSchema>

export const monitorViewCalls = {
  /** Running monitors of the project by id. */
  getLinksByUserId: defineCall({
    path: '/monitor/pone/dataLink/getLinksByUserId',
    summary: { zh: '正在运行的监控', en: 'Running monitors' },
    permission: view,
    input: z.object(projectScope),
    output: z.object({ linkMap: z.record(idSchema, linkSchema) }),
  }),
  findAllCounterByType: defineCall({
    path: '/monitor/pone/counter/findAllCounterByType',
    summary: { zh: '监控类型的指标', en: 'Counters of a monitor type' },
    permission: view,
    input: z.object({ ...projectScope, type: monitorKeySchema }),
    output: z.array(
      z.object({
        section: z.string(),
        key: z.string(),
        names: bilingual,
        unit: z.string(),
        kind: z.enum(['gauge', 'counter', 'state', 'text', 'computed']),
      }),
    ),
  }),
  /** Groups with their monitors, and of each monitor the charts of its type. */
  getMonitorViewTree: defineCall({
    path: '/monitor/pone/dataLink/getMonitorViewTree',
    summary: { zh: '监控视图树', en: 'Tree of groups, monitors and charts' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(
      z.object({
        id: idSchema.nullable(),
        name: z.string(),
        monitors: z.array(
          linkSchema.extend({ charts: z.array(z.object({ key: z.string(), names: bilingual })) }),
        ),
      }),
    ),
  }),
  /** Without `id` a view is made. */
  saveMonitorView: defineCall({
    path: '/monitor/pone/dataLink/saveMonitorView',
    summary: { zh: '保存监控视图', en: 'Save a monitoring view' },
    permission: edit,
    input: monitorViewSchema.extend({ ...projectScope, id: idSchema.nullable().default(null) }),
    output: monitorViewSchema,
    audit: 'monitorView.save',
  }),
  /** All views of the project by name, or the one with this id. */
  getMonitorView: defineCall({
    path: '/monitor/pone/dataLink/getMonitorView',
    summary: { zh: '监控视图', en: 'Monitoring views' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema.nullable().default(null) }),
    output: z.array(monitorViewSchema),
  }),
  deleteMonitorView: defineCall({
    path: '/monitor/pone/dataLink/deleteMonitorView',
    summary: { zh: '删除监控视图', en: 'Delete a monitoring view' },
    permission: edit,
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'monitorView.delete',
  }),
}
