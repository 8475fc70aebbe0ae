/** The catalogue of JMeter components, their test plans and the files of these. */

import { done, idSchema, nameSchema, projectScope } from '@pone/schema/common.ts'
import { maxJmeterFileBytes, maxJmeterPlanBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  jmeterComponentFactsSchema,
  jmeterComponentNodeSchema,
  jmeterComponentSchema,
  jmeterFileSchema,
  jmeterPlanSchema,
} from '../entities/jmeter-component.ts'
import { catalogueCalls } from './catalogue.ts'

const view = inProject('component.view')
const edit = inProject('component.edit')
const planUpload = { extensions: ['.jmx'], maxBytes: maxJmeterPlanBytes }
const component = z.object({ ...projectScope, id: idSchema })

const { save: _ofDocuments, ...catalogue } = catalogueCalls({
  name: 'jmeterComponent',
  zh: 'JMeter 组件',
  en: 'JMeter component',
  view,
  edit,
  node: jmeterComponentNodeSchema,
  leaf: jmeterComponentSchema,
  document: jmeterPlanSchema,
})

export const jmeterComponentCalls = {
  ...catalogue,
  createFolder: defineCall({
    path: '/jmeterComponent/createFolder',
    summary: { zh: '新建 JMeter 组件目录', en: 'Create a folder of JMeter components' },
    permission: edit,
    input: z.object({ ...projectScope, parentId: idSchema, name: nameSchema }),
    output: jmeterComponentNodeSchema,
    audit: 'jmeterComponent.createFolder',
  }),
  /** With a plan of one thread group. */
  create: defineCall({
    path: '/jmeterComponent/create',
    summary: { zh: '新建 JMeter 组件', en: 'Create a JMeter component' },
    permission: edit,
    input: z.object({ ...projectScope, parentId: idSchema, name: nameSchema }),
    output: jmeterComponentFactsSchema,
    audit: 'jmeterComponent.create',
  }),
  import: defineCall({
    path: '/jmeterComponent/import',
    summary: { zh: '上传 .jmx 为 JMeter 组件', en: 'Upload a .jmx as a JMeter component' },
    permission: edit,
    input: z.object({
      ...projectScope,
      parentId: idSchema,
      /** '' takes the file's name; a number is added when it is taken. */
      name: nameSchema.or(z.literal('')).default(''),
    }),
    output: jmeterComponentFactsSchema,
    upload: planUpload,
    audit: 'jmeterComponent.import',
  }),
  /** Takes the uploaded plan in place of the stored one; refused with EditedMeanwhile when `revision` is not the stored one. */
  save: defineCall({
    path: '/jmeterComponent/save',
    summary: { zh: '保存 JMeter 组件', en: 'Save a JMeter component' },
    permission: edit,
    input: component.extend({ revision: z.int32().min(1) }),
    output: jmeterComponentFactsSchema,
    upload: planUpload,
    audit: 'jmeterComponent.save',
  }),
  download: defineCall({
    path: '/jmeterComponent/download',
    summary: { zh: '下载 .jmx', en: 'Download the .jmx' },
    permission: view,
    input: component,
    output: z.unknown(),
    download: true,
  }),
  /** Runs the uploaded plan, stored or not, outside a scenario: one user once in each thread group, with the component's files; watched and stopped like that of a component. */
  startTrial: defineCall({
    path: '/jmeterComponent/startTrial',
    summary: { zh: '独立执行 JMeter 组件', en: 'Run a JMeter component standalone' },
    permission: inProject('component.debug'),
    input: component,
    output: z.object({ debugId: idSchema }),
    upload: planUpload,
    audit: 'jmeterComponent.trial',
  }),
  files: defineCall({
    path: '/jmeterComponent/files',
    summary: { zh: 'JMeter 组件的文件', en: 'List the files of a JMeter component' },
    permission: view,
    input: component,
    output: z.array(jmeterFileSchema),
  }),
  uploadFile: defineCall({
    path: '/jmeterComponent/uploadFile',
    summary: { zh: '上传 JMeter 组件的文件', en: 'Upload a file of a JMeter component' },
    permission: edit,
    input: component.extend({
      /** Whether a file of the same name gives way. */
      replaces: z.boolean().default(false),
    }),
    output: jmeterFileSchema,
    upload: { extensions: [], maxBytes: maxJmeterFileBytes },
    audit: 'jmeterComponent.uploadFile',
  }),
  downloadFile: defineCall({
    path: '/jmeterComponent/downloadFile',
    summary: { zh: '下载 JMeter 组件的文件', en: 'Download a file of a JMeter component' },
    permission: view,
    input: component.extend({ fileId: idSchema }),
    output: z.unknown(),
    download: true,
  }),
  deleteFile: defineCall({
    path: '/jmeterComponent/deleteFile',
    summary: { zh: '删除 JMeter 组件的文件', en: 'Delete a file of a JMeter component' },
    permission: edit,
    input: component.extend({ fileId: idSchema }),
    output: done,
    audit: 'jmeterComponent.deleteFile',
  }),
}
