/** The live stream of this server and of all servers, and the gate that the stream and the calls share. */
import type { LiveMessage } from '@pone/contract/live.ts'
import type { ErrorTexts } from '../calls/failure.ts'
import { createGate, type Gate } from '../http/gate.ts'
import { createLiveStream, type LiveStream } from '../http/live-stream.ts'
import { isApiToken } from '../modules/api-token/api-token.service.ts'
import type { DebugStore } from '../modules/debug/debug-store.ts'
import type { ModuleBase } from '../modules/module.ts'
import { projectAccess } from '../modules/project/module.ts'
import type { AccountModules } from '../modules/registry.ts'
import type { ReplicaNode } from '../replicas/replica-node.ts'
import type { ReplicatedLive } from '../replicas/replicated-live.ts'

export interface LiveParts {
  readonly gate: Gate
  readonly live: LiveStream
  readonly hub: ReplicatedLive
}

export function createLive({
  base,
  accounts: { sessions, apiTokens },
  node,
  debugStore,
  errorTexts,
}: {
  readonly base: ModuleBase
  readonly accounts: AccountModules['services']
  readonly node: ReplicaNode
  readonly debugStore: DebugStore
  readonly errorTexts: ErrorTexts
}): LiveParts {
  const gate = createGate({
    identify: (token, from) =>
      isApiToken(token) ? apiTokens.identify(token, from) : sessions.identify(token),
    accessOf: projectAccess(base.database),
  })
  const elsewhere = node.elsewhere((projectId, id) => debugStore.find(projectId, id) !== undefined)
  const live = createLiveStream({
    gate,
    errorTexts,
    peek: token => sessions.identify(token, { isPeek: true }),
    onFailure: (cause, reference) => base.onFailure(`live stream, ${reference}`, cause),
    elsewhere,
    onWatched: node.onWatched,
  })
  sessions.onEnd(ids => {
    live.endSessions(ids)
    node.endSessions(ids)
  })
  return { gate, live, hub: node.hub(live, elsewhere) }
}

/** Initial snapshots of a run, a standalone execution, the runs of a project, a monitor, and the monitors and alerts of a project. */
export function offerSnapshots(
  { live, hub }: LiveParts,
  sources: {
    readonly run: (projectId: string, id: string) => Promise<LiveMessage | null>
    readonly debug: (projectId: string, id: string) => LiveMessage
    readonly projectRuns: (projectId: string) => LiveMessage
    /** @throws AppError NotFound */
    readonly monitor: (projectId: string, id: string) => Promise<LiveMessage>
    readonly alerts: (projectId: string) => Promise<LiveMessage>
  },
): void {
  live.onSubscribe('run', sources.run)
  live.onSubscribe('debug', async (projectId, id) => sources.debug(projectId, id))
  live.onSubscribe('monitor', sources.monitor)
  live.onSubscribe('alerts', sources.alerts)
  // Whoever watches has asked for the list itself, or has to ask again.
  live.onSubscribe('monitors', async projectId => ({
    kind: 'monitorsNews',
    projectId,
    monitorIds: null,
    hasStates: true,
    hasLog: true,
  }))
  live.onSubscribe('projectRuns', async projectId => hub.merged(sources.projectRuns(projectId)))
}
