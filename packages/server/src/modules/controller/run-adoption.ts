/** How this server comes to drive a run: one that it begins, or one that it takes up again with everything that is stored of it. */
import { randomUUID } from 'node:crypto'
import { engineOf, type RunPlan } from '@pone/contract/link/plan.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import type { RunMachine, RunRecord } from '@pone/results/run-record.ts'
import { ActiveRun } from '@pone/run-control/active-run.ts'
import type { BatchIntake } from '@pone/run-control/batch-intake.ts'
import { enginePlanners } from '@pone/run-control/engines/registry.ts'
import { MachineWatch } from '@pone/run-control/machine-watch.ts'
import { refill } from '@pone/run-control/rebuild.ts'
import { createRunWriter } from '@pone/run-control/run-writer.ts'
import { databaseErrors } from '../../adapters/database/store-errors.ts'
import type { MachineWait } from './await-machines.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { HeldRuns } from './held-runs.ts'
import type { RunSettlement } from './run-settlement.ts'

/** How long the agents of a run may take to come back after the server's restart. */
const restartPatienceMs = 60_000
/** How long before their load is given to others: agents dial again every five seconds at least. */
const restartNoticeMs = 20_000

export class RunAdoption {
  /** Runs whose machines are being made. */
  readonly awaiting = new Map<string, MachineWait>()
  readonly #held: HeldRuns
  readonly #settlement: RunSettlement
  readonly #intake: BatchIntake
  readonly #deps: ControllerDeps

  constructor(
    parts: { readonly held: HeldRuns; readonly settlement: RunSettlement; readonly intake: BatchIntake },
    deps: ControllerDeps,
  ) {
    this.#held = parts.held
    this.#settlement = parts.settlement
    this.#intake = parts.intake
    this.#deps = deps
  }

  /** Drives the run from now on. */
  adopt(record: RunRecord, machines: readonly RunMachine[], plan: RunPlan): ActiveRun {
    const { link, runs, leases, now, onFailure, shares } = this.#deps
    const engine = engineOf(plan)
    const writer = createRunWriter(databaseErrors, (what, cause) =>
      onFailure(`run ${record.id}: ${what}`, cause),
    )
    const run = new ActiveRun(
      record,
      new MachineWatch(machines),
      { longestResponseMs: enginePlanners[engine].longestSampleMs(plan) },
      {
        send: (agentId, command) => link.send(agentId, command),
        runs,
        intake: this.#intake,
        writer,
        shares: engines[engine].continuesShares ? shares : undefined,
        roundTripMs: agentId =>
          link.onlineMachines().find(machine => machine.agentId === agentId)?.status?.roundTripMs ?? null,
        onFailure,
        keepLeases: (runId, kept) => leases.keep(runId, kept),
        now,
        newId: randomUUID,
        onState: ({ id, projectId, state }) => {
          if (isActiveRun(state)) return this.#held.tellProject(projectId)
          this.awaiting.get(id)?.cancel()
          this.#settlement.follow(run, writer)
        },
      },
    )
    this.#held.add(run, writer)
    return run
  }

  /** Takes up a run that this server, or one before it, has driven. */
  async restore(record: RunRecord): Promise<void> {
    const { runs, leases, batches } = this.#deps
    const plan = await runs.plan(record.id)
    if (plan === null) return
    const run = this.adopt(record, await runs.machines(record.id), plan)
    if (record.state !== 'running') return run.abandon()
    run.coordination.restore(await leases.ofRun(record.id))
    run.isTakenOver = true
    await refill(run.live, record.id, this.#deps)
    run.delivered.logLines = await batches.logLines(record.id)
    run.resume(plan, { noticeMs: restartNoticeMs, patienceMs: restartPatienceMs })
  }

  /** Lets go of a run that another server has taken over; answers its project, or null when it was not held. */
  drop(id: string): string | null {
    this.awaiting.get(id)?.cancel()
    const held = this.#held.get(id)
    if (held === null) return null
    held.writer.close()
    this.#held.remove(id)
    const { projectId } = held.run.record
    this.#held.tellProject(projectId)
    return projectId
  }

  /** Stops writing; the runs go on by themselves on their machines. */
  async close(): Promise<void> {
    for (const wait of this.awaiting.values()) wait.cancel()
    await Promise.all([...this.awaiting.values()].map(wait => wait.settled))
    const writers = [...this.#held.all()].map(({ writer }) => writer)
    for (const writer of writers) writer.close()
    await Promise.all(writers.map(writer => writer.stored()))
  }
}
