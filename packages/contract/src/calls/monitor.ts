/** Monitors of a project: the list and the form, groups, start and stop. */

import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import {
  maxMonitorsAtOnce,
  monitorAgentSchema,
  monitorCountsSchema,
  monitorFieldsSchema,
  monitorGroupSchema,
  monitorKeySchema,
  monitorSchema,
  monitorStateSchema,
} from '../entities/monitor.ts'
import { keepingOmitted } from '../update-input.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })
const several = z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(maxMonitorsAtOnce) })

export const monitorCalls = {
  /** `search` finds alias, type and parameters that are not secret, e.g. the host. */
  list: defineCall({
    path: '/monitor/list',
    summary: { zh: '监控列表', en: 'List monitors' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      type: monitorKeySchema.nullable().default(null),
      groupId: idSchema.nullable().default(null),
      agentId: idSchema.nullable().default(null),
      isRunning: z.boolean().nullable().default(null),
      /** Empty: every state. */
      states: z.array(monitorStateSchema).max(10).default([]),
      sort: z.enum(['name', 'type', 'createdAt', 'updatedAt']).default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(monitorSchema),
  }),
  counts: defineCall({
    path: '/monitor/counts',
    summary: { zh: '监控数量', en: 'Numbers of monitors by state' },
    permission: view,
    input: z.object(projectScope),
    output: monitorCountsSchema,
  }),
  get: defineCall({
    path: '/monitor/get',
    summary: { zh: '监控信息', en: 'A monitor' },
    permission: view,
    input: one,
    output: monitorSchema,
  }),
  create: defineCall({
    path: '/monitor/create',
    summary: { zh: '新建监控', en: 'Create a monitor' },
    permission: edit,
    input: monitorFieldsSchema.extend(projectScope),
    output: monitorSchema,
    audit: 'monitor.create',
  }),
  /** Refused with EditedMeanwhile when `revision` is not the stored one. Of `params` every one is given, secret ones that stay may be left out. */
  edit: defineCall({
    path: '/monitor/edit',
    summary: { zh: '编辑监控', en: 'Edit a monitor' },
    permission: edit,
    input: keepingOmitted(monitorFieldsSchema.omit({ type: true })).extend({
      ...projectScope,
      id: idSchema,
      revision: z.int().min(1),
    }),
    output: monitorSchema,
    audit: 'monitor.edit',
  }),
  /** With its secrets, stopped; names get a number. */
  copy: defineCall({
    path: '/monitor/copy',
    summary: { zh: '复制监控', en: 'Copy monitors' },
    permission: edit,
    input: several,
    output: z.array(monitorSchema),
    audit: 'monitor.copy',
  }),
  /** With all that was collected. None is deleted when one of them runs. */
  delete: defineCall({
    path: '/monitor/delete',
    summary: { zh: '删除监控', en: 'Delete monitors' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitor.delete',
  }),
  start: defineCall({
    path: '/monitor/start',
    summary: { zh: '启动监控', en: 'Start monitors' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitor.start',
  }),
  stop: defineCall({
    path: '/monitor/stop',
    summary: { zh: '停止监控', en: 'Stop monitors' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitor.stop',
  }),
  /** Into a group; null: into none. */
  move: defineCall({
    path: '/monitor/move',
    summary: { zh: '移动监控到分组', en: 'Move monitors to a group' },
    permission: edit,
    input: several.extend({ groupId: idSchema.nullable() }),
    output: done,
    audit: 'monitor.move',
  }),
  /** Of all of them or of none; null keeps the users as they are. Refused when the type of one has no password. */
  changeCredential: defineCall({
    path: '/monitor/changeCredential',
    summary: { zh: '更换监控的账号密码', en: 'Change user and password of monitors' },
    permission: edit,
    input: several.extend({
      user: z.string().trim().min(1).max(200).nullable(),
      password: z.string().min(1).max(1_000),
    }),
    output: done,
    audit: 'monitor.changeCredential',
  }),
  groups: defineCall({
    path: '/monitor/groups',
    summary: { zh: '监控分组', en: 'Groups of monitors' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(monitorGroupSchema),
  }),
  createGroup: defineCall({
    path: '/monitor/createGroup',
    summary: { zh: '新建监控分组', en: 'Create a group of monitors' },
    permission: edit,
    input: z.object({ ...projectScope, name: nameSchema }),
    output: monitorGroupSchema,
    audit: 'monitor.createGroup',
  }),
  renameGroup: defineCall({
    path: '/monitor/renameGroup',
    summary: { zh: '重命名监控分组', en: 'Rename a group of monitors' },
    permission: edit,
    input: one.extend({ name: nameSchema }),
    output: monitorGroupSchema,
    audit: 'monitor.renameGroup',
  }),
  /** Its monitors stay, without a group. */
  deleteGroup: defineCall({
    path: '/monitor/deleteGroup',
    summary: { zh: '删除监控分组', en: 'Delete a group of monitors' },
    permission: edit,
    input: one,
    output: done,
    audit: 'monitor.deleteGroup',
  }),
  /** Agents that may collect for the project, by name. */
  agents: defineCall({
    path: '/monitor/agents',
    summary: { zh: '可用于采集的 Agent', en: 'Agents that may collect' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(monitorAgentSchema),
  }),
}
