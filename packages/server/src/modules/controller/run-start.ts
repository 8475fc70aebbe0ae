/** Starts a run of a scenario: plans it, reserves machines or has them created, and prepares it on them. */
import { randomUUID } from 'node:crypto'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { isRoutine } from '@pone/contract/entities/run.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { adaptedScenario } from '@pone/plan/load-models/adapted.ts'
import { searchedScenario } from '@pone/plan/load-models/searched.ts'
import type { NewRun, RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { newRun } from '@pone/run-control/new-run.ts'
import { partsOf, sharesOf } from '@pone/run-control/run-parts.ts'
import { planRun, scriptsOf } from '@pone/run-control/run-plan.ts'
import type { Reservation } from '../cluster/cluster.service.ts'
import { isAble } from '../cluster/fleet.ts'
import type { MakeMachines } from '../pod-pool/pod-pool.service.ts'
import type { StartOrder } from '../run/run.service.ts'
import { assertOneEngine } from '../scenario/task-engine.ts'
import { awaitMachines } from './await-machines.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { RunAdoption } from './run-adoption.ts'

/** A run that can start once it has machines. */
interface PlannedStart {
  readonly runId: string
  readonly clusterId: string
  readonly plan: RunPlan
  readonly users: number
  readonly fresh: (clusterName: string) => NewRun
  readonly reserve: () => Promise<Reservation>
}

/** The scenario as the order changes it. @throws AppError CapacityNotPossible */
function documentOf(
  document: Scenario['document'],
  { adaptation, capacity }: Pick<StartOrder, 'adaptation' | 'capacity'>,
): Scenario['document'] {
  if (capacity === undefined)
    return adaptation === undefined ? document : adaptedScenario(document, adaptation)
  const { changesLoad, displayName } = engines[document.engine]
  if (!changesLoad) throw new AppError('CapacityNotPossible', { engine: displayName })
  return searchedScenario(document, capacity)
}

export class RunStart {
  readonly #adoption: RunAdoption
  readonly #deps: ControllerDeps

  constructor(adoption: RunAdoption, deps: ControllerDeps) {
    this.#adoption = adoption
    this.#deps = deps
  }

  /** If machines must be created first, it returns before they are ready. @throws AppError ScenarioIncomplete, NotFound, NoMachineOnline, CapacityExceeded, LicenceExceeded and others of the licence */
  async start(order: StartOrder): Promise<RunRecord> {
    const start = await this.#plan(order)
    const { clusterId, users, plan } = start
    const outcome = await start.reserve().catch(async (refusal: unknown) => {
      const provisioning = await this.#deps.onDemand?.provision({ clusterId, users }, refusal)
      if (!provisioning) throw refusal
      return { provisioning }
    })
    if ('provisioning' in outcome) return this.#startLater(order, start, outcome.provisioning)
    const parts = partsOf(start.runId, outcome.machines)
    const { runs, clusters } = this.#deps
    try {
      const record = await runs.insert(start.fresh(outcome.clusterName), plan, parts)
      const run = this.#adoption.adopt(record, parts, plan)
      void this.#monitor(run)
      if (order.isHeld === true) run.hold()
      run.prepare(plan, sharesOf(parts))
      return record
    } catch (cause) {
      // Another server may have started it with the same id meanwhile; then the machines belong to that run.
      if ((await runs.findById(start.runId)) === null) await clusters.release(start.runId)
      throw cause
    }
  }

  async #plan(order: StartOrder): Promise<PlannedStart> {
    const { projectId, runId = randomUUID(), capacity, taskSet, by } = order
    const { clusters, now } = this.#deps
    const found = await this.#deps.scenario(projectId, order.scenarioId)
    if (taskSet !== undefined) {
      const { engine } = found.document
      assertOneEngine(taskSet, [{ scenarioName: found.name, engine }])
    }
    const document = documentOf(found.document, order)
    const planned = await planRun(
      {
        runId,
        projectId,
        scenario: { ...found, document },
        maxLoad: capacity?.maxLoad,
        reasons: await this.#deps.counterProblems(projectId, found.id, document),
      },
      { ...this.#deps, ableMachines: (project, cluster) => this.#ableMachines(project, cluster) },
    )
    const { plan, clusterId, users, isOneMachine } = planned
    const scenario: Scenario = { ...found, document: planned.document }
    return {
      runId,
      clusterId,
      plan,
      users,
      fresh: clusterName =>
        newRun({
          runId,
          projectId,
          scenario,
          clusterId,
          clusterName,
          plan,
          by,
          at: now(),
          capacity: capacity ?? null,
        }),
      reserve: () =>
        clusters.reserve({
          runId,
          projectId,
          clusterId,
          users,
          isOneMachine,
          scripts: scriptsOf(plan),
          engine: document.engine,
        }),
    }
  }

  /** Creates the run at once; it waits for its on-demand machines. */
  async #startLater(order: StartOrder, start: PlannedStart, provisioning: MakeMachines): Promise<RunRecord> {
    const { runs, clusters, licence, onFailure } = this.#deps
    const { runId, plan, users, reserve } = start
    await licence.assertAllowed(users)
    const record = await runs.insert(start.fresh(provisioning.clusterName), plan, [])
    const run = this.#adoption.adopt(record, [], plan)
    void this.#monitor(run)
    if (order.isHeld === true) run.hold()
    const { language } = order
    const wait = awaitMachines(run, { runs, clusters, plan, provisioning, reserve, language, onFailure })
    const { awaiting } = this.#adoption
    awaiting.set(runId, wait)
    void wait.settled.finally(() => awaiting.delete(runId)) // Never rejects.
    return record
  }

  /** Beside the start, which does not wait for it; never rejects. */
  async #monitor(run: ActiveRun): Promise<void> {
    const { monitoring, runs, onFailure } = this.#deps
    const { record, live } = run
    try {
      for (const event of (await monitoring?.begin(record)) ?? []) {
        if (!isRoutine(event)) live.events.push(event)
        await runs.addEvent(record.id, event)
      }
    } catch (cause) {
      onFailure(`events of monitoring of run ${record.id}`, cause)
    }
  }

  async #ableMachines(projectId: string, clusterId: string): Promise<LoadMachine[]> {
    const clusters = await this.#deps.clusters.clustersFor(projectId)
    const machines = clusters.find(({ id }) => id === clusterId)?.machines.filter(isAble) ?? []
    return machines.toSorted((a, b) => b.remainingUsers - a.remainingUsers)
  }
}
