/** Tests of connections before they are saved, and discovery of what runs on a host: both by an agent. */

import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  discoveredTargetSchema,
  monitorFieldsSchema,
  monitorProblemSchema,
  monitorTestSchema,
} from '../entities/monitor.ts'

const edit = inProject('monitor.edit')
const ofTest = z.object({ ...projectScope, testId: idSchema })

export const monitorTestCalls = {
  /**
   * With the form as it is. Of a stored monitor (`monitorId`) secrets that are left out are taken from it as long as host
   * and port are those that are stored; otherwise MonitorSecretNeeded.
   */
  startTest: defineCall({
    path: '/monitor/startTest',
    summary: { zh: '测试监控连接', en: 'Test the connection of a monitor' },
    permission: edit,
    input: monitorFieldsSchema
      .pick({ type: true, params: true, agentId: true })
      .extend({ ...projectScope, monitorId: idSchema.nullable().default(null) }),
    output: monitorTestSchema,
    audit: 'monitor.test',
  }),
  /** Steps so far; kept for ten minutes. */
  testResult: defineCall({
    path: '/monitor/testResult',
    summary: { zh: '监控连接测试结果', en: 'Result of a test of a connection' },
    permission: edit,
    input: ofTest,
    output: monitorTestSchema,
  }),
  cancelTest: defineCall({
    path: '/monitor/cancelTest',
    summary: { zh: '取消监控连接测试', en: 'Cancel a test of a connection' },
    permission: edit,
    input: ofTest,
    output: done,
  }),
  /** What listens on the agent's host and a type can watch; `problem` where the agent could not tell all. */
  discover: defineCall({
    path: '/monitor/discover',
    summary: { zh: '发现主机上运行的服务', en: 'Discover what runs on a host' },
    permission: edit,
    input: z.object({ ...projectScope, agentId: idSchema }),
    output: z.object({
      targets: z.array(discoveredTargetSchema),
      problem: monitorProblemSchema.nullable(),
    }),
    audit: 'monitor.discover',
  }),
}
