/** API tokens: the own ones, those of a project for its managers, all of them for administrators; no API token makes any of these calls. */

import { done, idSchema, nameSchema, noInput, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { maxApiTokenDays } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject, projectUser } from '../call.ts'
import { apiTokenSchema } from '../entities/api-token.ts'
import { projectFunctionSchema } from '../permission-schemas.ts'

export const apiTokenCalls = {
  mine: defineCall({
    path: '/apiToken/mine',
    summary: { zh: '我的 API 令牌', en: 'The own API tokens' },
    permission: projectUser,
    input: noInput,
    output: z.array(apiTokenSchema),
  }),
  /** Functions must be among the caller's own in the project. The answer is the only place where the token ever stands. */
  create: defineCall({
    path: '/apiToken/create',
    summary: { zh: '创建 API 令牌', en: 'Make an API token' },
    permission: inProject('project.view'),
    input: z.object({
      ...projectScope,
      name: nameSchema,
      functions: z.array(projectFunctionSchema).min(1),
      expiresInDays: z.int().min(1).max(maxApiTokenDays),
    }),
    output: apiTokenSchema.extend({ token: z.string() }),
    audit: 'apiToken.create',
    refusesApiToken: true,
  }),
  revoke: defineCall({
    path: '/apiToken/revoke',
    summary: { zh: '吊销自己的 API 令牌', en: 'Revoke an own API token' },
    permission: projectUser,
    input: z.object({ id: idSchema }),
    output: done,
    audit: 'apiToken.revoke',
  }),
}

export const projectApiTokenCalls = {
  list: defineCall({
    path: '/projectApiToken/list',
    summary: { zh: '项目的 API 令牌', en: 'API tokens of the project' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, ...pageQueryShape }),
    output: pageOf(apiTokenSchema),
    refusesApiToken: true,
  }),
  revoke: defineCall({
    path: '/projectApiToken/revoke',
    summary: { zh: '吊销项目的 API 令牌', en: 'Revoke an API token of the project' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'apiToken.revoke',
    refusesApiToken: true,
  }),
}

export const adminApiTokenCalls = {
  list: defineCall({
    path: '/adminApiToken/list',
    summary: { zh: '全部 API 令牌', en: 'List all API tokens' },
    permission: administrator,
    input: z.object(pageQueryShape),
    output: pageOf(apiTokenSchema),
  }),
  revoke: defineCall({
    path: '/adminApiToken/revoke',
    summary: { zh: '吊销 API 令牌', en: 'Revoke an API token' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: done,
    audit: 'apiToken.revoke',
  }),
}
