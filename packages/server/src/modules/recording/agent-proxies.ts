/** Recording proxies on machines of agents, which the server uses like processes of its own. */
import { randomUUID } from 'node:crypto'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { type AgentProxyWish, ProxyLine } from './proxy-line.ts'

/** Several times within the time after which an agent gives up. */
const keepEveryMs = 5_000

export interface AgentProxiesDeps {
  readonly link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export class AgentProxies {
  readonly #deps: AgentProxiesDeps
  readonly #lines = new Map<string, ProxyLine>()
  #keeping: Repeated | undefined

  constructor(deps: AgentProxiesDeps) {
    this.#deps = deps
    const of = (agentId: string, { recordingId }: Pick<ReportOf<'recordingLost'>, 'recordingId'>) => {
      const line = this.#lines.get(recordingId)
      return line?.agentId === agentId ? line : undefined
    }
    deps.link.on({
      proxyReports: (agentId, report) => of(agentId, report)?.take(report.reports),
      recordingPiece: (agentId, report) => void of(agentId, report)?.piece(report),
      recordingLost: (agentId, report) => of(agentId, report)?.lose(),
      // A new connection does not know yet that it may report on it.
      agentOnline: agentId => {
        for (const line of this.#lines.values()) if (line.agentId === agentId) line.keep()
      },
    })
  }

  start(): void {
    const { onFailure } = this.#deps
    this.#keeping = repeatedly(
      async () => {
        for (const line of this.#lines.values()) line.keep()
      },
      keepEveryMs,
      cause => onFailure('recordings on machines', cause),
    )
  }

  /** @throws AppError RecordingMachineSilent, RecordingMachineOff, RecordingMachineBusy, RecordingPortsTaken, RecordingNotStarted */
  async begin(wish: AgentProxyWish): Promise<ProxyLine> {
    const line = new ProxyLine(this.#deps, wish)
    this.#lines.set(wish.recordingId, line)
    void line.ended.then(() => this.#lines.delete(wish.recordingId))
    await line.begin()
    return line
  }

  /** Those that are offline are told when they come back, unless this server ends before; returns them. */
  removeAuthority(agentIds: readonly string[], projectId: string): string[] {
    return agentIds.filter(
      agentId =>
        !this.#deps.link.send(agentId, { kind: 'removeRecordingAuthority', id: randomUUID(), projectId }),
    )
  }

  async close(): Promise<void> {
    await this.#keeping?.close()
  }
}
