/** Scenario sets, scenarios and the clusters they may run on. */

import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import { clusterSchema } from '../entities/cluster.ts'
import { scenarioNodeSchema, scenarioRowSchema, scenarioSchema } from '../entities/scenario.ts'
import { catalogueCalls } from './catalogue.ts'

const view = inProject('scenario.view')
const edit = inProject('scenario.edit')

export const scenarioCalls = {
  ...catalogueCalls({
    name: 'scenario',
    zh: '场景',
    en: 'scenario',
    view,
    edit,
    node: scenarioNodeSchema,
    leaf: scenarioSchema,
    document: scenarioDocumentSchema,
  }),
  /** Scenarios that were never run come last, whatever a figure of runs is sorted by. */
  list: defineCall({
    path: '/scenario/list',
    summary: { zh: '场景列表及最近一次执行的结果', en: 'Scenarios with the result of their last run' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      /** Only scenarios of this set. */
      setId: idSchema.nullable().default(null),
      state: z.enum(['all', 'passed', 'broken', 'failed', 'active', 'never']).default('all'),
      sort: z
        .enum(['lastRun', 'name', 'updatedAt', 'peakUsers', 'requestsPerSecond', 'p95Ms', 'errorPercent'])
        .default('lastRun'),
      descending: z.boolean().default(true),
    }),
    output: pageOf(scenarioRowSchema),
  }),
  createSet: defineCall({
    path: '/scenario/createSet',
    summary: { zh: '新建场景集', en: 'Create a scenario set' },
    permission: edit,
    input: z.object({ ...projectScope, name: nameSchema }),
    output: scenarioNodeSchema,
    audit: 'scenario.createSet',
  }),
  create: defineCall({
    path: '/scenario/create',
    summary: { zh: '新建场景', en: 'Create a scenario' },
    permission: edit,
    input: z.object({
      ...projectScope,
      parentId: idSchema,
      name: nameSchema,
      document: scenarioDocumentSchema.prefault({}),
    }),
    output: scenarioSchema,
    audit: 'scenario.create',
  }),
  clusters: defineCall({
    path: '/scenario/clusters',
    summary: { zh: '可用集群', en: 'Clusters the project may use' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(clusterSchema),
  }),
}
