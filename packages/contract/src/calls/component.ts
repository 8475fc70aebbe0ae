/** The component catalogue, its documents, parameter files and standalone execution. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { delimiters, fileEncodings, fileQuotes } from '@pone/plan/parameters/parameters.ts'
import { done, idSchema, nameSchema, projectScope } from '@pone/schema/common.ts'
import {
  maxAttachmentBytes,
  maxDebugLoops,
  maxDebugUsers,
  maxParameterFileBytes,
  maxStepCounts,
} from '@pone/schema/limits.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  attachmentKinds,
  attachmentSchema,
  componentNodeSchema,
  componentSchema,
  parameterFileSchema,
} from '../entities/component.ts'
import { debugEventSchema } from '../link/debug.ts'
import { catalogueCalls } from './catalogue.ts'

const view = inProject('component.view')
const edit = inProject('component.edit')
const debug = inProject('component.debug')

export const componentCalls = {
  ...catalogueCalls({
    name: 'component',
    zh: '组件',
    en: 'component',
    view,
    edit,
    node: componentNodeSchema,
    leaf: componentSchema,
    document: componentDocumentSchema,
  }),
  createFolder: defineCall({
    path: '/component/createFolder',
    summary: { zh: '新建目录', en: 'Create a folder' },
    permission: edit,
    input: z.object({ ...projectScope, parentId: idSchema, name: nameSchema }),
    output: componentNodeSchema,
    audit: 'component.createFolder',
  }),
  create: defineCall({
    path: '/component/create',
    summary: { zh: '新建组件', en: 'Create a component' },
    permission: edit,
    input: z.object({
      ...projectScope,
      parentId: idSchema,
      name: nameSchema,
      document: componentDocumentSchema.prefault({}),
      /** The stored component that the document comes from, whose secrets stand behind the masks; null for none. */
      secretsOf: idSchema.nullable().default(null),
    }),
    output: componentSchema,
    audit: 'component.create',
  }),
  /** For tables: a document can be a thousand times as long. What is no component of the project is left out. */
  stepCounts: defineCall({
    path: '/component/stepCounts',
    summary: { zh: '组件的步骤数', en: 'Numbers of steps of components' },
    permission: view,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(maxStepCounts) }),
    output: z.array(z.object({ id: idSchema, steps: z.int().min(0) })),
  }),
  /** Runs a document, saved or not, outside a scenario; events come over the live stream, topic `debug`. */
  startDebug: defineCall({
    path: '/component/startDebug',
    summary: { zh: '独立执行', en: 'Standalone execution' },
    permission: debug,
    input: z.object({
      ...projectScope,
      name: nameSchema,
      /** The stored component that the document comes from, whose secrets stand behind the masks; null for one that was never saved. */
      componentId: idSchema.nullable().default(null),
      document: componentDocumentSchema,
      /** threadGroup: as the document's thread group says, within the same bounds; users and loops mean nothing then. */
      load: z.enum(['given', 'threadGroup']).default('given'),
      users: z.int().min(1).max(maxDebugUsers).default(1),
      loops: z.int().min(1).max(maxDebugLoops).default(1),
    }),
    output: z.object({ debugId: idSchema }),
    audit: 'component.debug',
  }),
  stopDebug: defineCall({
    path: '/component/stopDebug',
    summary: { zh: '停止独立执行', en: 'Stop a standalone execution' },
    permission: debug,
    input: z.object({ ...projectScope, debugId: idSchema }),
    output: done,
  }),
  /** Events so far, for clients without a live stream; `from` is the number of events already known. */
  debugEvents: defineCall({
    path: '/component/debugEvents',
    summary: { zh: '独立执行的事件', en: 'Events of a standalone execution' },
    permission: debug,
    input: z.object({ ...projectScope, debugId: idSchema, from: z.int().min(0).default(0) }),
    output: z.object({ events: z.array(debugEventSchema), isEnded: z.boolean() }),
  }),
}

export const parameterFileCalls = {
  list: defineCall({
    path: '/parameterFile/list',
    summary: { zh: '参数文件列表', en: 'List parameter files' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(parameterFileSchema),
  }),
  upload: defineCall({
    path: '/parameterFile/upload',
    summary: { zh: '上传参数文件', en: 'Upload a parameter file' },
    permission: edit,
    input: z.object(projectScope),
    output: parameterFileSchema,
    upload: { extensions: ['.csv', '.dat', '.txt'], maxBytes: maxParameterFileBytes },
    audit: 'parameterFile.upload',
  }),
  /** First rows, split as the parameter would split them. */
  preview: defineCall({
    path: '/parameterFile/preview',
    summary: { zh: '预览参数文件', en: 'Preview a parameter file' },
    permission: view,
    input: z.object({
      ...projectScope,
      id: idSchema,
      delimiter: z.enum(delimiters).default(','),
      quote: z.enum(fileQuotes).default('"'),
      encoding: z.enum(fileEncodings).default('utf-8'),
      rows: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(z.array(z.string())), lines: z.int() }),
  }),
  delete: defineCall({
    path: '/parameterFile/delete',
    summary: { zh: '删除参数文件', en: 'Delete a parameter file' },
    permission: edit,
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'parameterFile.delete',
  }),
}

/** Files that components use besides parameter files: certificates and keys, bodies and parts of requests. */
export const attachmentCalls = {
  list: defineCall({
    path: '/attachment/list',
    summary: { zh: '附件列表', en: 'List attachments' },
    permission: view,
    input: z.object({ ...projectScope, kind: z.enum(attachmentKinds).optional() }),
    output: z.array(attachmentSchema),
  }),
  /** A certificate or key is checked to be one; it may hold at most maxCertificateBytes. */
  upload: defineCall({
    path: '/attachment/upload',
    summary: { zh: '上传附件', en: 'Upload an attachment' },
    permission: edit,
    input: z.object({ ...projectScope, kind: z.enum(attachmentKinds) }),
    output: attachmentSchema,
    upload: { extensions: [], maxBytes: maxAttachmentBytes },
    audit: 'attachment.upload',
  }),
  delete: defineCall({
    path: '/attachment/delete',
    summary: { zh: '删除附件', en: 'Delete an attachment' },
    permission: edit,
    input: z.object({ ...projectScope, id: idSchema }),
    output: done,
    audit: 'attachment.delete',
  }),
}
