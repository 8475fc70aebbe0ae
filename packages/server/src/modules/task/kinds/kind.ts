/** What the server needs for each kind of task; a kind is a file beside this one and a line in registry.ts. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import type {
  PerformanceTask,
  TaskDocument,
  TaskKindName,
  TaskOutlook,
} from '@pone/contract/entities/task.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { RawBuilder } from 'kysely'
import type { DocumentRow } from '../../catalogue/catalogue.repository.ts'
import type { PerformanceTaskRow } from '../performance-task-row.ts'

/** A request to stop a task. */
export interface StopOrder {
  readonly id: string
  readonly by: string
  /** Forced: outstanding requests are aborted. */
  readonly isForced: boolean
}

/** The start of a task of a set. */
export interface StartOrder {
  readonly projectId: string
  /** Preassigned, so that a repeated start creates one run only. */
  readonly runId: string
  readonly targetId: string
  readonly document: TaskDocument
  readonly by: string
  readonly language: Language
  readonly set: { readonly name: string; readonly engine: PerformanceTask['engine'] }
  /** Prepared and then held, to start together with others. */
  readonly isHeld: boolean
}

/** How a kind behaves in a task set. */
export interface SetMember {
  /** What is known of the task before it is executed, from the document of its scenario. */
  readonly plan: (target: DocumentRow, task: TaskDocument, clusters: readonly Cluster[]) => TaskOutlook
  /** @throws AppError with the reason against it */
  readonly start: (order: StartOrder) => Promise<void>
}

export interface TaskKind {
  readonly name: TaskKindName
  /**
   * A select with the columns of `PerformanceTaskRow` without the project's name, and `set_id`; with `isActiveOnly` only
   * tasks that wait or run.
   */
  list(isActiveOnly: boolean): RawBuilder<unknown>
  /** Rows of this kind for display, completed by the kind; rows deleted meanwhile are omitted. */
  facts(rows: readonly PerformanceTaskRow[]): Promise<PerformanceTask[]>
  /** In any project; returns the task's name for the operation record. @throws AppError NotFound, and when it is over */
  stop(order: StopOrder): Promise<string>
  /** Set when tasks of this kind can be part of a set. */
  readonly member?: SetMember
}
