/** Passes agent reports to the handlers of the server's modules. */
import type { Hello } from '@pone/contract/link/messages.ts'
import type { LinkHandlers } from './agent-link.ts'
import type { StoredReport, UnstoredReport } from './families/registry.ts'

/** Handlers of the reports of agents connected to this server. */
export interface Relay {
  /** Resolves when all handlers have resolved. */
  stored(agentId: string, report: StoredReport): Promise<void>
  unstored(agentId: string, report: UnstoredReport): void
  online(agentId: string, hello: Hello): void
  /** `since` by the server's clock, epoch ms. */
  offline(agentId: string, since: number): void
}

type Handler<R> = ((agentId: string, report: R) => void | Promise<void>) | undefined

/** Calls all of these handlers, one after the other. */
export const relayTo = (listeners: readonly Partial<LinkHandlers>[]): Relay => ({
  stored: async (agentId, report) => {
    // Handlers are looked up by the kind of report that they accept.
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
