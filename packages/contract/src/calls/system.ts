/** Facts about this installation. */

import { engineSchema } from '@pone/plan/engines/schema.ts'
import { instantSchema, noInput } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall, everyone } from '../call.ts'
import { machineDiskSchema } from '../entities/cluster.ts'
import { passwordRuleSchema, registrationModes, securitySettingsSchema } from '../entities/security.ts'
import { noticeSchema } from '../notices.ts'

/** Machines on the administrator's home page. */
export const maxListedMachines = 100

export const systemCalls = {
  info: defineCall({
    path: '/system/info',
    summary: { zh: '系统信息', en: 'About this installation' },
    permission: everyone,
    input: noInput,
    output: z.object({
      productName: z.string(),
      version: z.string(),
      cloudMode: z.boolean(),
      registration: z.enum(registrationModes),
      passwordRule: passwordRuleSchema,
      demoTargetUrl: z.string().nullable(),
      /** SHA-256 of the authority of the server's certificate, which agents are to be told; null where every machine knows it, and without TLS. */
      certificatePin: z.string().nullable(),
      now: z.int(),
    }),
  }),
  /** Figures of the administrator's home page. */
  overview: defineCall({
    path: '/system/overview',
    summary: { zh: '管理首页数据', en: 'Figures of the administration home page' },
    permission: administrator,
    input: noInput,
    output: z.object({
      users: z.int(),
      lockedUsers: z.int(),
      onlineUsers: z.int(),
      projects: z.object({ notImplemented: z.int(), inProgress: z.int(), archived: z.int() }),
      activeRuns: z.array(
        z.object({
          id: z.string(),
          number: z.int(),
          projectName: z.string(),
          engine: engineSchema,
          scenarioName: z.string(),
          state: z.string(),
          startedAt: z.int().nullable(),
          users: z.int(),
        }),
      ),
      runsPerDay: z.array(
        z.object({ day: z.string(), complete: z.int(), failed: z.int(), stopped: z.int() }),
      ),
      /** Those that need attention first, then the busiest; at most `maxListedMachines`. */
      machines: z.array(
        z.object({
          name: z.string(),
          isOnline: z.boolean(),
          isInService: z.boolean(),
          version: z.string(),
          /** Its agent is older than the server. */
          isOutdated: z.boolean(),
          /** Active runs that use it. */
          runs: z.int(),
          cpu01: z.number().nullable(),
          /** Of the file system of the agent's folder; null while the machine has not told it. */
          disk: machineDiskSchema.nullable(),
          maxUsers: z.int(),
          remainingUsers: z.int(),
        }),
      ),
      /** Of all machines, listed or not. `maxUsers` and `remainingUsers`: sums over those that are online. */
      machineCounts: z.object({
        total: z.int(),
        online: z.int(),
        busy: z.int(),
        outdated: z.int(),
        maxUsers: z.int(),
        remainingUsers: z.int(),
      }),
      storage: z.object({
        databaseBytes: z.int(),
        /** Results of runs, of the database. */
        resultBytes: z.int(),
        /** Of the database, since the oldest of the daily sizes that are kept (31 days); null within the first day. */
        growth: z.object({ bytesPerDay: z.number(), since: instantSchema }).nullable(),
        /** Of the file systems that hold uploads, and the database where that is on the server's machine. */
        filesDisk: machineDiskSchema,
        databaseDisk: machineDiskSchema.nullable(),
      }),
      /** Of the licence: what it grants, and what active runs have left of it. */
      licensedUsers: z.object({ total: z.int(), left: z.int() }),
      databaseBytes: z.int(),
    }),
  }),
  security: defineCall({
    path: '/system/security',
    summary: { zh: '安全设置', en: 'Security settings' },
    permission: administrator,
    input: noInput,
    output: securitySettingsSchema,
  }),
  /** What is left out stays. */
  saveSecurity: defineCall({
    path: '/system/saveSecurity',
    summary: { zh: '保存安全设置', en: 'Save security settings' },
    permission: administrator,
    input: securitySettingsSchema.partial(),
    output: securitySettingsSchema,
    audit: 'system.saveSecurity',
  }),
  /** What of this installation needs an administrator's attention. */
  notices: defineCall({
    path: '/system/notices',
    summary: { zh: '需要管理员处理的事项', en: 'What needs the attention of an administrator' },
    permission: administrator,
    input: noInput,
    output: z.array(noticeSchema),
  }),
}
