/** Thread dumps of JVMs by agents, single and in series: their orders, what was taken, and the threads themselves. */
import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { dumpCountBounds, threadSeriesFieldsSchema, threadSeriesSchema } from '../entities/thread-series.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })

export const threadDumpCalls = {
  /** Newest first. */
  list: defineCall({
    path: '/threadDump/list',
    summary: { zh: 'JVM 线程转储列表', en: 'List thread dumps of JVMs' },
    permission: view,
    input: z.object({
      ...projectScope,
      /** Those of this monitor; null = of all. */
      monitorId: idSchema.nullable().default(null),
    }),
    output: z.array(threadSeriesSchema),
  }),
  get: defineCall({
    path: '/threadDump/get',
    summary: { zh: 'JVM 线程转储信息', en: 'Thread dumps of a JVM' },
    permission: view,
    input: one,
    output: threadSeriesSchema,
  }),
  /** Begins at once; the JVM stops for a moment at each dump. Refused with ThreadDumpsNeedJvm, ThreadDumpsLong, ThreadDumpsBusy, ThreadDumpsExceeded and MonitorNoAgent. */
  create: defineCall({
    path: '/threadDump/create',
    summary: { zh: '执行 JVM 线程转储', en: 'Dump the threads of a JVM' },
    permission: edit,
    input: z.object({ ...projectScope, ...threadSeriesFieldsSchema.shape }),
    output: threadSeriesSchema,
    audit: 'threadDump.create',
  }),
  /** Dumps that were taken stay. */
  cancel: defineCall({
    path: '/threadDump/cancel',
    summary: { zh: '取消 JVM 线程转储', en: 'Cancel thread dumps of a JVM' },
    permission: edit,
    input: one,
    output: threadSeriesSchema,
    audit: 'threadDump.cancel',
  }),
  /** Whether they stay when they are older than the project keeps thread dumps. */
  keep: defineCall({
    path: '/threadDump/keep',
    summary: { zh: '始终保留 JVM 线程转储', en: 'Keep thread dumps of a JVM always' },
    permission: edit,
    input: one.extend({ isKept: z.boolean() }),
    output: threadSeriesSchema,
    audit: 'threadDump.keep',
  }),
  /** One dump in its stored form, JSON as gzip. */
  data: defineCall({
    path: '/threadDump/data',
    summary: { zh: 'JVM 线程转储数据', en: 'Data of a thread dump' },
    permission: view,
    input: one.extend({ number: z.int().min(dumpCountBounds.min).max(dumpCountBounds.max) }),
    output: z.unknown(),
    download: true,
  }),
  /** Cancels those that run. */
  delete: defineCall({
    path: '/threadDump/delete',
    summary: { zh: '删除 JVM 线程转储', en: 'Delete thread dumps of JVMs' },
    permission: edit,
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'threadDump.delete',
  }),
}
