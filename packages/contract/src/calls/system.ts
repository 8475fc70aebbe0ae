/** Facts about this installation. */

import { noInput } from '@pone/schema/common.ts'
import { z } from 'zod'
import { administrator, defineCall, everyone } from '../call.ts'
import { passwordRuleSchema, registrationModes, securitySettingsSchema } from '../entities/security.ts'
import { noticeSchema } from '../notices.ts'

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
          scenarioName: z.string(),
          state: z.string(),
          startedAt: z.int().nullable(),
          users: z.int(),
        }),
      ),
      runsPerDay: z.array(
        z.object({ day: z.string(), complete: z.int(), failed: z.int(), stopped: z.int() }),
      ),
      machines: z.array(
        z.object({
          name: z.string(),
          isOnline: z.boolean(),
          cpu01: z.number().nullable(),
          maxUsers: z.int(),
          remainingUsers: z.int(),
        }),
      ),
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
