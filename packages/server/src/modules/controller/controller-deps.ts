/** The dependencies of the run controller on the rest of the server. */
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { EngineComponents, PlanFile } from '@pone/run-control/engines/engine-planner.ts'
import type { LiveHub } from '@pone/run-control/live-publisher.ts'
import type { ShareMove } from '@pone/run-control/share-move.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ClusterService } from '../cluster/cluster.service.ts'
import type { MachinesOnDemand } from '../pod-pool/pod-pool.service.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { RunOwnership } from '../run/run-ownership.ts'
import type { RunMonitoringService } from '../run-monitoring/run-monitoring.service.ts'
import type { RowLeaseRepository } from './coordination/row-lease.repository.ts'

export interface ControllerDeps {
  readonly link: Pick<AgentLink, 'send' | 'isOnline' | 'onlineMachines' | 'renew' | 'on'>
  /** Whether this server may drive a run. */
  readonly ownership: Pick<RunOwnership, 'mayDrive'>
  readonly clusters: Pick<ClusterService, 'reserve' | 'raise' | 'release' | 'clustersFor'>
  readonly licence: {
    /** Refuses the start before machines are created; reserves nothing. */
    assertAllowed(users: number): Promise<void>
  }
  /** Creates machines for clusters with on-demand machines; if absent, a cluster has only the machines that joined. */
  readonly onDemand?: MachinesOnDemand | undefined
  readonly scenario: (projectId: string, id: string) => Promise<Scenario>
  readonly components: EngineComponents
  readonly file: (projectId: string, id: string) => Promise<PlanFile>
  /** Why the SLA rules of a scenario could not be judged on monitors. */
  readonly counterProblems: (
    projectId: string,
    scenarioId: string,
    document: ScenarioDocument,
  ) => Promise<Bilingual[]>
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
  readonly shares: ShareMove
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly leases: RowLeaseRepository
  readonly hub: LiveHub
  /** Starts and stops the monitoring links of runs; absent where nothing is monitored. Neither rejects, both return what belongs on the run. */
  readonly monitoring?:
    | Pick<RunMonitoringService, 'begin' | 'end' | 'kept' | 'ruleValues' | 'readRuleValues'>
    | undefined
  /** Generates the report of the whole run, and replaces an existing one. */
  readonly makeReport: (record: RunRecord) => Promise<void>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}
