/** Calls of the full link. */
import type { fullLinkCalls } from '@pone/contract/calls/full-link.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { FullLinkService } from './full-link.service.ts'

export const fullLinkApi = (service: FullLinkService): Handlers<typeof fullLinkCalls> => ({
  labels: ({ projectId, runId }) => service.labels(projectId, runId),
  path: (order, { project }) =>
    service.path({ ...order, seesMonitors: project.functions.has('monitor.view') }),
})
