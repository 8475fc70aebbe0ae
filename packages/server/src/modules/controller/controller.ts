/** The controller of all runs: starts them, keeps the active ones, hands on what the agents say, and takes them up again after a restart. */
import { randomUUID } from 'node:crypto'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Component } from '@pone/contract/entities/component.ts'
import type { RunLive } from '@pone/contract/entities/run.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import { taskEngineOf } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { longestResponseMs } from '@pone/plan/component/longest-response.ts'
import { adaptedScenario } from '@pone/plan/load-models/adapted.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunMachine, RunRecord } from '@pone/results/run-record.ts'
import { ActiveRun } from '@pone/run-control/active-run.ts'
import { createBatchIntake } from '@pone/run-control/batch-intake.ts'
import type { JmeterSource } from '@pone/run-control/jmeter-plan.ts'
import { isAwaited, noteAwaited, noteLate } from '@pone/run-control/late-results.ts'
import { createLinkHandlers } from '@pone/run-control/link-handlers.ts'
import {
  type LiveHub,
  projectRunsMessage,
  publishTick,
  snapshotOf,
} from '@pone/run-control/live-publisher.ts'
import { MachineWatch } from '@pone/run-control/machine-watch.ts'
import { newRun } from '@pone/run-control/new-run.ts'
import { hasUncounted, rebuildEnded, recount, refill } from '@pone/run-control/rebuild.ts'
import { partsOf, sharesOf } from '@pone/run-control/run-parts.ts'
import { type PlanFile, planRun, scriptsOf } from '@pone/run-control/run-plan.ts'
import { createRunWriter, type RunWriter } from '@pone/run-control/run-writer.ts'
import { usersOf } from '@pone/run-control/share-cut.ts'
import type { ShareMove } from '@pone/run-control/share-move.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { databaseErrors } from '../../adapters/database/store-errors.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import { isAble } from '../cluster/fleet.ts'
import { sum } from '../cluster/sum.ts'
import type { MachinesOnDemand } from '../pod-pool/pod-pool.service.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { StartOrder } from '../run/run.service.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { RunOwnership } from '../run/run-ownership.ts'
import { assertOneEngine } from '../scenario/task-engine.ts'
import { awaitMachines, type MachineWait } from './await-machines.ts'
import type { RowLeaseRepository } from './coordination/row-lease.repository.ts'

export interface ControllerDeps {
  readonly link: Pick<AgentLink, 'send' | 'isOnline' | 'onlineMachines' | 'renew' | 'on'>
  /** Which runs are this server's. */
  readonly ownership: Pick<RunOwnership, 'mayDrive'>
  readonly clusters: Pick<ClusterService, 'reserve' | 'raise' | 'release' | 'clustersFor'>
  readonly licence: {
    /** Refuses before anything is made ready; reserves nothing. */
    assertAllowed(users: number): Promise<void>
  }
  /** Makes machines for clusters that can; without it a cluster has only those that joined by themselves. */
  readonly onDemand?: MachinesOnDemand | undefined
  readonly scenario: (projectId: string, id: string) => Promise<Scenario>
  readonly component: (projectId: string, id: string) => Promise<Component>
  readonly jmeterComponent: (projectId: string, id: string) => Promise<JmeterSource>
  readonly file: (projectId: string, id: string) => Promise<PlanFile>
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
  readonly shares: ShareMove
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly leases: RowLeaseRepository
  readonly hub: LiveHub
  /** Makes the report of the whole run, again when there is one. */
  readonly makeReport: (record: RunRecord) => Promise<void>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

const tickMs = 1_000
const lookMs = 200
const longestSampleMs = 60_000
/** How long the agents of a run may take to come back after the server's restart. */
const restartPatienceMs = 60_000
/** How long before their load is given to others: agents dial again every five seconds at least. */
const restartNoticeMs = 20_000
/** Ended runs whose figures are kept, because their page is looked at. */
const keptRuns = 5

export type Controller = ReturnType<typeof createController>

export function createController(deps: ControllerDeps) {
  const { link, runs, batches, hub, now } = deps
  const active = new Map<string, { run: ActiveRun; writer: RunWriter; tickedAt: number }>()
  /** By run; what was added to a run since, perhaps by another server, shows in its requests. */
  const ended = new Map<string, { requests: number; live: Promise<LiveRun> }>()
  const intake = createBatchIntake({
    storeErrors: databaseErrors,
    batches,
    addLabels: (runId, names) => runs.addLabels(runId, names),
    onDamage: deps.onFailure,
  })
  /** What follows the end of a run, until it is done. */
  const settling = new Map<string, Promise<void>>()
  /** Runs whose machines are being made. */
  const awaiting = new Map<string, MachineWait>()
  let timer: NodeJS.Timeout | null = null

  const activeRecords = (projectId: string) =>
    [...active.values()].flatMap(({ run }) =>
      run.isActive && run.record.projectId === projectId ? [run.record] : [],
    )

  /** Which of its runs are active. */
  const tellProject = (projectId: string) =>
    hub.publish('projectRuns', projectId, projectId, projectRunsMessage(projectId, activeRecords(projectId)))

  const adopt = (record: RunRecord, machines: readonly RunMachine[], plan: RunPlan): ActiveRun => {
    const writer = createRunWriter(databaseErrors, (what, cause) =>
      deps.onFailure(`run ${record.id}: ${what}`, cause),
    )
    // JMeter has no setting for how long a sample may take.
    const longest =
      plan.jmeter === undefined
        ? Math.max(...plan.components.map(part => longestResponseMs(part.document)))
        : longestSampleMs
    const run = new ActiveRun(
      record,
      new MachineWatch(machines),
      { longestResponseMs: longest },
      {
        send: link.send,
        runs,
        intake,
        writer,
        // A JMeter would have to begin anew, so nobody takes over the share of one that is lost.
        shares: plan.jmeter === undefined ? deps.shares : undefined,
        roundTripMs: agentId =>
          link.onlineMachines().find(machine => machine.agentId === agentId)?.status?.roundTripMs ?? null,
        onFailure: deps.onFailure,
        keepLeases: (runId, leases) => deps.leases.keep(runId, leases),
        now,
        newId: randomUUID,
        onState: ({ id, projectId, state }) => {
          if (isActiveRun(state)) return tellProject(projectId)
          awaiting.get(id)?.cancel()
          follow(run, writer)
        },
      },
    )
    active.set(record.id, { run, writer, tickedAt: 0 })
    return run
  }

  const follow = (run: ActiveRun, writer: RunWriter) => {
    const { id } = run.record
    const settled = settle(run, writer)
      .catch((cause: unknown) => deps.onFailure(`what follows the end of run ${id}`, cause))
      .finally(() => settling.delete(id))
    settling.set(id, settled)
  }

  /** After the last state: everything written, the machines free, then the last figures told and the report made. */
  const settle = async (run: ActiveRun, writer: RunWriter) => {
    const { record } = run
    writer.add('release', () => deps.clusters.release(record.id))
    writer.add('row leases', () => deps.leases.deleteOfRun(record.id))
    try {
      await writer.stored()
      run.live.events.push(...(await noteAwaited(record.id, deps)))
      if (run.live.hasLateBatches || (run.isTakenOver && (await hasUncounted(record, deps)))) {
        await recount(record, deps)
      }
    } finally {
      // A subscriber may read the record as soon as the end is published.
      tellProject(record.projectId)
      publishTick(hub, run, link.isOnline, now())
      active.delete(record.id)
    }
    if (record.startedAt !== null) await deps.makeReport(record)
  }

  /** Late results of a run that has ended are counted in, its report is made again, and who watches it is told. */
  const countLate = async (record: RunRecord, agentId: string) => {
    const isNew = await hasUncounted(record, deps)
    if (!isNew && !(await isAwaited(record.id, agentId, deps))) return
    const { requests } = record
    if (isNew) await recount(record, deps)
    await noteLate(record.id, { agentId, requests: record.requests - requests }, deps)
    ended.delete(record.id)
    await deps.makeReport(record)
    const live = await liveOf(record)
    hub.publish('run', record.projectId, record.id, { kind: 'runSnapshot', runId: record.id, live })
  }

  const liveOf = async (record: RunRecord): Promise<RunLive> => {
    const running = active.get(record.id)?.run
    if (running !== undefined) {
      return snapshotOf(running.record, running.live, running.machines.all, link.isOnline, now())
    }
    const { id, requests } = record
    if (isActiveRun(record.state)) {
      const present = await rebuildEnded(record, deps)
      return snapshotOf(record, present, await runs.machines(id), link.isOnline, now())
    }
    const kept = ended.get(id)
    const rebuilt = kept?.requests === requests ? kept.live : rebuildEnded(record, deps)
    ended.delete(id)
    ended.set(id, { requests, live: rebuilt })
    for (const oldest of ended.keys()) if (ended.size > keptRuns) ended.delete(oldest)
    rebuilt.catch(() => ended.delete(id))
    const present = await rebuilt
    // What came afterwards, as the making of a report, stands in no batch.
    present.events.splice(0, present.events.length, ...(await runs.events(id)))
    return snapshotOf(record, present, await runs.machines(id), link.isOnline, now())
  }

  const tickOne = (held: { run: ActiveRun; tickedAt: number }) => {
    const { run } = held
    held.tickedAt = now()
    run.tick()
    if (run.isActive) publishTick(hub, run, link.isOnline, now())
  }
  const tick = () => {
    for (const held of active.values()) if (held.run.isActive) tickOne(held)
  }
  /** A second is shown as soon as all machines have told it, and otherwise a run is looked after once a second. */
  const look = () => {
    if (!deps.ownership.mayDrive()) return
    for (const held of active.values()) {
      if (!held.run.isActive) continue
      if (now() - held.tickedAt >= tickMs - lookMs / 2 || held.run.hasNews()) tickOne(held)
    }
  }

  const restore = async (record: RunRecord) => {
    const plan = await runs.plan(record.id)
    if (plan === null) return
    const run = adopt(record, await runs.machines(record.id), plan)
    if (record.state !== 'running') return run.abandon()
    run.coordination.restore(await deps.leases.ofRun(record.id))
    run.isTakenOver = true
    await refill(run.live, record.id, deps)
    run.delivered.logLines = await batches.logLines(record.id)
    run.resume(plan, { noticeMs: restartNoticeMs, patienceMs: restartPatienceMs })
  }

  /** Reserves as many users as the load set by hand needs, and never fewer than planned; null is the planned load. */
  const reserveFor = async (
    { record, machines }: ActiveRun,
    { load, before }: { load: number | null; before: number | null },
  ) => {
    const { drive, loadModel } = record.scenario
    if (drive !== 'users') return
    const planned = Math.ceil(peak(loadModel))
    const users = Math.max(planned, load ?? 0)
    if (users === Math.max(planned, before ?? 0)) return
    const driving = machines.active().filter(machine => machine.shares.length > 0)
    if (driving.length === 0) return
    const allotted = (all: number) =>
      driving.map(machine => ({
        id: machine.agentId,
        users: sum(machine.shares, share => usersOf(share, all)),
      }))
    await deps.clusters.raise({ runId: record.id, users, allotted })
  }

  const ableMachines = async (projectId: string, clusterId: string): Promise<LoadMachine[]> => {
    const clusters = await deps.clusters.clustersFor(projectId)
    const machines = clusters.find(({ id }) => id === clusterId)?.machines.filter(isAble) ?? []
    return machines.toSorted((a, b) => b.remainingUsers - a.remainingUsers)
  }

  const activeRun = (projectId: string, id: string): ActiveRun | null => {
    const run = active.get(id)?.run
    return run !== undefined && run.isActive && run.record.projectId === projectId ? run : null
  }

  link.on(
    createLinkHandlers({
      active: id => active.get(id) ?? null,
      all: () => active.values(),
      runs,
      intake,
      link,
      countLate,
      newId: randomUUID,
    }),
  )

  return {
    /** Takes up these runs, or all that were active when the server stopped; call before agents are let in. */
    async start(ids: readonly string[] | null = null): Promise<void> {
      for (const record of await runs.active()) {
        if (ids === null || ids.includes(record.id)) await restore(record)
      }
      timer = setInterval(look, lookMs)
    },
    /** Stops looking after runs; they go on by themselves on their machines and are taken up at the next start. */
    async close(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      for (const wait of awaiting.values()) wait.cancel()
      await Promise.all([...awaiting.values()].map(wait => wait.settled))
      for (const { writer } of active.values()) writer.close()
      await Promise.all([...active.values()].map(({ writer }) => writer.stored()))
      await Promise.all(settling.values())
    },
    tick,
    /** Takes up a run of a server that is gone; nothing that its machines say of it may be handed on before this resolves. */
    async takeUp(id: string): Promise<void> {
      const record = await runs.findById(id)
      if (record === null || !isActiveRun(record.state)) return
      await restore(record)
      const run = active.get(id)?.run
      if (run?.isActive !== true) return
      for (const { agentId } of run.machines.active()) link.renew(agentId)
      const { projectId } = record
      hub.publish('run', projectId, id, { kind: 'runSnapshot', runId: id, live: await liveOf(run.record) })
      tellProject(projectId)
    },
    /** Lets go of a run that another server has taken over; answers its project, or null when it was not held. */
    drop(id: string): string | null {
      awaiting.get(id)?.cancel()
      const held = active.get(id)
      if (held === undefined) return null
      held.writer.close()
      active.delete(id)
      const { projectId } = held.run.record
      tellProject(projectId)
      return projectId
    },
    /** Resolves when everything that follows the end of a run is done, its report included. */
    settled: async (runId: string): Promise<void> => settling.get(runId),

    /** Where machines have to be made first, it answers while they are. @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded, LicenceExceeded and others of the licence */
    async startRun(input: StartOrder): Promise<RunRecord> {
      const { projectId, runId = randomUUID(), adaptation, taskSet, isHeld = false } = input
      const found = await deps.scenario(projectId, input.scenarioId)
      if (taskSet !== undefined) {
        const engine = taskEngineOf(found.document.engine)
        assertOneEngine(taskSet, [{ scenarioName: found.name, engine }])
      }
      const document = adaptation === undefined ? found.document : adaptedScenario(found.document, adaptation)
      const planned = await planRun(
        { runId, projectId, scenario: { ...found, document } },
        { ...deps, ableMachines },
      )
      const { plan, clusterId, users, isOneMachine } = planned
      const scenario = { ...found, document: planned.document }
      const fresh = (clusterName: string) =>
        newRun({ runId, projectId, scenario, clusterId, clusterName, plan, by: input.by, at: now() })
      const reserve = () =>
        deps.clusters.reserve({ runId, projectId, clusterId, users, isOneMachine, scripts: scriptsOf(plan) })
      const outcome = await reserve().catch(async (refusal: unknown) => {
        const mending = await deps.onDemand?.mend({ clusterId, users }, refusal)
        if (!mending) throw refusal
        return { mending }
      })
      if ('mending' in outcome) {
        const { mending } = outcome
        await deps.licence.assertAllowed(users)
        const record = await runs.insert(fresh(mending.clusterName), plan, [])
        const run = adopt(record, [], plan)
        if (isHeld) run.hold()
        const wait = awaitMachines(run, {
          runs,
          clusters: deps.clusters,
          plan,
          mending,
          reserve,
          language: input.language,
          onFailure: deps.onFailure,
        })
        awaiting.set(runId, wait)
        void wait.settled.finally(() => awaiting.delete(runId)) // It never rejects.
        return record
      }
      const parts = partsOf(runId, outcome.machines)
      try {
        const record = await runs.insert(fresh(outcome.clusterName), plan, parts)
        const run = adopt(record, parts, plan)
        if (isHeld) run.hold()
        run.prepare(plan, sharesOf(parts))
        return record
      } catch (cause) {
        // Another server may have started it under the same id meanwhile; then the machines are that one's.
        if ((await runs.findById(runId)) === null) await deps.clusters.release(runId)
        throw cause
      }
    },

    /** @throws AppError RunNotActive */
    async begin(projectId: string, id: string, startAt: number): Promise<void> {
      const run = activeRun(projectId, id)
      if (run === null) throw new AppError('RunNotActive')
      run.begin(startAt)
    },

    /** @throws AppError RunNotActive */
    async stop(projectId: string, id: string, by: string): Promise<void> {
      const run = activeRun(projectId, id)
      if (run === null) throw new AppError('RunNotActive')
      run.stop('stoppedByUser', by)
    },

    /** @throws AppError RunNotActive */
    async forceStop(projectId: string, id: string, by: string): Promise<void> {
      const run = activeRun(projectId, id)
      if (run === null) throw new AppError('RunNotActive')
      run.forceStop('forceStopped', by)
    },

    /** @throws AppError RunNotActive also while it is being stopped, RunMachinesExceeded, LoadNotChangeable, LicenceExceeded and others of the licence */
    async changeLoad(projectId: string, id: string, load: number | null, by: string): Promise<void> {
      const run = activeRun(projectId, id)
      if (run === null || run.record.state !== 'running' || run.record.stopCause !== null) {
        throw new AppError('RunNotActive')
      }
      if (run.record.scenario.engine === 'jmeter') throw new AppError('LoadNotChangeable')
      const { manualLoad: before } = run.record
      if ((load ?? 0) > (before ?? 0)) {
        await reserveFor(run, { load, before })
        // It may have ended meanwhile.
        if (!run.isActive) throw new AppError('RunNotActive')
        return run.changeLoad(load, by)
      }
      run.changeLoad(load, by)
      // What cannot be given back now, as with an expired licence, is given back at the end.
      await reserveFor(run, { load, before }).catch((cause: unknown) => {
        if (!(cause instanceof AppError)) throw cause
      })
    },

    /** The record as it is in memory, ahead of the database, while the run is active. */
    current: (record: RunRecord): RunRecord => active.get(record.id)?.run.record ?? record,

    activeRecords,

    /** Present figures of a run, active or ended. */
    live: liveOf,

    /** Present figures of a run that this server drives. @throws AppError RunNotActive */
    async liveOf(projectId: string, id: string): Promise<RunLive> {
      const run = activeRun(projectId, id)
      if (run === null) throw new AppError('RunNotActive')
      return liveOf(run.record)
    },
  }
}
