/** Administration of accounts. */

import { done, idSchema, noInput, pageQueryShape, passwordSchema } from '@pone/schema/common.ts'
import { maxImportFileBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall } from '../call.ts'
import { userFieldsSchema, userSchema } from '../entities/user.ts'
import { keepingOmitted } from '../update-input.ts'

const ids = z.object({ ids: z.array(idSchema).min(1).max(500) })

export const userCalls = {
  list: defineCall({
    path: '/user/list',
    summary: { zh: '用户列表', en: 'List accounts' },
    permission: administrator,
    input: z.object({
      ...pageQueryShape,
      kind: z.enum(['all', 'user', 'administrator']).default('all'),
      lock: z.enum(['all', 'locked', 'unlocked', 'waiting']).default('all'),
      sort: z.enum(['account', 'realName', 'createdAt', 'lastLoginAt']).default('createdAt'),
      descending: z.boolean().default(true),
    }),
    output: pageOf(userSchema),
  }),
  create: defineCall({
    path: '/user/create',
    summary: { zh: '新建用户', en: 'Create an account' },
    permission: administrator,
    input: userFieldsSchema.extend({ password: passwordSchema }),
    output: userSchema,
    audit: 'user.create',
  }),
  edit: defineCall({
    path: '/user/edit',
    summary: { zh: '编辑用户', en: 'Edit an account' },
    permission: administrator,
    input: keepingOmitted(userFieldsSchema.omit({ account: true, isAdministrator: true })).extend({
      id: idSchema,
    }),
    output: userSchema,
    audit: 'user.edit',
  }),
  lock: defineCall({
    path: '/user/lock',
    summary: { zh: '锁定用户', en: 'Lock accounts' },
    permission: administrator,
    input: ids,
    output: done,
    audit: 'user.lock',
  }),
  unlock: defineCall({
    path: '/user/unlock',
    summary: { zh: '解锁用户', en: 'Unlock accounts' },
    permission: administrator,
    input: ids,
    output: done,
    audit: 'user.unlock',
  }),
  /** Lets accounts that wait for it sign in. */
  approve: defineCall({
    path: '/user/approve',
    summary: { zh: '批准注册', en: 'Approve registered accounts' },
    permission: administrator,
    input: ids,
    output: done,
    audit: 'user.approve',
  }),
  /** Deletes accounts that wait for approval. */
  refuse: defineCall({
    path: '/user/refuse',
    summary: { zh: '拒绝注册', en: 'Refuse registered accounts' },
    permission: administrator,
    input: ids,
    output: done,
    audit: 'user.refuse',
  }),
  delete: defineCall({
    path: '/user/delete',
    summary: { zh: '删除用户', en: 'Delete accounts' },
    permission: administrator,
    input: ids,
    output: done,
    audit: 'user.delete',
  }),
  /** The default password is shown to the administrator in the answer; the account must change it at the next sign-in. */
  resetPassword: defineCall({
    path: '/user/resetPassword',
    summary: { zh: '重置为默认密码', en: 'Reset to the default password' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: z.object({ defaultPassword: z.string() }),
    audit: 'user.resetPassword',
  }),
  importTemplate: defineCall({
    path: '/user/importTemplate',
    summary: { zh: '下载导入模板', en: 'Download the import template' },
    permission: administrator,
    input: noInput,
    output: z.unknown(),
    download: true,
  }),
  import: defineCall({
    path: '/user/import',
    summary: { zh: '导入用户', en: 'Import accounts from a filled-in template' },
    permission: administrator,
    input: noInput,
    output: z.object({
      created: z.int(),
      refused: z.int(),
      defaultPassword: z.string(),
      rows: z.array(
        z.object({ row: z.int(), account: z.string(), created: z.boolean(), problem: z.string().nullable() }),
      ),
    }),
    upload: { extensions: ['.xlsx'], maxBytes: maxImportFileBytes },
    audit: 'user.import',
  }),
}
