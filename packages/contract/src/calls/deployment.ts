/** The calls of deployment that administrators have on every host, and members of a project on its own: one description for both. */

import { done, idSchema, pageQueryShape } from '@pone/schema/common.ts'
import { maxConfigFileBytes, maxHostsPerOperation } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall } from '../call.ts'
import {
  groupStateSchema,
  hostOperationSchema,
  hostSchema,
  javaProcessSchema,
  machineFileSchema,
  operationGroupSchema,
  operationKindSchema,
  operationLineSchema,
  problemSchema,
  toolSchema,
} from '../entities/host.ts'
import type { Permission } from '../permissions.ts'

/** Field of calls about one host. */
export const hostScope = { hostId: idSchema }
/** Hosts that something is done to at once. */
export const hostIds = z.array(idSchema).min(1).max(maxHostsPerOperation)
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

interface DeploymentSide {
  /** Word in paths. */
  readonly name: string
  /** Fields that every call has. */
  readonly scope: z.ZodRawShape
  readonly view: Permission
  readonly operate: Permission
}

/** Hosts, and what is asked of them. */
function hostCalls<const S extends DeploymentSide>(of: S) {
  const scope = of.scope as S['scope']
  return {
    list: defineCall({
      path: `/${of.name}/list`,
      summary: { zh: '主机列表', en: 'List hosts and their tools' },
      permission: of.view as S['view'],
      input: z.object({
        ...scope,
        ...pageQueryShape,
        /** By the agent, by work under way, or by an operation that failed last. */
        state: z.enum(['all', 'online', 'offline', 'noAgent', 'busy', 'failed']).default('all'),
        /** Only this one. */
        hostId: idSchema.nullable().default(null),
        sort: z.enum(['name', 'address', 'createdAt']).default('createdAt'),
        descending: z.boolean().default(true),
      }),
      output: pageOf(hostSchema),
    }),
    /** What stands in the way of an operation, and which versions there are, host by host. */
    check: defineCall({
      path: `/${of.name}/check`,
      summary: { zh: '检查部署条件', en: 'Check what stands in the way of an operation' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, hostIds, tool: toolSchema, kind: operationKindSchema }),
      output: z.array(
        z.object({
          hostId: idSchema,
          hostName: z.string(),
          versions: z.array(z.string()),
          problem: problemSchema.nullable(),
        }),
      ),
    }),
    operate: defineCall({
      path: `/${of.name}/operate`,
      summary: { zh: '提交部署操作', en: 'Queue an operation on hosts' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, ...operationShape }),
      output: z.object({
        groupId: idSchema,
        operations: z.array(z.object({ hostId: idSchema, operationId: idSchema })),
      }),
      audit: 'host.operate',
    }),
    javaProcesses: defineCall({
      path: `/${of.name}/javaProcesses`,
      summary: { zh: '主机上的 Java 进程', en: 'List Java processes of a host' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, ...hostScope }),
      output: z.array(javaProcessSchema),
    }),
  }
}

/** Operations that were asked for. */
function operationCalls<const S extends DeploymentSide>(of: S) {
  const scope = of.scope as S['scope']
  return {
    operations: defineCall({
      path: `/${of.name}/operations`,
      summary: { zh: '部署操作队列', en: 'List operations on hosts' },
      permission: of.view as S['view'],
      input: z.object({
        ...scope,
        ...pageQueryShape,
        hostId: idSchema.nullable().default(null),
        groupId: idSchema.nullable().default(null),
        state: z.enum(['all', 'active', 'over', 'failed']).default('all'),
      }),
      output: pageOf(hostOperationSchema).extend({
        waiting: z.int(),
        executing: z.int(),
        /** Of the groups on this page. */
        groups: z.array(z.object({ id: idSchema, state: groupStateSchema, hosts: z.int() })),
      }),
    }),
    operationGroups: defineCall({
      path: `/${of.name}/operationGroups`,
      summary: { zh: '部署操作批次', en: 'List what was asked of hosts at once' },
      permission: of.view as S['view'],
      input: z.object({
        ...scope,
        ...pageQueryShape,
        state: z.enum(['all', 'active', 'over']).default('all'),
      }),
      output: pageOf(operationGroupSchema).extend({ waiting: z.int(), executing: z.int() }),
    }),
    operationLog: defineCall({
      path: `/${of.name}/operationLog`,
      summary: { zh: '部署操作日志', en: 'Log of an operation' },
      permission: of.view as S['view'],
      input: z.object({ ...scope, operationId: idSchema, after: z.int().min(0).default(0) }),
      output: z.object({ operation: hostOperationSchema, lines: z.array(operationLineSchema) }),
    }),
    cancel: defineCall({
      path: `/${of.name}/cancel`,
      summary: { zh: '取消部署操作', en: 'Cancel operations' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, ids: z.array(idSchema).min(1).max(maxHostsPerOperation) }),
      output: done,
      audit: 'host.cancel',
    }),
  }
}

/** Log and configuration files of a host. */
function fileCalls<const S extends DeploymentSide>(of: S) {
  const scope = of.scope as S['scope']
  return {
    logFiles: defineCall({
      path: `/${of.name}/logFiles`,
      summary: { zh: '主机日志文件', en: 'List log files of a host' },
      permission: of.view as S['view'],
      input: z.object({ ...scope, ...hostScope }),
      output: z.array(machineFileSchema),
    }),
    readLog: defineCall({
      path: `/${of.name}/readLog`,
      summary: { zh: '读取主机日志', en: 'Read a part of a log file' },
      permission: of.view as S['view'],
      input: z.object({
        ...scope,
        ...hostScope,
        path: machinePath,
        from: z.int().min(0).nullable().default(null),
      }),
      output: z.object({ text: z.string(), from: z.int(), to: z.int(), sizeBytes: z.int() }),
    }),
    configFiles: defineCall({
      path: `/${of.name}/configFiles`,
      summary: { zh: '主机配置文件', en: 'List configuration files of a host' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, ...hostScope }),
      output: z.array(machineFileSchema),
    }),
    readConfig: defineCall({
      path: `/${of.name}/readConfig`,
      summary: { zh: '读取配置文件', en: 'Read a configuration file' },
      permission: of.operate as S['operate'],
      input: z.object({ ...scope, ...hostScope, path: machinePath }),
      output: z.object({
        content: z.string(),
        sha256: z.string(),
        /** What was there before it was saved here, newest first. */
        previous: z.array(
          z.object({ id: idSchema, savedAt: z.int(), savedBy: z.string(), content: z.string() }),
        ),
      }),
    }),
    saveConfig: defineCall({
      path: `/${of.name}/saveConfig`,
      summary: { zh: '保存配置文件', en: 'Save a configuration file' },
      permission: of.operate as S['operate'],
      input: z.object({
        ...scope,
        ...hostScope,
        path: machinePath,
        /** Of the content that was edited. */
        sha256: z.string().length(64),
        content: z.string().max(maxConfigFileBytes),
      }),
      output: z.object({ sha256: z.string() }),
      audit: 'host.saveConfig',
    }),
  }
}

/** The calls under the side's name, with its permissions and fields. */
export const deploymentCalls = <const S extends DeploymentSide>(of: S) => ({
  ...hostCalls(of),
  ...operationCalls(of),
  ...fileCalls(of),
})
