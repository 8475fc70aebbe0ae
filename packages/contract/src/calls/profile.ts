/** Flame diagrams: the list, the upload of profile files, and the stored profiles themselves. */
import { profileKinds } from '@pone/profiles/model/profile.ts'
import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { maxProfileFileBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import {
  maxProfileParts,
  maxServedRequests,
  profileSchema,
  servedRequestsSchema,
} from '../entities/profile.ts'

import { profileRetentionDaysSchema, profileRetentionSchema } from '../entities/profile-retention.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })

export const profileCalls = {
  list: defineCall({
    path: '/profile/list',
    summary: { zh: '火焰图列表', en: 'List flame diagrams' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      kind: z.enum(profileKinds).nullable().default(null),
      /** Those of this run; nothing is found for callers who may not view runs. */
      runId: idSchema.nullable().default(null),
      sort: z.enum(['name', 'startedAt', 'createdAt']).default('createdAt'),
      descending: z.boolean().default(true),
    }),
    output: pageOf(profileSchema),
  }),
  get: defineCall({
    path: '/profile/get',
    summary: { zh: '火焰图信息', en: 'A flame diagram' },
    permission: view,
    input: one,
    output: profileSchema,
  }),
  /** What its run completed meanwhile; null when it has none that has ended, when no whole second lies within both, and for callers who may not view runs. */
  served: defineCall({
    path: '/profile/served',
    summary: { zh: '火焰图期间执行完成的请求', en: 'Requests of the run during a flame diagram' },
    permission: view,
    input: one,
    output: servedRequestsSchema.nullable(),
  }),
  /** Reads a profile file by its content. Refused with ProfileRefused when it cannot be read, and with ProfilesExceeded. */
  upload: defineCall({
    path: '/profile/upload',
    summary: { zh: '上传剖析文件', en: 'Upload a profile file' },
    permission: edit,
    input: z.object({
      ...projectScope,
      /** '' takes the file's name. */
      name: nameSchema.or(z.literal('')).default(''),
      /** What collapsed stacks measure, which their files do not say; others are read as they say. */
      kind: z.enum(profileKinds).default('cpu'),
      runId: idSchema.nullable().default(null),
    }),
    output: profileSchema,
    upload: {
      extensions: [
        '.jfr',
        '.pprof',
        '.pb',
        '.gz',
        '.cpuprofile',
        '.json',
        '.speedscope',
        '.collapsed',
        '.folded',
        '.txt',
        '.perf',
      ],
      maxBytes: maxProfileFileBytes,
    },
    audit: 'profile.upload',
  }),
  edit: defineCall({
    path: '/profile/edit',
    summary: { zh: '修改火焰图', en: 'Edit a flame diagram' },
    permission: edit,
    input: one.extend({
      name: nameSchema,
      requests: z.int().min(1).max(maxServedRequests).nullable(),
      runId: idSchema.nullable(),
      /** Left out: as before. */
      isKept: z.boolean().optional(),
    }),
    output: profileSchema,
    audit: 'profile.edit',
  }),
  /** One of its profiles in its stored form, gzip. */
  data: defineCall({
    path: '/profile/data',
    summary: { zh: '火焰图数据', en: 'Data of a flame diagram' },
    permission: view,
    input: one.extend({
      part: z
        .int()
        .min(0)
        .max(maxProfileParts - 1),
    }),
    output: z.unknown(),
    download: true,
  }),
  delete: defineCall({
    path: '/profile/delete',
    summary: { zh: '删除火焰图', en: 'Delete flame diagrams' },
    permission: edit,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'profile.delete',
  }),
  retention: defineCall({
    path: '/profile/retention',
    summary: { zh: '火焰图和线程转储的保留时间', en: 'Retention of flame diagrams and thread dumps' },
    permission: view,
    input: z.object({
      ...projectScope,
      /** Tells what would have expired with these days; null: with those of the project. */
      days: profileRetentionDaysSchema.nullable().default(null),
    }),
    output: profileRetentionSchema,
  }),
  /** Fewer days delete data, so this is for those who may edit the project. */
  saveRetention: defineCall({
    path: '/profile/saveRetention',
    summary: {
      zh: '保存火焰图和线程转储的保留时间',
      en: 'Save the retention of flame diagrams and thread dumps',
    },
    permission: inProject('project.edit'),
    input: z.object({ ...projectScope, days: profileRetentionDaysSchema }),
    output: profileRetentionSchema,
    audit: 'profile.saveRetention',
  }),
}
