/** Calls of traces and of the tracing system of a project. */
import type { traceCalls } from '@pone/contract/calls/trace.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { TraceService } from './trace.service.ts'
import type { TracingSystemService } from './tracing-system.service.ts'

interface TraceApiDeps {
  readonly systems: TracingSystemService
  readonly traces: TraceService
}

export const traceApi = ({ systems, traces }: TraceApiDeps): Handlers<typeof traceCalls> => ({
  system: ({ projectId }) => systems.find(projectId),
  saveSystem: async ({ projectId, secret, ...settings }, { user, audit }) => {
    audit.before(await systems.find(projectId))
    const saved = await systems.save(projectId, user.account, { settings, secret })
    audit.after(saved)
    return saved
  },
  removeSystem: async ({ projectId }, { audit }) => {
    audit.before(await systems.find(projectId))
    await systems.remove(projectId)
    return {}
  },
  testSystem: async ({ projectId }) => ({ cause: await traces.test(projectId) }),
  read: ({ projectId, traceId }) => traces.read(projectId, traceId),
})
