/** Orders to take flame diagrams of JVMs by agents: once or repeatedly, their executions, and their end. */
import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { profileTakeSchema, profilingFieldsSchema, profilingSchema } from '../entities/profiling.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })

/** Newest first; older ones are not listed. */
export const listedProfilings = 100

export const profilingCalls = {
  list: defineCall({
    path: '/profiling/list',
    summary: { zh: '火焰图采集列表', en: 'List orders for flame diagrams' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(profilingSchema),
  }),
  /** Newest first. */
  takes: defineCall({
    path: '/profiling/takes',
    summary: { zh: '火焰图采集的执行', en: 'Executions of an order for flame diagrams' },
    permission: view,
    input: one,
    output: z.array(profileTakeSchema),
  }),
  /** The first one is taken at once. Refused with ProfilingNeedsJvm, ProfilingCycleShort, ProfilingsExceeded and ProfilesExceeded, and with NotFound for what a triggered order names. */
  create: defineCall({
    path: '/profiling/create',
    summary: { zh: '采集火焰图', en: 'Take flame diagrams' },
    permission: edit,
    input: z.object({ ...projectScope, ...profilingFieldsSchema.shape }),
    output: profilingSchema,
    audit: 'profiling.create',
  }),
  /** What is being taken ends without a result. */
  cancel: defineCall({
    path: '/profiling/cancel',
    summary: { zh: '取消火焰图采集', en: 'Cancel an order for flame diagrams' },
    permission: edit,
    input: one,
    output: profilingSchema,
    audit: 'profiling.cancel',
  }),
  /** Cancels it first; flame diagrams stay. */
  delete: defineCall({
    path: '/profiling/delete',
    summary: { zh: '删除火焰图采集', en: 'Delete an order for flame diagrams' },
    permission: edit,
    input: one,
    output: done,
    audit: 'profiling.delete',
  }),
}
