/** Monitor types: their administration, and what a project may use. */

import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  keptMonitorSchema,
  monitorTypeChangesSchema,
  monitorTypeCheckSchema,
  monitorTypeDetailSchema,
  monitorTypeNameSchema,
  monitorTypeSummarySchema,
  monitorTypeTextSchema,
  monitorTypeTrialSchema,
  trialOrderSchema,
  usableMonitorTypeSchema,
} from '../entities/monitor-type.ts'

const named = z.object({ name: monitorTypeNameSchema })
const version = z.int().min(1).max(1_000_000)

export const monitorTypeCalls = {
  /** Built-in types first, then own ones by name. */
  list: defineCall({
    path: '/monitorType/list',
    summary: { zh: '监控类型列表', en: 'List monitor types' },
    permission: administrator,
    input: z.object({}),
    output: z.array(monitorTypeSummarySchema),
  }),
  /** `version` null: the newest. */
  get: defineCall({
    path: '/monitorType/get',
    summary: { zh: '监控类型', en: 'A monitor type with its text' },
    permission: administrator,
    input: named.extend({ version: version.nullable().default(null) }),
    output: monitorTypeDetailSchema,
  }),
  /** `name`: of the stored type that the text is a version of; null for a new one. */
  check: defineCall({
    path: '/monitorType/check',
    summary: { zh: '检查监控类型', en: 'Check the text of a monitor type' },
    permission: administrator,
    input: z.object({ text: monitorTypeTextSchema, name: monitorTypeNameSchema.nullable().default(null) }),
    output: monitorTypeCheckSchema,
  }),
  create: defineCall({
    path: '/monitorType/create',
    summary: { zh: '新建监控类型', en: 'Create a monitor type' },
    permission: administrator,
    input: z.object({ text: monitorTypeTextSchema }),
    output: monitorTypeDetailSchema,
    audit: 'monitorType.create',
  }),
  /** A new version; monitors stay at theirs. Refused with EditedMeanwhile when `version` is not the newest one. */
  update: defineCall({
    path: '/monitorType/update',
    summary: { zh: '保存监控类型的新版本', en: 'Save a new version of a monitor type' },
    permission: administrator,
    input: named.extend({ text: monitorTypeTextSchema, version }),
    output: monitorTypeDetailSchema,
    audit: 'monitorType.update',
  }),
  /** The text of an earlier version as the newest one. */
  restore: defineCall({
    path: '/monitorType/restore',
    summary: { zh: '恢复监控类型的版本', en: 'Restore a version of a monitor type' },
    permission: administrator,
    input: named.extend({ version }),
    output: monitorTypeDetailSchema,
    audit: 'monitorType.restore',
  }),
  /** Of a type that is not active no monitors are made; those that exist go on. */
  setActive: defineCall({
    path: '/monitorType/setActive',
    summary: { zh: '启用或停用监控类型', en: 'Activate or deactivate a monitor type' },
    permission: administrator,
    input: named.extend({ isActive: z.boolean() }),
    output: monitorTypeSummarySchema,
    audit: 'monitorType.setActive',
  }),
  /** With all versions. Refused while monitors use it. */
  delete: defineCall({
    path: '/monitorType/delete',
    summary: { zh: '删除监控类型', en: 'Delete a monitor type' },
    permission: administrator,
    input: named,
    output: done,
    audit: 'monitorType.delete',
  }),
  /** A YAML file. */
  export: defineCall({
    path: '/monitorType/export',
    summary: { zh: '导出监控类型', en: 'Export a monitor type' },
    permission: administrator,
    input: named.extend({ version: version.nullable().default(null) }),
    output: z.unknown(),
    download: true,
  }),
  /** From the version that most monitors of other versions use. */
  changes: defineCall({
    path: '/monitorType/changes',
    summary: { zh: '监控类型版本的差异', en: 'What a version changes for monitors' },
    permission: administrator,
    input: named.extend({ version }),
    output: monitorTypeChangesSchema,
  }),
  /** All monitors of other versions, of all projects; those that run go on with the new version. */
  updateMonitors: defineCall({
    path: '/monitorType/updateMonitors',
    summary: { zh: '将监控更新到此版本', en: 'Update monitors to a version' },
    permission: administrator,
    input: named.extend({ version }),
    output: z.object({ updated: z.int(), kept: z.array(keptMonitorSchema) }),
    audit: 'monitorType.updateMonitors',
  }),
  /** Agents that can try a type, by name. */
  agents: defineCall({
    path: '/monitorType/agents',
    summary: { zh: '可用于试采集的 Agent', en: 'Agents that can try a type' },
    permission: administrator,
    input: z.object({}),
    output: z.array(z.object({ id: idSchema, name: z.string(), host: z.string() })),
  }),
  /** Asks a target as the text says, saved or not, and collects three times. */
  startTrial: defineCall({
    path: '/monitorType/startTrial',
    summary: { zh: '在目标上试用监控类型', en: 'Try a monitor type on a target' },
    permission: administrator,
    input: trialOrderSchema,
    output: monitorTypeTrialSchema,
    audit: 'monitorType.try',
  }),
  /** Kept for ten minutes. */
  trialResult: defineCall({
    path: '/monitorType/trialResult',
    summary: { zh: '试用结果', en: 'Result of a trial of a monitor type' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: monitorTypeTrialSchema,
  }),
  /** Types of one's own only: active ones in their newest version, and all that monitors of the project use. */
  usable: defineCall({
    path: '/monitorType/usable',
    summary: { zh: '项目可用的自定义监控类型', en: 'Own monitor types that a project can use' },
    permission: inProject('monitor.view'),
    input: z.object(projectScope),
    output: z.array(usableMonitorTypeSchema),
  }),
}
