/** The download centre: install packages, their upload and download; and the agents that renew themselves from them. */

import { done, idSchema, instantSchema, noInput, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { maxPackageBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  packageArchitectures,
  packageSchema,
  packageSettingsSchema,
  packageSystems,
  packageTypes,
  packageVersionSchema,
} from '../entities/package.ts'
import { upgradeFailures, upgradeStateSchema } from '../link/upgrade.ts'
import { keepingOmitted } from '../update-input.ts'

const listShape = {
  ...pageQueryShape,
  type: z.enum([...packageTypes, 'all']).default('all'),
  sort: z.enum(['name', 'type', 'version', 'sizeBytes', 'uploadedAt']).default('uploadedAt'),
  descending: z.boolean().default(true),
}
const listed = pageOf(packageSchema).extend({
  /** The server is making packages of its own version, which will be in the list when they are done. */
  isMaking: z.boolean(),
})
/** An address of this server, without its host, that works for some hours without a session. */
const link = z.object({ path: z.string(), expiresAt: instantSchema })

export const packageCalls = {
  list: defineCall({
    path: '/package/list',
    summary: { zh: '安装包列表', en: 'List install packages' },
    permission: administrator,
    input: z.object(listShape),
    output: listed,
  }),
  /** System and architecture of the packages that there are of this version. */
  targets: defineCall({
    path: '/package/targets',
    summary: { zh: '某版本已有的安装包', en: 'What a version has packages for' },
    permission: administrator,
    input: z.object({ type: z.enum(packageTypes), version: packageVersionSchema }),
    output: z.array(z.object({ system: z.enum(packageSystems), architecture: z.enum(packageArchitectures) })),
  }),
  upload: defineCall({
    path: '/package/upload',
    summary: { zh: '上传安装包', en: 'Upload an install package' },
    permission: administrator,
    input: packageSettingsSchema.extend({
      type: z.enum(packageTypes),
      system: z.enum(packageSystems).default('linux'),
      architecture: z.enum(packageArchitectures),
      /** '' takes the version that the content names. */
      version: packageVersionSchema.or(z.literal('')).default(''),
    }),
    output: packageSchema,
    audit: 'package.upload',
    upload: { extensions: ['.tar.gz', '.tgz', '.zip', '.jar'], maxBytes: maxPackageBytes },
  }),
  save: defineCall({
    path: '/package/save',
    summary: { zh: '修改安装包', en: 'Change the settings of an install package' },
    permission: administrator,
    input: keepingOmitted(packageSettingsSchema).extend({ id: idSchema }),
    output: packageSchema,
    audit: 'package.save',
  }),
  delete: defineCall({
    path: '/package/delete',
    summary: { zh: '删除安装包', en: 'Delete an install package' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: done,
    audit: 'package.delete',
  }),
  link: defineCall({
    path: '/package/link',
    summary: { zh: '获取安装包下载地址', en: 'Get an address to download an install package from' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: link,
  }),
}

export const projectPackageCalls = {
  list: defineCall({
    path: '/projectPackage/list',
    summary: { zh: '项目可用的安装包', en: 'List install packages for a project' },
    permission: inProject('machine.view'),
    input: z.object({ ...projectScope, ...listShape }),
    output: listed,
  }),
  link: defineCall({
    path: '/projectPackage/link',
    summary: { zh: '获取安装包下载地址', en: 'Get an address to download an install package from' },
    permission: inProject('machine.view'),
    input: z.object({ ...projectScope, id: idSchema }),
    output: link,
  }),
}

/** One machine's way to another version of the agent. */
export const machineUpgradeSchema = z.object({
  id: idSchema,
  state: upgradeStateSchema,
  fromVersion: z.string(),
  version: z.string(),
  receivedBytes: z.int(),
  sizeBytes: z.int(),
  failure: z.enum(upgradeFailures).nullable(),
  detail: z.string(),
  startedBy: z.string(),
  startedAt: instantSchema,
  changedAt: instantSchema,
})
export type MachineUpgrade = z.infer<typeof machineUpgradeSchema>

export const machineUpgradeCalls = {
  /** Every machine with the newest version that there is for it, and its last upgrade. */
  list: defineCall({
    path: '/machine/upgrades',
    summary: { zh: 'Agent 升级情况', en: 'List machines and how the upgrades of their agents stand' },
    permission: administrator,
    input: noInput,
    output: z.array(
      z.object({
        machineId: idSchema,
        name: z.string(),
        isOnline: z.boolean(),
        version: z.string(),
        /** Null when the agent is as new as any package for its architecture. */
        newest: z.object({ packageId: idSchema, version: z.string() }).nullable(),
        upgrade: machineUpgradeSchema.nullable(),
      }),
    ),
  }),
  start: defineCall({
    path: '/machine/upgrade',
    summary: { zh: '升级 Agent', en: 'Upgrade the agents of machines' },
    permission: administrator,
    input: z.object({
      /** null: every machine that is online and out of date. */
      machineIds: z.array(idSchema).min(1).max(1_000).nullable(),
      /** null: the newest that fits each machine. */
      packageId: idSchema.nullable().default(null),
    }),
    output: z.array(
      z.object({
        machineId: idSchema,
        name: z.string(),
        /** Null when it has begun. */
        refusal: z.enum(['offline', 'noPackage', 'otherArchitecture', 'upToDate', 'underWay']).nullable(),
      }),
    ),
    audit: 'machine.upgrade',
  }),
}
