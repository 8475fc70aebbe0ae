/** Calls of the tracing console of a project. */
import type { tracingConsoleCalls } from '@pone/contract/calls/tracing-console.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { TracingConsoleRepository } from './tracing-console.repository.ts'

interface TracingConsoleApiDeps {
  readonly consoles: TracingConsoleRepository
  readonly now: () => number
}

export const tracingConsoleApi = ({
  consoles,
  now,
}: TracingConsoleApiDeps): Handlers<typeof tracingConsoleCalls> => ({
  get: ({ projectId }) => consoles.find(projectId),
  save: async ({ projectId, address, traceAddress: given }, { user, audit }) => {
    const before = await consoles.find(projectId)
    audit.before(before)
    const traceAddress = given ?? before?.traceAddress ?? ''
    if (address === '' && traceAddress === '') await consoles.remove(projectId)
    else await consoles.save(projectId, { address, traceAddress, updatedBy: user.account, updatedAt: now() })
    const saved = await consoles.find(projectId)
    audit.after(saved)
    return saved
  },
})
