/** Texts of errors about projects, members and roles. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const projectErrorTexts = {
  ProjectCodeExists: { zh: '项目编号 {code} 已存在', en: 'Project code {code} already exists' },
  ProjectArchived: { zh: '项目已归档，不能修改', en: 'The project is archived and cannot be changed' },
  ProjectDisabled: {
    zh: '项目已停用；有权编辑项目的成员可在“项目管理”中重新启用',
    en: 'The project is switched off; members who may edit it can switch it on in Project management',
  },
  ProjectHasActiveRuns: {
    zh: '项目中有正在执行的任务，请先停止',
    en: 'The project has running tasks; stop them first',
  },
  TemplateNeedsTwoProperties: {
    zh: '从模板创建项目至少要勾选两个属性',
    en: 'Creating a project from a template needs at least two properties ticked',
  },
  TemplateTooSmall: {
    zh: '模板至少要有两个属性，请再添加属性',
    en: 'A template needs at least two properties; add another one',
  },
  DatePropertyDefault: {
    zh: '日期类型的属性“{name}”不能有默认值',
    en: 'The date property “{name}” cannot have a default value',
  },
  MemberExists: { zh: '该用户已是项目成员', en: 'The user is a member of the project already' },
  ProjectManagerFixed: {
    zh: '项目经理不能被移除或修改',
    en: 'The project manager cannot be removed or edited',
  },
  RoleFixed: { zh: '项目经理角色不能修改或删除', en: 'The project manager role cannot be edited or deleted' },
  RoleInUse: {
    zh: '角色“{name}”仍有 {count} 名成员，请先调整他们的角色',
    en: 'Role “{name}” still has {count} members; give them another role first',
  },
  NameExists: { zh: '名称“{name}”已存在', en: 'The name “{name}” is taken already' },
} as const satisfies Catalogue
