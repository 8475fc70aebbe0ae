/** Deployment: hosts, operations on their tools, their logs and configuration files; for administrators, and for a project on its own hosts. */

import { done, idSchema, noInput, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  hostAccessSchema,
  hostFactsSchema,
  hostFieldsSchema,
  hostSchema,
  hostSettingsSchema,
  problemSchema,
} from '../entities/host.ts'
import { keepingOmitted } from '../update-input.ts'
import { deploymentCalls, hostIds, hostScope } from './deployment.ts'

/** Administration: every host. */
export const hostCalls = {
  ...deploymentCalls({ name: 'host', scope: {}, view: administrator, operate: administrator }),
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
    input: keepingOmitted(hostFieldsSchema).extend({ id: idSchema }),
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
      /** The key that the user has just compared. */
      fingerprint: z.string().max(100).nullable().default(null),
    }),
    output: z.object({
      /** Of the key that the host shows now; null when none was seen. */
      fingerprint: z.string().nullable(),
      keyType: z.string(),
      /** The one that was confirmed before. */
      pinned: z.string().nullable(),
      /** Also with a problem, when the way to the host is sound; without Java neither JMeter nor Arthas can be installed. */
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
  saveSettings: defineCall({
    path: '/host/saveSettings',
    summary: { zh: '保存部署配置', en: 'Save the settings of a host' },
    permission: administrator,
    input: keepingOmitted(hostSettingsSchema).extend(hostScope),
    output: hostSchema,
    audit: 'host.saveSettings',
  }),
}

/** The project page projectActuator: the same on the hosts that are assigned to the project. */
export const projectHostCalls = deploymentCalls({
  name: 'projectHost',
  scope: projectScope,
  view: inProject('machine.view'),
  operate: inProject('machine.operate'),
})
