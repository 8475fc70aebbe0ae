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
  save: async ({ projectId, address }, { user, audit }) => {
    audit.before(await consoles.find(projectId))
    if (address === '') await consoles.remove(projectId)
    else await consoles.save(projectId, { address, updatedBy: user.account, updatedAt: now() })
    const saved = await consoles.find(projectId)
    audit.after(saved)
    return saved
  },
})
