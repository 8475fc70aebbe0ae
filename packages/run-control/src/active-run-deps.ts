/** What an active run needs of its owner, which is the server's controller or the command line. */
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { BatchIntake } from './batch-intake.ts'
import type { CoordinationDeps } from './coordination/run-coordination.ts'
import type { RunStore } from './run-store.ts'
import type { RunWriter } from './run-writer.ts'
import type { ShareMove } from './share-move.ts'

export interface ActiveRunDeps {
  readonly send: (agentId: string, command: AgentCommand) => boolean
  readonly runs: Pick<RunStore, 'update' | 'addEvent' | 'saveMachine'>
  /** Finds room for the load of lost machines; without it their part of the load is not driven any more. */
  readonly shares?: ShareMove | undefined
  /** Round-trip time to a machine, null when it is not known. */
  readonly roundTripMs?: ((agentId: string) => number | null) | undefined
  readonly onFailure?: ((what: string, cause: unknown) => void) | undefined
  readonly intake: BatchIntake
  readonly writer: RunWriter
  readonly keepLeases: CoordinationDeps['keepLeases']
  /** Values of the counters that the run's rules name, newer than these instants, epoch ms, by rule id; absent where nothing is monitored. */
  readonly ruleValues?:
    | ((run: RunRecord, taken: ReadonlyMap<string, number | null>) => Promise<RuleValues[]>)
    | undefined
  readonly now: () => number
  readonly newId: () => string
  /** Called with each new state, the last included. */
  readonly onState: (record: RunRecord) => void
}
