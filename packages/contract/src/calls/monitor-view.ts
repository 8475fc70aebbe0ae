/** Monitoring links on the exact paths of the specification's section 7. */

import { idSchema, nameSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { monitorKeySchema, monitorStateSchema } from '../entities/monitor.ts'
import { linkTopologySchema, monitorLinkRowSchema, monitorLinkSchema } from '../entities/monitor-link.ts'

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

export const monitorViewCalls = {
  /** Running monitors of the project by id, and its monitoring links by name. */
  getLinksByUserId: defineCall({
    path: '/monitor/pone/dataLink/getLinksByUserId',
    summary: { zh: '正在运行的监控和监控链路', en: 'Running monitors, and monitoring links' },
    permission: view,
    input: z.object(projectScope),
    output: z.object({
      linkMap: z.record(idSchema, linkSchema),
      links: z.array(monitorLinkRowSchema.pick({ id: true, name: true, isRunning: true, scenarios: true })),
    }),
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
  /** Without `id` a monitoring link is made. Refused with EditedMeanwhile when `revision` is not the stored one, while it runs, and with the first problem of its topology. */
  saveMonitorView: defineCall({
    path: '/monitor/pone/dataLink/saveMonitorView',
    summary: { zh: '保存监控链路', en: 'Save a monitoring link' },
    permission: edit,
    input: z.object({
      ...projectScope,
      id: idSchema.nullable().default(null),
      /** That the changes are based on; of a new link 0. */
      revision: z.int().min(0),
      name: nameSchema,
      topology: linkTopologySchema,
    }),
    output: monitorLinkSchema,
    audit: 'monitorLink.save',
  }),
  getMonitorView: defineCall({
    path: '/monitor/pone/dataLink/getMonitorView',
    summary: { zh: '监控链路信息', en: 'A monitoring link' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema }),
    output: monitorLinkSchema,
  }),
}
