/** Chart groups of monitors: the list, the editor, and what their charts show. */

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
import { defineCall, inProject } from '../call.ts'
import {
  askedChartSchema,
  chartGroupContentSchema,
  chartGroupRowSchema,
  chartGroupSchema,
  groupFiguresSchema,
  maxAskedCounters,
  maxGroupCharts,
  maxGroupPoints,
  maxGroupVariables,
  maxVariableValues,
  runMarkSchema,
} from '../entities/chart-group.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })
const range = { from: instantSchema, to: instantSchema }

export const chartGroupCalls = {
  list: defineCall({
    path: '/chartGroup/list',
    summary: { zh: '图表分组列表', en: 'List chart groups' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      sort: z.enum(['name', 'createdAt', 'updatedAt']).default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(chartGroupRowSchema),
  }),
  /** All of the project by name, at most `maxChartGroups`. */
  names: defineCall({
    path: '/chartGroup/names',
    summary: { zh: '图表分组名称', en: 'Names of chart groups' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
  get: defineCall({
    path: '/chartGroup/get',
    summary: { zh: '图表分组信息', en: 'A chart group' },
    permission: view,
    input: one,
    output: chartGroupSchema,
  }),
  /** With `id` null one is made. Refused with EditedMeanwhile when `revision` is not the stored one, and with NameExists. */
  save: defineCall({
    path: '/chartGroup/save',
    summary: { zh: '保存图表分组', en: 'Save a chart group' },
    permission: edit,
    input: z.object({
      ...projectScope,
      id: idSchema.nullable(),
      /** That the changes are based on; of a new group 0. */
      revision: z.int().min(0),
      name: nameSchema,
      content: chartGroupContentSchema,
    }),
    output: chartGroupSchema,
    audit: 'chartGroup.save',
  }),
  /** Under a free name. */
  copy: defineCall({
    path: '/chartGroup/copy',
    summary: { zh: '复制图表分组', en: 'Copy a chart group' },
    permission: edit,
    input: one,
    output: chartGroupSchema,
    audit: 'chartGroup.copy',
  }),
  delete: defineCall({
    path: '/chartGroup/delete',
    summary: { zh: '删除图表分组', en: 'Delete chart groups' },
    permission: edit,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'chartGroup.delete',
  }),
  /**
   * Curves of several charts at once, stored or not; counters of kind `counter` as rates per second. Counters of monitors
   * that the project does not have are left out. `from` not in the future and before `to`.
   */
  figures: defineCall({
    path: '/chartGroup/figures',
    summary: { zh: '图表分组的曲线', en: 'Curves of charts of a chart group' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...range,
      charts: z
        .array(askedChartSchema)
        .min(1)
        .max(maxGroupCharts)
        .refine(charts => charts.reduce((sum, { counters }) => sum + counters.length, 0) <= maxAskedCounters),
      points: z.int().min(1).max(maxGroupPoints).default(240),
    }),
    output: groupFiguresSchema,
  }),
  /** Values of labels of these monitors, at most 500 of each label, ascending. */
  labelValues: defineCall({
    path: '/chartGroup/labelValues',
    summary: { zh: '图表分组的标签值', en: 'Values of labels of monitors' },
    permission: view,
    input: z.object({
      ...projectScope,
      monitorIds: z.array(idSchema).max(maxGroupCharts * maxVariableValues),
      labels: z.array(z.string().min(1).max(80)).max(maxGroupVariables),
    }),
    output: z.record(z.string(), z.array(z.string())),
  }),
  /** Load tests whose time overlaps the range, newest first, at most `maxRunMarks`. */
  runs: defineCall({
    path: '/chartGroup/runs',
    summary: { zh: '时间范围内的压测', en: 'Load tests in a range of time' },
    permission: inProject('run.view'),
    input: z.object({ ...projectScope, ...range }),
    output: z.array(runMarkSchema),
  }),
}
