/** Scenario sets, scenarios and the clusters they may run on. */
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { clusterSchema } from '../entities/cluster.ts'
import { done, idSchema, nameSchema, projectScope } from '../entities/common.ts'
import { scenarioDocumentSchema, scenarioNodeSchema, scenarioSchema } from '../entities/scenario.ts'

const view = inProject('scenario.view')
const edit = inProject('scenario.edit')
const node = z.object({ ...projectScope, id: idSchema })

export const scenarioCalls = {
  tree: defineCall({
    path: '/scenario/tree',
    summary: { zh: '场景集与场景', en: 'Scenario sets and their scenarios' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(scenarioNodeSchema),
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
  rename: defineCall({
    path: '/scenario/rename',
    summary: { zh: '重命名', en: 'Rename a node' },
    permission: edit,
    input: node.extend({ name: nameSchema }),
    output: scenarioNodeSchema,
    audit: 'scenario.rename',
  }),
  move: defineCall({
    path: '/scenario/move',
    summary: { zh: '移动节点', en: 'Move nodes' },
    permission: edit,
    input: z.object({
      ...projectScope,
      ids: z.array(idSchema).min(1).max(500),
      parentId: idSchema,
      beforeId: idSchema.nullable().default(null),
    }),
    output: done,
    audit: 'scenario.move',
  }),
  copy: defineCall({
    path: '/scenario/copy',
    summary: { zh: '复制粘贴节点', en: 'Copy nodes' },
    permission: edit,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(500), parentId: idSchema }),
    output: z.array(scenarioNodeSchema),
    audit: 'scenario.copy',
  }),
  delete: defineCall({
    path: '/scenario/delete',
    summary: { zh: '删除节点', en: 'Delete nodes' },
    permission: edit,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(500) }),
    output: done,
    audit: 'scenario.delete',
  }),
  get: defineCall({
    path: '/scenario/get',
    summary: { zh: '场景内容', en: 'A scenario' },
    permission: view,
    input: node,
    output: scenarioSchema,
  }),
  save: defineCall({
    path: '/scenario/save',
    summary: { zh: '保存场景', en: 'Save a scenario' },
    permission: edit,
    input: node.extend({ revision: z.int().min(1), document: scenarioDocumentSchema }),
    output: scenarioSchema,
    audit: 'scenario.save',
  }),
  clusters: defineCall({
    path: '/scenario/clusters',
    summary: { zh: '可用集群', en: 'Clusters the project may use' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(clusterSchema),
  }),
}
