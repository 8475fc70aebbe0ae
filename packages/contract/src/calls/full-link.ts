/** Full link: labels of a run with their addresses, and the path that serves one of them. */
import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { fullLinkPathSchema, fullLinkRunSchema } from '../entities/full-link.ts'

const view = inProject('run.view')
const ofRun = z.object({ ...projectScope, runId: idSchema })

export const fullLinkCalls = {
  labels: defineCall({
    path: '/fullLink/labels',
    summary: { zh: '执行的请求和事务及其访问地址', en: 'Labels of a run with the addresses that they go to' },
    permission: view,
    input: ofRun,
    output: fullLinkRunSchema,
  }),
  /** Links that did not belong to the run are searched for callers who may view monitors. */
  path: defineCall({
    path: '/fullLink/path',
    summary: { zh: '请求或事务的全链路', en: 'Nodes that serve a label of a run' },
    permission: view,
    input: ofRun.extend({ label: z.int().min(0) }),
    output: fullLinkPathSchema,
  }),
}
