/** Publishes news of a run to the pages that show it, and the list of a project's active runs to its members. */
import type { RunLive } from '@pone/contract/entities/run.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { LiveMachines, LiveRun } from '@pone/results/live/live-run.ts'
import type { WorkerTallies } from '@pone/results/merge/worker-tally.ts'
import { type RunMachine, type RunRecord, toRunDetail } from '@pone/results/run-record.ts'
import type { ActiveRun } from './active-run.ts'

/** The part of http's live stream that the controller needs; for projectRuns the id is the project's. */
export interface LiveHub {
  publish(topic: 'run' | 'projectRuns', projectId: string, id: string, message: LiveMessage): void
}

export const projectRunsMessage = (projectId: string, records: readonly RunRecord[]): LiveMessage => ({
  kind: 'projectRuns',
  projectId,
  active: records.map(({ id, number, scenarioName, state }) => ({ id, number, scenarioName, state })),
})

export function publishTick(
  hub: LiveHub,
  run: ActiveRun,
  isOnline: (agentId: string) => boolean,
  now: number,
): void {
  const { record, live } = run
  const detail = toRunDetail(record, now)
  const machines = liveMachines(run.machines.all, live.merge.workers, isOnline)
  const { tick, isCondensed } = live.tick(detail, machines)
  hub.publish('run', record.projectId, record.id, tick)
  if (!isCondensed) return
  const snapshot = live.snapshot(detail, machines)
  hub.publish('run', record.projectId, record.id, { kind: 'runSnapshot', runId: record.id, live: snapshot })
}

/** Everything of a run that the live page needs; machines of an ended run drive nothing. */
export function snapshotOf(
  record: RunRecord,
  live: LiveRun,
  machines: readonly Pick<RunMachine, 'agentId' | 'name' | 'startSkewMs'>[],
  isOnline: (agentId: string) => boolean,
  now: number,
): RunLive {
  return live.snapshot(toRunDetail(record, now), liveMachines(machines, live.merge.workers, isOnline))
}

/** Per machine: users of its workers together, the busiest worker's cores and event loop, memory of all, and the machine's own CPU. */
function liveMachines(
  machines: readonly Pick<RunMachine, 'agentId' | 'name' | 'startSkewMs'>[],
  workers: WorkerTallies,
  isOnline: (agentId: string) => boolean,
): LiveMachines {
  return machines.map(({ agentId, name, startSkewMs }) => {
    const driving = workers.ofAgent(agentId).filter(worker => worker.end === null)
    const healths = driving.flatMap(worker => worker.health ?? [])
    const hosts = healths.filter(({ hostCpu01 }) => hostCpu01 !== null)
    const highest = (figure: (health: (typeof healths)[number]) => number) =>
      healths.length === 0 ? null : Math.max(...healths.map(figure))
    return {
      id: agentId,
      name,
      startSkewMs,
      isOnline: isOnline(agentId),
      users: driving.reduce((sum, worker) => sum + worker.users, 0),
      cpu01: highest(health => health.cpu01),
      cpuCores: highest(health => health.cpuCores ?? 1),
      hostCpu01: hosts.length === 0 ? null : Math.max(...hosts.map(({ hostCpu01 }) => hostCpu01 ?? 0)),
      hostCores: hosts[0]?.hostCores ?? null,
      eventLoopDelayMs: highest(health => health.eventLoopDelayMs),
      memoryBytes:
        healths.length === 0
          ? null
          : Math.round(healths.reduce((sum, health) => sum + health.memoryBytes, 0)),
    }
  })
}
