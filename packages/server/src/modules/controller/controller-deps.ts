/** What the controller of all runs needs of the rest of the server. */
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
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
  readonly components: EngineComponents
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
