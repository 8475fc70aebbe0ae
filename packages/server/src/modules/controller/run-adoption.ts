/** How this server starts to drive a run: a new one, or a stored one that it restores. */
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

/** How long the agents of a run may take to reconnect after a server restart. */
const restartPatienceMs = 60_000
/** Time after which the load of a missing agent is moved to others; agents retry to connect at least every five seconds. */
const restartNoticeMs = 20_000

export class RunAdoption {
  /** Runs that wait for on-demand machines. */
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

  /** Starts to drive the run. */
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
        ruleValues: this.#deps.monitoring?.readRuleValues,
        keepLeases: (runId, kept) => leases.keep(runId, kept),
        now,
        newId: randomUUID,
        onState: ({ id, projectId, state }) => {
          if (isActiveRun(state)) return this.#held.publishProject(projectId)
          this.awaiting.get(id)?.cancel()
          this.#settlement.follow(run, writer)
        },
      },
    )
    this.#held.add(run, writer)
    return run
  }

  /** Restores a run that this or a previous server process drove. */
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

  /** Stops driving a run that another server has taken over; returns its project, or null when this server did not drive it. */
  drop(id: string): string | null {
    this.awaiting.get(id)?.cancel()
    const held = this.#held.get(id)
    if (held === null) return null
    held.writer.close()
    this.#held.remove(id)
    const { projectId } = held.run.record
    this.#held.publishProject(projectId)
    return projectId
  }

  /** Stops storing; the runs continue on their machines. */
  async close(): Promise<void> {
    for (const wait of this.awaiting.values()) wait.cancel()
    await Promise.all([...this.awaiting.values()].map(wait => wait.settled))
    const writers = [...this.#held.all()].map(({ writer }) => writer)
    for (const writer of writers) writer.close()
    await Promise.all(writers.map(writer => writer.stored()))
  }
}
