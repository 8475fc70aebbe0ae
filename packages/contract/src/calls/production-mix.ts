/** Production mixes of a project: counted requests with which scenarios are made and runs are compared. */
import { productionMixDocumentSchema } from '@pone/plan/production-mix/production-mix.ts'
import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import { logCountSchema, logFileSchema, logOrderSchema } from '../entities/log-count.ts'
import { productionMixRowSchema, productionMixSchema } from '../entities/production-mix.ts'

const view = inProject('scenario.view')
const edit = inProject('scenario.edit')
const one = z.object({ ...projectScope, id: idSchema })
/** Logs of a machine may be of others: more than the right to edit scenarios is needed. */
const operate = inProject('machine.operate')
const machineScope = { ...projectScope, agentId: z.string().max(100) }
const oneCount = z.object({ ...machineScope, countId: idSchema })

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
  /** Access logs of a load machine that the project may use. Refused with LogsRefused and LogMachineSilent. */
  logFiles: defineCall({
    path: '/productionMix/logFiles',
    summary: { zh: '主机上的访问日志', en: 'Access logs of a machine' },
    permission: operate,
    refusesApiToken: true,
    input: z.object(machineScope),
    output: z.array(logFileSchema),
  }),
  /** The agent counts one log at a time. Refused with LogsRefused and LogMachineSilent. */
  countLog: defineCall({
    path: '/productionMix/countLog',
    summary: { zh: '统计主机上的访问日志', en: 'Count an access log of a machine' },
    permission: operate,
    refusesApiToken: true,
    input: z.object({ ...machineScope, ...logOrderSchema.shape }),
    output: z.object({ countId: idSchema }),
    audit: 'productionMix.countLog',
  }),
  /** How far it is; one that is not asked for within a minute is forgotten. Refused with LogCountLost and LogMachineSilent. */
  logCount: defineCall({
    path: '/productionMix/logCount',
    summary: { zh: '访问日志的统计进度和结果', en: 'Progress and result of the count of an access log' },
    permission: operate,
    refusesApiToken: true,
    input: oneCount,
    output: logCountSchema,
  }),
  endLogCount: defineCall({
    path: '/productionMix/endLogCount',
    summary: { zh: '取消统计访问日志', en: 'Cancel the count of an access log' },
    permission: operate,
    refusesApiToken: true,
    input: oneCount,
    output: done,
  }),
}
