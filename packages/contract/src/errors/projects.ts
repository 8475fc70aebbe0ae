/** Texts of errors about projects, members and roles. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const projectErrorTexts = {
  ProjectCodeExists: { zh: '项目编号 {code} 已存在', en: 'Project code {code} already exists' },
  ProjectArchived: { zh: '项目已归档，不能修改', en: 'The project is archived and cannot be changed' },
  ProjectDisabled: {
    zh: '项目已停用；有权编辑项目的成员可在“项目管理”中重新启用',
    en: 'The project is disabled. Members with permission to edit it can enable it on the Project management page',
  },
  ProjectHasActiveRuns: {
    zh: '项目中有正在执行的任务，请先停止',
    en: 'The project has active runs. Stop them first',
  },
  TemplateNeedsTwoProperties: {
    zh: '从模板创建项目至少要勾选两个属性',
    en: 'Select at least two properties to create a project from a template',
  },
  TemplateTooSmall: {
    zh: '模板至少要有两个属性，请再添加属性',
    en: 'A template needs at least two properties. Add more properties',
  },
  DatePropertyDefault: {
    zh: '日期类型的属性“{name}”不能有默认值',
    en: 'The date property “{name}” cannot have a default value',
  },
  MemberExists: { zh: '该用户已是项目成员', en: 'The user is already a member of the project' },
  ProjectManagerFixed: {
    zh: '项目经理不能被移除或修改',
    en: 'The project manager cannot be removed or edited',
  },
  RoleFixed: { zh: '项目经理角色不能修改或删除', en: 'The project manager role cannot be edited or deleted' },
  RoleInUse: {
    zh: '角色“{name}”仍有 {count} 名成员，请先调整他们的角色',
    en: 'Role “{name}” still has members ({count}). Assign them another role first',
  },
  TracingSystemUnset: {
    zh: '尚未设置调用链追踪系统，请先保存',
    en: 'No tracing system is set. Save one first',
  },
  TracingSecretNeeded: {
    zh: '请输入密码或令牌：已保存的是为另一个地址、登录方式、用户名或证书填写的',
    en: 'Enter password or token: the stored one was entered for another address, sign-in, user or authority',
  },
  NameExists: { zh: '名称“{name}”已存在', en: 'The name “{name}” already exists' },
} as const satisfies Catalogue
