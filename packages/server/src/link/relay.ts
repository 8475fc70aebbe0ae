/** Passes what agents report to the handlers of the parts of the server. */
import type { Hello } from '@pone/contract/link/messages.ts'
import type { LinkHandlers } from './agent-link.ts'
import type { StoredReport, UnstoredReport } from './families/registry.ts'

/** Who handles what the agents of this server's lines report. */
export interface Relay {
  /** Resolves when all handlers have. */
  stored(agentId: string, report: StoredReport): Promise<void>
  unstored(agentId: string, report: UnstoredReport): void
  online(agentId: string, hello: Hello): void
  /** `since` by the server's clock. */
  offline(agentId: string, since: number): void
}

type Handler<R> = ((agentId: string, report: R) => void | Promise<void>) | undefined

/** All of these handlers, one after the other. */
export const relayTo = (listeners: readonly Partial<LinkHandlers>[]): Relay => ({
  stored: async (agentId, report) => {
    // A handler takes the reports of its own kind, by which it is found.
    for (const handlers of listeners)
      await (handlers[report.kind] as Handler<StoredReport>)?.(agentId, report)
  },
  unstored: (agentId, report) => {
    for (const handlers of listeners)
      void (handlers[report.kind] as Handler<UnstoredReport>)?.(agentId, report)
  },
  online: (agentId, hello) => {
    for (const handlers of listeners) handlers.agentOnline?.(agentId, hello)
  },
  offline: (agentId, since) => {
    for (const handlers of listeners) handlers.agentOffline?.(agentId, since)
  },
})
