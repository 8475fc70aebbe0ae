/** Starts a run on the controller that its cluster prefers, when that is another server and is there; on this one otherwise. */
import type { Language } from '@pone/contract/errors.ts'
import { z } from 'zod'
import type { RunControl } from '../modules/run/run.service.ts'
import type { RunRecord } from '../modules/run/run-record.ts'
import type { PeerNetwork } from './peer-network.ts'
import type { Replicas } from './replicas.ts'

const languages = ['zh', 'en'] as const satisfies readonly Language[]
export const startOrderSchema = z.object({
  projectId: z.string(),
  scenarioId: z.string(),
  by: z.string(),
  language: z.enum(languages),
})
const startedSchema = z.object({ id: z.string() })

export interface PreferenceSources {
  /** Id of the controller that the scenario's cluster names; null = any. @throws AppError NotFound */
  readonly preferredFor: (projectId: string, scenarioId: string) => Promise<string | null>
  /** As it is stored. @throws AppError NotFound */
  readonly record: (projectId: string, runId: string) => Promise<RunRecord>
}

/** A failure on the way to the other server is told and not tried here again: the run may have started there. */
export function startOnPreferred(
  local: Pick<RunControl, 'startRun'>,
  others: {
    network: Pick<PeerNetwork, 'ask'>
    replicas: Pick<Replicas, 'id' | 'peers'>
    sources: PreferenceSources
  },
): RunControl['startRun'] {
  const { network, replicas, sources } = others
  return async input => {
    const peers = replicas.peers()
    if (peers.length === 0) return local.startRun(input)
    const preferred = await sources.preferredFor(input.projectId, input.scenarioId)
    if (preferred === null || !peers.some(peer => peer.id === preferred)) return local.startRun(input)
    const { id } = startedSchema.parse(await network.ask(preferred, 'start', input))
    return sources.record(input.projectId, id)
  }
}
