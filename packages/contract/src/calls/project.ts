/** Projects: administration, the own projects, members and roles. */

import { done, idSchema, nameSchema, noInput, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject, projectUser, signedIn } from '../call.ts'
import {
  dynamicPropertySchema,
  memberSchema,
  projectChoiceSchema,
  projectFieldsSchema,
  projectSchema,
  projectTemplateSchema,
  roleSchema,
} from '../entities/project.ts'
import { projectFunctionSchema } from '../permission-schemas.ts'
import { projectStatusSchema } from '../state-schemas.ts'
import { keepingOmitted } from '../update-input.ts'

const listQuery = z.object({
  ...pageQueryShape,
  status: projectStatusSchema.or(z.literal('all')).default('all'),
  type: z.enum(['all', 'test', 'large', 'small']).default('all'),
})
/** Ticked properties of a template; at least two when a template is named. */
const fromTemplate = {
  templateId: idSchema.nullable().default(null),
  templateProperties: z.array(z.string()).default([]),
}
const userBrief = z.object({ id: idSchema, account: z.string(), realName: z.string() })

/** The administrator's page /pone/atf/project. */
export const adminProjectCalls = {
  list: defineCall({
    path: '/adminProject/list',
    summary: { zh: '全部项目', en: 'List all projects' },
    permission: administrator,
    input: listQuery,
    output: pageOf(projectSchema),
  }),
  create: defineCall({
    path: '/adminProject/create',
    summary: { zh: '新建项目', en: 'Create a project' },
    permission: administrator,
    input: projectFieldsSchema.extend({ managerId: idSchema, ...fromTemplate }),
    output: projectSchema,
    audit: 'project.create',
  }),
  edit: defineCall({
    path: '/adminProject/edit',
    summary: { zh: '编辑项目', en: 'Edit a project' },
    permission: administrator,
    input: keepingOmitted(projectFieldsSchema).extend({ id: idSchema, managerId: idSchema }),
    output: projectSchema,
    audit: 'project.edit',
  }),
  archive: defineCall({
    path: '/adminProject/archive',
    summary: { zh: '归档项目', en: 'Archive a project' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: projectSchema,
    audit: 'project.archive',
  }),
  restore: defineCall({
    path: '/adminProject/restore',
    summary: { zh: '取消归档', en: 'Bring an archived project back' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: projectSchema,
    audit: 'project.restore',
  }),
  delete: defineCall({
    path: '/adminProject/delete',
    summary: { zh: '删除项目及其全部数据', en: 'Delete a project and all its data' },
    permission: administrator,
    input: z.object({
      id: idSchema,
      /** The project's code, typed by the person. */ confirmation: z.string(),
    }),
    output: done,
    audit: 'project.delete',
  }),
  managers: defineCall({
    path: '/adminProject/managers',
    summary: { zh: '可选的项目经理', en: 'Users who can manage a project' },
    permission: administrator,
    input: z.object({ search: z.string().trim().max(100).default('') }),
    output: z.array(userBrief),
  }),
}

export const projectTemplateCalls = {
  list: defineCall({
    path: '/projectTemplate/list',
    summary: { zh: '项目模板列表', en: 'List project templates' },
    permission: signedIn,
    input: noInput,
    output: z.array(projectTemplateSchema),
  }),
  save: defineCall({
    path: '/projectTemplate/save',
    summary: { zh: '保存项目模板', en: 'Save a project template' },
    permission: administrator,
    input: z.object({
      id: idSchema.nullable(),
      name: nameSchema,
      /** At least two, because a project takes at least two from its template. */
      properties: z.array(dynamicPropertySchema.omit({ value: true })).max(50),
    }),
    output: projectTemplateSchema,
    audit: 'projectTemplate.save',
  }),
  delete: defineCall({
    path: '/projectTemplate/delete',
    summary: { zh: '删除项目模板', en: 'Delete a project template' },
    permission: administrator,
    input: z.object({ id: idSchema }),
    output: done,
    audit: 'projectTemplate.delete',
  }),
}

export const projectCalls = {
  /** Projects the caller is a member of, with his role and functions: the access list of the client. An API token has one. */
  mine: defineCall({
    path: '/project/mine',
    summary: { zh: '我的项目', en: 'Projects of the caller' },
    permission: projectUser,
    input: listQuery,
    output: pageOf(projectChoiceSchema),
    acceptsApiToken: true,
  }),
  create: defineCall({
    path: '/project/create',
    summary: { zh: '新建项目并成为项目经理', en: 'Create a project and become its manager' },
    permission: projectUser,
    input: projectFieldsSchema.extend(fromTemplate),
    output: projectChoiceSchema,
    audit: 'project.create',
  }),
  get: defineCall({
    path: '/project/get',
    summary: { zh: '项目详情', en: 'A project with the caller’s functions in it' },
    permission: inProject('project.view'),
    input: z.object(projectScope),
    output: projectChoiceSchema,
    allowedWhileDisabled: true,
  }),
  edit: defineCall({
    path: '/project/edit',
    summary: { zh: '编辑项目', en: 'Edit the project' },
    permission: inProject('project.edit'),
    input: keepingOmitted(projectFieldsSchema).extend(projectScope),
    output: projectChoiceSchema,
    audit: 'project.edit',
    allowedWhileDisabled: true,
  }),
  home: defineCall({
    path: '/project/home',
    summary: { zh: '项目首页数据', en: 'Figures of the project’s home page' },
    permission: inProject('project.view'),
    input: z.object(projectScope),
    output: z.object({
      components: z.int(),
      scenarios: z.int(),
      members: z.int(),
      runs: z.object({
        total: z.int(),
        complete: z.int(),
        failed: z.int(),
        stopped: z.int(),
        active: z.int(),
      }),
      requests: z.int(),
      slaPassedPercent: z.number().nullable(),
      runsPerDay: z.array(
        z.object({ day: z.string(), complete: z.int(), failed: z.int(), stopped: z.int() }),
      ),
      latestRuns: z.array(
        z.object({
          id: idSchema,
          number: z.int(),
          scenarioId: idSchema.nullable(),
          scenarioName: z.string(),
          state: z.string(),
          sla: z.string(),
          startedAt: z.int().nullable(),
          durationMs: z.int().nullable(),
          requests: z.int(),
          requestsPerSecond: z.number(),
          p95Ms: z.number().nullable(),
          errorPercent: z.number(),
        }),
      ),
      latestChanges: z.array(
        z.object({ at: z.int(), account: z.string(), action: z.string(), target: z.string() }),
      ),
    }),
  }),
}

export const memberCalls = {
  list: defineCall({
    path: '/member/list',
    summary: { zh: '项目成员', en: 'List members' },
    permission: inProject('member.view'),
    input: z.object({ ...projectScope, ...pageQueryShape }),
    output: pageOf(memberSchema),
  }),
  /** Accounts that are not members yet; needs at least two letters, so that nobody lists all accounts. */
  candidates: defineCall({
    path: '/member/candidates',
    summary: { zh: '可添加的用户', en: 'Accounts that can be added' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, search: z.string().trim().min(2).max(100) }),
    output: z.array(userBrief),
  }),
  add: defineCall({
    path: '/member/add',
    summary: { zh: '添加成员', en: 'Add members' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, userIds: z.array(idSchema).min(1).max(100), roleId: idSchema }),
    output: done,
    audit: 'member.add',
  }),
  setRole: defineCall({
    path: '/member/setRole',
    summary: { zh: '修改成员角色', en: 'Give a member another role' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, userId: idSchema, roleId: idSchema }),
    output: done,
    audit: 'member.setRole',
  }),
  remove: defineCall({
    path: '/member/remove',
    summary: { zh: '移除成员', en: 'Remove members' },
    permission: inProject('member.edit'),
    input: z.object({ ...projectScope, userIds: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'member.remove',
  }),
}

export const roleCalls = {
  list: defineCall({
    path: '/role/list',
    summary: { zh: '项目角色', en: 'List roles' },
    permission: inProject('member.view'),
    input: z.object(projectScope),
    output: z.array(roleSchema),
  }),
  create: defineCall({
    path: '/role/create',
    summary: { zh: '新建角色', en: 'Create a role' },
    permission: inProject('role.edit'),
    input: z.object({ ...projectScope, name: nameSchema, functions: z.array(projectFunctionSchema) }),
    output: roleSchema,
    audit: 'role.create',
  }),
  edit: defineCall({
    path: '/role/edit',
    summary: { zh: '编辑角色', en: 'Edit a role' },
    permission: inProject('role.edit'),
    input: z.object({
      ...projectScope,
      id: idSchema,
      name: nameSchema,
      functions: z.array(projectFunctionSchema),
    }),
    output: roleSchema,
    audit: 'role.edit',
  }),
  delete: defineCall({
    path: '/role/delete',
    summary: { zh: '删除角色', en: 'Delete a role' },
    permission: inProject('role.edit'),
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'role.delete',
  }),
}
