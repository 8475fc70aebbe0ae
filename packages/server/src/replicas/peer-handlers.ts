/** Handles calls and notes of other servers. */
import { agentMessageSchema } from '@pone/contract/link/messages.ts'
import { z } from 'zod'
import type { LiveStream } from '../http/live-stream.ts'
import type { Controller } from '../modules/controller/controller.ts'
import type { DebugService } from '../modules/debug/debug.service.ts'
import { createLaneReader } from './peer-lane.ts'
import type { ReportAnswer } from './peer-reports.ts'
import type { PeerHandler } from './peer-routes.ts'
import { startOrderSchema } from './preferred-start.ts'
import { notesSchema, type ReplicaNote, snapshotRequestSchema } from './replica-notes.ts'
import { carryOutOrder, controlSchema } from './replicated-control.ts'
import type { ReplicatedLink } from './replicated-link.ts'
import type { ReplicatedLive } from './replicated-live.ts'

/** Well below the time-out of the calling server, which retries; storing twice has no effect. */
const reportPatienceMs = 20_000

const reportsSchema = z.object({
  reports: z.array(z.object({ agentId: z.string(), message: agentMessageSchema })),
})
const runSchema = z.object({ projectId: z.string(), id: z.string() })
const fileSchema = z.object({ agentId: z.string(), fileId: z.string() })
const debugSchema = z.object({ projectId: z.string(), debugId: z.string(), from: z.int().default(0) })

export function createPeerHandlers(deps: {
  live: LiveStream
  hub: ReplicatedLive
  controller: Controller
  debugs: DebugService
  link: ReplicatedLink
}): Record<string, PeerHandler> {
  const skip = createLaneReader()
  const take = (from: string, note: ReplicaNote) => {
    switch (note.kind) {
      case 'presence':
        deps.link.takeLines(from, note.lines)
        return deps.hub.takeNote(from, note)
      case 'projectRuns':
      case 'live':
        return deps.hub.takeNote(from, note)
      case 'sessionsEnded':
        return deps.live.endSessions(note.sessionIds)
      case 'commands':
      case 'spoken':
      case 'renew':
      case 'cut':
        return deps.link.takeNote(note)
    }
  }
  return {
    notes: async input => {
      const { from, lane, first, notes } = notesSchema.parse(input)
      for (const note of notes.slice(skip(lane, first, notes.length))) take(from, note)
      return null
    },
    reports: async input => {
      const { reports } = reportsSchema.parse(input)
      const late = new Promise<ReportAnswer>(resolve =>
        setTimeout(resolve, reportPatienceMs, 'failed').unref(),
      )
      return Promise.all(reports.map(async report => Promise.race([deps.link.takeReport(report), late])))
    },
    snapshot: async input => {
      const { from, topic, projectId, id } = snapshotRequestSchema.parse(input)
      return deps.hub.takeSnapshotRequest(from, topic, projectId, id)
    },
    start: async input => ({ id: (await deps.controller.startRun(startOrderSchema.parse(input))).id }),
    control: async input => carryOutOrder(deps.controller, controlSchema.parse(input)),
    live: async input => {
      const { projectId, id } = runSchema.parse(input)
      return deps.controller.liveOf(projectId, id)
    },
    debugNeedsFile: async input => {
      const { agentId, fileId } = fileSchema.parse(input)
      return deps.debugs.needsFile(agentId, fileId)
    },
    stopDebug: async input => {
      const { projectId, debugId } = debugSchema.parse(input)
      deps.debugs.stop(projectId, debugId)
    },
    debugEvents: async input => {
      const { projectId, debugId, from } = debugSchema.parse(input)
      return deps.debugs.events(projectId, debugId, from)
    },
  }
}
