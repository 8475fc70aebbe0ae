/** The project's home page, a call per panel, and the tour that a new account is offered. */

import { done, noInput, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject, projectUser } from '../call.ts'
import { changesSchema, trendsSchema, waitingSchema } from '../entities/home.ts'

const project = z.object(projectScope)

export const homeCalls = {
  changes: defineCall({
    path: '/home/changes',
    summary: {
      zh: '与上次完整执行相比变差的场景',
      en: 'Scenarios that became worse since their last complete run',
    },
    permission: inProject('run.view'),
    input: project,
    output: changesSchema,
  }),
  trends: defineCall({
    path: '/home/trends',
    summary: { zh: '主要场景的趋势', en: 'Trends of the main scenarios' },
    permission: inProject('run.view'),
    input: project,
    output: trendsSchema,
  }),
  waiting: defineCall({
    path: '/home/waiting',
    summary: { zh: '待我处理的事项', en: 'What waits for the caller' },
    permission: inProject('project.view'),
    input: project,
    output: waitingSchema,
    refusesApiToken: true,
  }),
}

export const tourCalls = {
  get: defineCall({
    path: '/tour/get',
    summary: { zh: '新手引导是否还未看过', en: 'Whether the caller has not left the tour yet' },
    permission: projectUser,
    input: noInput,
    output: z.object({ isDue: z.boolean() }),
  }),
  /** The tour never begins by itself again. */
  leave: defineCall({
    path: '/tour/leave',
    summary: { zh: '结束新手引导', en: 'Leave the tour' },
    permission: projectUser,
    input: noInput,
    output: done,
  }),
}
