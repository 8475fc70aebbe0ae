/** Control of runs from any server: calls on a run that another server drives are forwarded to it. */
import { runCalls } from '@pone/contract/calls/run.ts'
import { runLiveSchema } from '@pone/contract/entities/run.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { z } from 'zod'
import type { RunControl } from '../modules/run/run.service.ts'
import type { PeerNetwork } from './peer-network.ts'
import type { Replicas } from './replicas.ts'

export const controlSchema = z.discriminatedUnion('order', [
  z.object({ order: z.literal('begin'), projectId: z.string(), id: z.string(), startAt: z.number() }),
  z.object({ order: z.literal('stop'), projectId: z.string(), id: z.string(), by: z.string() }),
  z.object({ order: z.literal('forceStop'), projectId: z.string(), id: z.string(), by: z.string() }),
  z.object({
    order: z.literal('changeLoad'),
    projectId: z.string(),
    id: z.string(),
    by: z.string(),
    change: runCalls.changeLoad.input.pick({ load: true, rampSeconds: true, components: true }),
  }),
])
export type ControlOrder = z.infer<typeof controlSchema>

/** Executes a call on a run that this server drives. @throws AppError */
export async function carryOutOrder(control: RunControl, order: ControlOrder): Promise<void> {
  const { projectId, id } = order
  if (order.order === 'begin') return control.begin(projectId, id, order.startAt)
  const { by } = order
  if (order.order === 'stop') return control.stop(projectId, id, by)
  if (order.order === 'forceStop') return control.forceStop(projectId, id, by)
  return control.changeLoad(projectId, id, order.change, by)
}

export function createReplicatedControl(deps: {
  local: RunControl
  network: Pick<PeerNetwork, 'ask'>
  replicas: Pick<Replicas, 'id' | 'knownOwner' | 'ownerOf' | 'peers' | 'ready'>
}): RunControl {
  const { local, network, replicas } = deps
  /** null when this server drives the run, or none does. */
  const otherOwner = async (id: string): Promise<string | null> => {
    await replicas.ready()
    if (replicas.peers().length === 0) return null
    const owner = replicas.knownOwner(id) ?? (await replicas.ownerOf(id))
    return owner === replicas.id ? null : owner
  }
  const give = async (order: ControlOrder): Promise<void> => {
    const owner = await otherOwner(order.id)
    if (owner === null) return carryOutOrder(local, order)
    await network.ask(owner, 'control', order)
  }

  return {
    ...local,
    begin: (projectId, id, startAt) => give({ order: 'begin', projectId, id, startAt }),
    stop: (projectId, id, by) => give({ order: 'stop', projectId, id, by }),
    forceStop: (projectId, id, by) => give({ order: 'forceStop', projectId, id, by }),
    changeLoad: (projectId, id, change, by) => give({ order: 'changeLoad', projectId, id, change, by }),
    live: async (record: RunRecord) => {
      const owner = await otherOwner(record.id)
      if (owner === null) return local.live(record)
      try {
        const { projectId, id } = record
        return runLiveSchema.parse(await network.ask(owner, 'live', { projectId, id }))
      } catch (cause) {
        // Its server has just stopped: the stored state is almost as recent.
        if (cause instanceof AppError && cause.code === 'ControllerUnreachable') return local.live(record)
        throw cause
      }
    },
  }
}
