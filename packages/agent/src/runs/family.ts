/** Family `runs`: drives runs and delivers their results, including those that an earlier agent process left. */
import { join } from 'node:path'
import { statusOfEngines } from '../engines/registry.ts'
import type { AgentFamily, FamilyContext, StopOptions } from '../family.ts'
import { createRunFolders } from './run-folder.ts'
import { createRunLeases } from './run-leases.ts'
import { createRunRegistry, type RunRegistry } from './run-registry.ts'
import { createSampleLogDelivery } from './sample-log-delivery.ts'

export function createRunsFamily(context: FamilyContext): AgentFamily<'runs'> {
  const { own, settings, source, engines, findTools, link, all, log } = context
  const runs = createRunRegistry({
    engines,
    findTools,
    folders: createRunFolders(join(settings.dataFolder, 'spool')),
    files: context.planFiles,
    sampleLogs: createSampleLogDelivery({ source, log }),
    workers: settings.workers,
    send: message => link.send(message),
    toServerTime: at => link.clock.toServer(at),
    log,
  })
  const leases = createRunLeases(
    () => runs.all(),
    () => link.lease.remainingMs,
  )
  return {
    handlers: {
      prepareRun: async command => {
        if (own.identity === null) return
        all.runBegins()
        await runs.prepare(own.identity.agentId, command)
        leases.confirm(command.plan.runId)
      },
      addShare: async command => {
        if (own.identity === null) return
        all.runBegins()
        await runs.addShare(own.identity.agentId, command, link.clock.toLocal(command.startAt))
        leases.confirm(command.plan.runId)
      },
      startRun: ({ runId, startAt }) => runs.find(runId)?.start(link.clock.toLocal(startAt)),
      retireShares: ({ runId, shareIds }) => runs.find(runId)?.retire(shareIds),
      resumeRun: ({ runId }) => leases.confirm(runId),
      coordinate: command => runs.find(command.runId)?.coordinate(command),
      changeLoad: ({ runId, load, order }) => runs.find(runId)?.changeLoad({ load, order }),
      stopRun: ({ runId, force }) => runs.find(runId)?.stop(force),
      ackBatches: ({ runId, workerId, seq }) => runs.find(runId)?.acknowledge(workerId, seq),
      forgetRun: ({ runId }) => runs.forget(runId),
    },
    start: async () => {
      if (own.identity !== null) await runs.recover(own.identity.agentId)
      engines.refill()
    },
    greeting: () => ({ runs: runs.list() }),
    status: () => statusOfEngines(findTools),
    connected: () => {
      leases.opened()
      for (const run of runs.all()) run.announce()
    },
    shutOut: async why => {
      // A run whose results cannot be delivered must not continue to load its target; those of an unknown agent belong to
      // no server.
      const end = { cause: 'agentLost', detail: 'the key of this machine was revoked' } as const
      if (why === 'revoked') for (const run of runs.all()) run.stop(true, end)
      else for (const run of runs.all()) await runs.forget(run.runId)
    },
    isBusy: () => runs.list().some(run => run.isDriving),
    stop: how => drain(runs, how, () => link.isOpen),
    end: () => {
      leases.close()
      // The next agent process completes what these leave.
      for (const run of runs.all()) if (run.isDriving) void run.close()
    },
  }
}

/** Ends all runs, by force after `drainMs`, and waits for their delivery while the server is connected. */
async function drain(runs: RunRegistry, { drainMs }: StopOptions, isOnline: () => boolean): Promise<void> {
  const all = runs.all()
  for (const run of all) run.stop(drainMs === 0, { cause: 'agentLost', detail: 'the agent was stopped' })
  const force = setTimeout(() => {
    for (const run of all) run.stop(true)
  }, drainMs)
  await Promise.all(all.map(run => run.ended))
  clearTimeout(force)
  if (isOnline()) await Promise.all(all.map(run => run.settled))
}
