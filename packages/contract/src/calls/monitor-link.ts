/** Monitoring links: the list, start and stop, bindings to scenarios, sessions and live values; their topology is saved and read by `monitor-view.ts`. */

import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import { linkProposalsSchema } from '../entities/link-proposal.ts'
import {
  linkLiveSchema,
  linkPictureSchema,
  linkTopologySchema,
  maxLinkPictureBytes,
  monitorLinkRowSchema,
  monitorLinkSessionSchema,
} from '../entities/monitor-link.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })
const several = z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(100) })

export const monitorLinkCalls = {
  list: defineCall({
    path: '/monitorLink/list',
    summary: { zh: '监控链路列表', en: 'List monitoring links' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      isRunning: z.boolean().nullable().default(null),
      /** Bound to any scenario, or to none. */
      isBound: z.boolean().nullable().default(null),
      sort: z.enum(['name', 'createdAt', 'updatedAt']).default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(monitorLinkRowSchema),
  }),
  /** Stopped and unbound, under a free name. */
  copy: defineCall({
    path: '/monitorLink/copy',
    summary: { zh: '复制监控链路', en: 'Copy a monitoring link' },
    permission: edit,
    input: one,
    output: monitorLinkRowSchema,
    audit: 'monitorLink.copy',
  }),
  rename: defineCall({
    path: '/monitorLink/rename',
    summary: { zh: '重命名监控链路', en: 'Rename a monitoring link' },
    permission: edit,
    input: one.extend({ name: nameSchema }),
    output: done,
    audit: 'monitorLink.rename',
  }),
  /** Its data-flow reports stay. None is deleted when one of them runs. */
  delete: defineCall({
    path: '/monitorLink/delete',
    summary: { zh: '删除监控链路', en: 'Delete monitoring links' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitorLink.delete',
  }),
  /** Starts its monitors that do not run as well. */
  start: defineCall({
    path: '/monitorLink/start',
    summary: { zh: '启动监控链路', en: 'Start monitoring links' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitorLink.start',
  }),
  /** Stops of its monitors those that its start began and no other running link needs. */
  stop: defineCall({
    path: '/monitorLink/stop',
    summary: { zh: '停止监控链路', en: 'Stop monitoring links' },
    permission: edit,
    input: several,
    output: done,
    audit: 'monitorLink.stop',
  }),
  /** Binds it to exactly these scenarios; none: unbound. What is left out stays; counts for load tests that last, too. */
  bind: defineCall({
    path: '/monitorLink/bind',
    summary: { zh: '绑定监控链路到场景', en: 'Bind a monitoring link to scenarios' },
    permission: edit,
    input: one.extend({
      scenarioIds: z.array(idSchema).max(200),
      collectsEachSecond: z.boolean().optional(),
    }),
    output: done,
    audit: 'monitorLink.bind',
  }),
  /** Newest first; `flowReport.get` answers what was collected in one of them. */
  sessions: defineCall({
    path: '/monitorLink/sessions',
    summary: { zh: '监控流列表', en: 'Sessions of monitoring links' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      linkId: idSchema.nullable().default(null),
      isRunning: z.boolean().nullable().default(null),
    }),
    output: pageOf(monitorLinkSessionSchema),
  }),
  /** Newest values of the counters that its nodes and edges show. */
  live: defineCall({
    path: '/monitorLink/live',
    summary: { zh: '监控链路的实时数据', en: 'Live values of a monitoring link' },
    permission: view,
    input: one,
    output: linkLiveSchema,
  }),
  /** Keeps a picture that a topology may show behind its nodes: PNG, JPEG or WebP by its content. Those that no link or report shows are removed after a day. */
  uploadPicture: defineCall({
    path: '/monitorLink/uploadPicture',
    summary: { zh: '上传拓扑背景图', en: 'Upload a background picture of a topology' },
    permission: edit,
    input: z.object(projectScope),
    output: linkPictureSchema,
    upload: { extensions: ['.png', '.jpg', '.jpeg', '.webp'], maxBytes: maxLinkPictureBytes },
    audit: 'monitorLink.uploadPicture',
  }),
  picture: defineCall({
    path: '/monitorLink/picture',
    summary: { zh: '拓扑背景图', en: 'A background picture of a topology' },
    permission: view,
    input: one,
    output: linkPictureSchema.extend({ base64: z.string() }),
  }),
  /** Asks agents once which connections they see between what the topology, stored or not, and the project's monitors stand for; takes some seconds. */
  proposeEdges: defineCall({
    path: '/monitorLink/proposeEdges',
    summary: { zh: '根据主机上的连接推荐连线', en: 'Propose edges from connections on machines' },
    permission: edit,
    input: z.object({
      ...projectScope,
      topology: linkTopologySchema,
      /** Machines whose agents are asked; null: all of the project. */
      machineIds: z.array(idSchema).max(100).nullable(),
    }),
    output: linkProposalsSchema,
    audit: 'monitorLink.proposeEdges',
  }),
}
