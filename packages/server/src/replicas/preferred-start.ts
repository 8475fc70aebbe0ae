/** Starts a run on the controller that its cluster prefers, if that server is available; otherwise on this one. */
import { capacityOrderSchema } from '@pone/contract/entities/capacity.ts'
import { AppError } from '@pone/contract/errors.ts'
import { engineSchema } from '@pone/plan/engines/schema.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { z } from 'zod'
import type { RunControl, StartOrder } from '../modules/run/run.service.ts'
import type { PeerNetwork } from './peer-network.ts'
import type { Replicas } from './replicas.ts'

const languages = ['zh', 'en'] as const satisfies readonly Language[]
export const startOrderSchema = z.object({
  projectId: z.string(),
  scenarioId: z.string(),
  by: z.string(),
  language: z.enum(languages),
  runId: z.string().optional(),
  adaptation: z
    .object({
      clusterId: z.string().nullable(),
      loadPercent: z.number(),
      durationSeconds: z.number().nullable(),
    })
    .optional(),
  capacity: capacityOrderSchema.optional(),
  taskSet: z.object({ name: z.string(), engine: engineSchema }).optional(),
  isHeld: z.boolean().optional(),
})
const startedSchema = z.object({ id: z.string() })

export interface PreferenceSources {
  /** Id of the controller that the run's cluster prefers; null: any. @throws AppError NotFound */
  readonly preferredFor: (order: StartOrder) => Promise<string | null>
  /** The run as it is stored. @throws AppError NotFound */
  readonly record: (projectId: string, runId: string) => Promise<RunRecord>
}

/**
 * A network error of the call to the other server is reported without a retry here, because the run may have started there.
 * A run with a preassigned id cannot start twice, so it is retried here.
 */
export function startOnPreferred(
  local: Pick<RunControl, 'startRun'>,
  others: {
    network: Pick<PeerNetwork, 'ask'>
    replicas: Pick<Replicas, 'id' | 'peers'>
    sources: PreferenceSources
  },
): RunControl['startRun'] {
  const { network, replicas, sources } = others
  return async order => {
    const peers = replicas.peers()
    if (peers.length === 0) return local.startRun(order)
    const preferred = await sources.preferredFor(order)
    if (preferred === null || !peers.some(peer => peer.id === preferred)) return local.startRun(order)
    try {
      const { id } = startedSchema.parse(await network.ask(preferred, 'start', startOrderSchema.parse(order)))
      return await sources.record(order.projectId, id)
    } catch (cause) {
      const isUnreachable = cause instanceof AppError && cause.code === 'ControllerUnreachable'
      if (isUnreachable && order.runId !== undefined) return local.startRun(order)
      throw cause
    }
  }
}
