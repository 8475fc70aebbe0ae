/** Deployment: hosts, operations on their tools, their logs and configuration files; for administrators, and for a project on its own hosts. */
import { z } from 'zod'
import { administrator, defineCall, inProject } from '../call.ts'
import { done, idSchema, noInput, pageQueryShape, projectScope } from '../entities/common.ts'
import {
  groupStateSchema,
  hostAccessSchema,
  hostFactsSchema,
  hostFieldsSchema,
  hostOperationSchema,
  hostSchema,
  hostSettingsSchema,
  javaProcessSchema,
  machineFileSchema,
  operationGroupSchema,
  operationKindSchema,
  operationLineSchema,
  problemSchema,
  toolSchema,
} from '../entities/host.ts'
import { pageOf } from '../envelope.ts'
import { maxConfigFileBytes, maxHostsPerOperation } from '../limits.ts'

const hostScope = { hostId: idSchema }
const hostIds = z.array(idSchema).min(1).max(maxHostsPerOperation)
const machinePath = z.string().min(1).max(1_000)
const operationShape = {
  hostIds,
  tool: toolSchema,
  kind: operationKindSchema,
  /** null: to install, the newest that fits; otherwise the newest that is there. */
  version: z.string().max(64).nullable().default(null),
  /** The Java process to which Arthas is attached. */
  pid: z.int().min(1).nullable().default(null),
}

const shapes = {
  list: {
    input: {
      ...pageQueryShape,
      /** By the agent, by work under way, or by an operation that failed last. */
      state: z.enum(['all', 'online', 'offline', 'noAgent', 'busy', 'failed']).default('all'),
      /** Only this one. */
      hostId: idSchema.nullable().default(null),
      sort: z.enum(['name', 'address', 'createdAt']).default('createdAt'),
      descending: z.boolean().default(true),
    },
    output: pageOf(hostSchema),
  },
  /** What stands in the way of an operation, and which versions there are, host by host. */
  check: {
    input: { hostIds, tool: toolSchema, kind: operationKindSchema },
    output: z.array(
      z.object({
        hostId: idSchema,
        hostName: z.string(),
        versions: z.array(z.string()),
        problem: problemSchema.nullable(),
      }),
    ),
  },
  operations: {
    input: {
      ...pageQueryShape,
      hostId: idSchema.nullable().default(null),
      groupId: idSchema.nullable().default(null),
      state: z.enum(['all', 'active', 'over', 'failed']).default('all'),
    },
    output: pageOf(hostOperationSchema).extend({
      waiting: z.int(),
      executing: z.int(),
      /** Of the groups on this page. */
      groups: z.array(z.object({ id: idSchema, state: groupStateSchema, hosts: z.int() })),
    }),
  },
  operationGroups: {
    input: { ...pageQueryShape, state: z.enum(['all', 'active', 'over']).default('all') },
    output: pageOf(operationGroupSchema).extend({ waiting: z.int(), executing: z.int() }),
  },
  operationLog: {
    input: { operationId: idSchema, after: z.int().min(0).default(0) },
    output: z.object({ operation: hostOperationSchema, lines: z.array(operationLineSchema) }),
  },
  logFiles: { input: hostScope, output: z.array(machineFileSchema) },
  readLog: {
    input: { ...hostScope, path: machinePath, from: z.int().min(0).nullable().default(null) },
    output: z.object({ text: z.string(), from: z.int(), to: z.int(), sizeBytes: z.int() }),
  },
  configFiles: { input: hostScope, output: z.array(machineFileSchema) },
  readConfig: {
    input: { ...hostScope, path: machinePath },
    output: z.object({
      content: z.string(),
      sha256: z.string(),
      /** What was there before it was saved here, newest first. */
      previous: z.array(
        z.object({ id: idSchema, savedAt: z.int(), savedBy: z.string(), content: z.string() }),
      ),
    }),
  },
  javaProcesses: { input: hostScope, output: z.array(javaProcessSchema) },
  operate: {
    input: operationShape,
    output: z.object({
      groupId: idSchema,
      operations: z.array(z.object({ hostId: idSchema, operationId: idSchema })),
    }),
  },
  cancel: { input: { ids: z.array(idSchema).min(1).max(maxHostsPerOperation) }, output: done },
  saveConfig: {
    input: {
      ...hostScope,
      path: machinePath,
      /** Of the content that was edited. */
      sha256: z.string().length(64),
      content: z.string().max(maxConfigFileBytes),
    },
    output: z.object({ sha256: z.string() }),
  },
  saveSettings: { input: { ...hostSettingsSchema.shape, ...hostScope }, output: hostSchema },
} as const

const summaries = {
  list: { zh: '主机列表', en: 'List hosts and their tools' },
  check: { zh: '检查部署条件', en: 'Check what stands in the way of an operation' },
  operations: { zh: '部署操作队列', en: 'List operations on hosts' },
  operationGroups: { zh: '部署操作批次', en: 'List what was asked of hosts at once' },
  operationLog: { zh: '部署操作日志', en: 'Log of an operation' },
  logFiles: { zh: '主机日志文件', en: 'List log files of a host' },
  readLog: { zh: '读取主机日志', en: 'Read a part of a log file' },
  configFiles: { zh: '主机配置文件', en: 'List configuration files of a host' },
  readConfig: { zh: '读取配置文件', en: 'Read a configuration file' },
  javaProcesses: { zh: '主机上的 Java 进程', en: 'List Java processes of a host' },
  operate: { zh: '提交部署操作', en: 'Queue an operation on hosts' },
  cancel: { zh: '取消部署操作', en: 'Cancel operations' },
  saveConfig: { zh: '保存配置文件', en: 'Save a configuration file' },
  saveSettings: { zh: '保存部署配置', en: 'Save the settings of a host' },
} as const

/** Administration: every host. */
export const hostCalls = {
  list: defineCall({
    path: '/host/list',
    summary: summaries.list,
    permission: administrator,
    input: z.object(shapes.list.input),
    output: shapes.list.output,
  }),
  create: defineCall({
    path: '/host/create',
    summary: { zh: '新建主机', en: 'Create a host' },
    permission: administrator,
    input: hostFieldsSchema,
    output: hostSchema,
    audit: 'host.create',
  }),
  edit: defineCall({
    path: '/host/edit',
    summary: { zh: '编辑主机', en: 'Edit a host' },
    permission: administrator,
    input: hostFieldsSchema.extend({ id: idSchema }),
    output: hostSchema,
    audit: 'host.edit',
  }),
  delete: defineCall({
    path: '/host/delete',
    summary: { zh: '删除主机', en: 'Delete hosts' },
    permission: administrator,
    input: z.object({ ids: hostIds }),
    output: done,
    audit: 'host.delete',
  }),
  /** Connects by what is given, or for what is left out by what is stored of the host. */
  test: defineCall({
    path: '/host/test',
    summary: { zh: '测试主机连接', en: 'Test the connection to a host' },
    permission: administrator,
    input: hostAccessSchema.extend({
      id: idSchema.nullable().default(null),
      /** The key that somebody has just compared. */
      fingerprint: z.string().max(100).nullable().default(null),
    }),
    output: z.object({
      /** Of the key that the host shows now; null when none was seen. */
      fingerprint: z.string().nullable(),
      keyType: z.string(),
      /** The one that was confirmed before. */
      pinned: z.string().nullable(),
      facts: hostFactsSchema.nullable(),
      problem: problemSchema.nullable(),
    }),
    audit: 'host.test',
  }),
  /** Accepts a host key for good. */
  trust: defineCall({
    path: '/host/trust',
    summary: { zh: '信任主机密钥', en: 'Trust a host key' },
    permission: administrator,
    input: z.object({ id: idSchema, fingerprint: z.string().min(1).max(100) }),
    output: hostSchema,
    audit: 'host.trust',
  }),
  refresh: defineCall({
    path: '/host/refresh',
    summary: { zh: '刷新主机信息', en: 'Read the facts of a host again' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: hostSchema,
  }),
  /** Agents that have joined by themselves and belong to no host. */
  freeAgents: defineCall({
    path: '/host/freeAgents',
    summary: { zh: '未登记的 Agent', en: 'List agents without a host' },
    permission: administrator,
    input: noInput,
    output: z.array(z.object({ id: idSchema, name: z.string(), host: z.string(), isOnline: z.boolean() })),
  }),
  check: defineCall({
    path: '/host/check',
    summary: summaries.check,
    permission: administrator,
    input: z.object(shapes.check.input),
    output: shapes.check.output,
  }),
  operate: defineCall({
    path: '/host/operate',
    summary: summaries.operate,
    permission: administrator,
    input: z.object(shapes.operate.input),
    output: shapes.operate.output,
    audit: 'host.operate',
  }),
  operations: defineCall({
    path: '/host/operations',
    summary: summaries.operations,
    permission: administrator,
    input: z.object(shapes.operations.input),
    output: shapes.operations.output,
  }),
  operationGroups: defineCall({
    path: '/host/operationGroups',
    summary: summaries.operationGroups,
    permission: administrator,
    input: z.object(shapes.operationGroups.input),
    output: shapes.operationGroups.output,
  }),
  operationLog: defineCall({
    path: '/host/operationLog',
    summary: summaries.operationLog,
    permission: administrator,
    input: z.object(shapes.operationLog.input),
    output: shapes.operationLog.output,
  }),
  cancel: defineCall({
    path: '/host/cancel',
    summary: summaries.cancel,
    permission: administrator,
    input: z.object(shapes.cancel.input),
    output: shapes.cancel.output,
    audit: 'host.cancel',
  }),
  logFiles: defineCall({
    path: '/host/logFiles',
    summary: summaries.logFiles,
    permission: administrator,
    input: z.object(shapes.logFiles.input),
    output: shapes.logFiles.output,
  }),
  readLog: defineCall({
    path: '/host/readLog',
    summary: summaries.readLog,
    permission: administrator,
    input: z.object(shapes.readLog.input),
    output: shapes.readLog.output,
  }),
  configFiles: defineCall({
    path: '/host/configFiles',
    summary: summaries.configFiles,
    permission: administrator,
    input: z.object(shapes.configFiles.input),
    output: shapes.configFiles.output,
  }),
  readConfig: defineCall({
    path: '/host/readConfig',
    summary: summaries.readConfig,
    permission: administrator,
    input: z.object(shapes.readConfig.input),
    output: shapes.readConfig.output,
  }),
  saveConfig: defineCall({
    path: '/host/saveConfig',
    summary: summaries.saveConfig,
    permission: administrator,
    input: z.object(shapes.saveConfig.input),
    output: shapes.saveConfig.output,
    audit: 'host.saveConfig',
  }),
  saveSettings: defineCall({
    path: '/host/saveSettings',
    summary: summaries.saveSettings,
    permission: administrator,
    input: z.object(shapes.saveSettings.input),
    output: shapes.saveSettings.output,
    audit: 'host.saveSettings',
  }),
  javaProcesses: defineCall({
    path: '/host/javaProcesses',
    summary: summaries.javaProcesses,
    permission: administrator,
    input: z.object(shapes.javaProcesses.input),
    output: shapes.javaProcesses.output,
  }),
}

const view = inProject('machine.view')
const operate = inProject('machine.operate')

/** The project page projectActuator: the same on the hosts that are assigned to the project. */
export const projectHostCalls = {
  list: defineCall({
    path: '/projectHost/list',
    summary: summaries.list,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.list.input }),
    output: shapes.list.output,
  }),
  check: defineCall({
    path: '/projectHost/check',
    summary: summaries.check,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.check.input }),
    output: shapes.check.output,
  }),
  operate: defineCall({
    path: '/projectHost/operate',
    summary: summaries.operate,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.operate.input }),
    output: shapes.operate.output,
    audit: 'host.operate',
  }),
  operations: defineCall({
    path: '/projectHost/operations',
    summary: summaries.operations,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.operations.input }),
    output: shapes.operations.output,
  }),
  operationGroups: defineCall({
    path: '/projectHost/operationGroups',
    summary: summaries.operationGroups,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.operationGroups.input }),
    output: shapes.operationGroups.output,
  }),
  operationLog: defineCall({
    path: '/projectHost/operationLog',
    summary: summaries.operationLog,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.operationLog.input }),
    output: shapes.operationLog.output,
  }),
  cancel: defineCall({
    path: '/projectHost/cancel',
    summary: summaries.cancel,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.cancel.input }),
    output: shapes.cancel.output,
    audit: 'host.cancel',
  }),
  logFiles: defineCall({
    path: '/projectHost/logFiles',
    summary: summaries.logFiles,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.logFiles.input }),
    output: shapes.logFiles.output,
  }),
  readLog: defineCall({
    path: '/projectHost/readLog',
    summary: summaries.readLog,
    permission: view,
    input: z.object({ ...projectScope, ...shapes.readLog.input }),
    output: shapes.readLog.output,
  }),
  configFiles: defineCall({
    path: '/projectHost/configFiles',
    summary: summaries.configFiles,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.configFiles.input }),
    output: shapes.configFiles.output,
  }),
  readConfig: defineCall({
    path: '/projectHost/readConfig',
    summary: summaries.readConfig,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.readConfig.input }),
    output: shapes.readConfig.output,
  }),
  saveConfig: defineCall({
    path: '/projectHost/saveConfig',
    summary: summaries.saveConfig,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.saveConfig.input }),
    output: shapes.saveConfig.output,
    audit: 'host.saveConfig',
  }),
  javaProcesses: defineCall({
    path: '/projectHost/javaProcesses',
    summary: summaries.javaProcesses,
    permission: operate,
    input: z.object({ ...projectScope, ...shapes.javaProcesses.input }),
    output: shapes.javaProcesses.output,
  }),
}
