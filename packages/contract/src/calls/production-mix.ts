/** Production mixes of a project: counted requests with which scenarios are made and runs are compared. */
import { productionMixDocumentSchema } from '@pone/plan/production-mix/production-mix.ts'
import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import { productionMixRowSchema, productionMixSchema } from '../entities/production-mix.ts'

const view = inProject('scenario.view')
const edit = inProject('scenario.edit')
const one = z.object({ ...projectScope, id: idSchema })

export const productionMixCalls = {
  list: defineCall({
    path: '/productionMix/list',
    summary: { zh: '生产流量模型列表', en: 'List production mixes' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      sort: z.enum(['name', 'createdAt', 'requests']).default('createdAt'),
      descending: z.boolean().default(true),
    }),
    output: pageOf(productionMixRowSchema),
  }),
  /** All of the project by name, at most `maxProductionMixes`. */
  names: defineCall({
    path: '/productionMix/names',
    summary: { zh: '生产流量模型名称', en: 'Names of production mixes' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(z.object({ id: idSchema, name: z.string() })),
  }),
  get: defineCall({
    path: '/productionMix/get',
    summary: { zh: '生产流量模型内容', en: 'A production mix' },
    permission: view,
    input: one,
    output: productionMixSchema,
  }),
  /** Refused with NameExists and ProductionMixesExceeded. */
  create: defineCall({
    path: '/productionMix/create',
    summary: { zh: '保存生产流量模型', en: 'Store a production mix' },
    permission: edit,
    input: z.object({ ...projectScope, name: nameSchema, document: productionMixDocumentSchema }),
    output: productionMixRowSchema,
    audit: 'productionMix.create',
  }),
  rename: defineCall({
    path: '/productionMix/rename',
    summary: { zh: '重命名生产流量模型', en: 'Rename a production mix' },
    permission: edit,
    input: one.extend({ name: nameSchema }),
    output: productionMixRowSchema,
    audit: 'productionMix.rename',
  }),
  /** Refused with ProductionMixInUse while a scenario names it; reports keep what they show of it. */
  delete: defineCall({
    path: '/productionMix/delete',
    summary: { zh: '删除生产流量模型', en: 'Delete a production mix' },
    permission: edit,
    input: one,
    output: done,
    audit: 'productionMix.delete',
  }),
}
