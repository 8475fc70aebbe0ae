/** What the server must know of a kind of task; a kind is a file beside this one and a line in registry.ts. */
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

/** Somebody asks that a task ends. */
export interface StopOrder {
  readonly id: string
  readonly by: string
  /** At once; what is under way is broken off. */
  readonly isForced: boolean
}

/** A task of a set is to begin. */
export interface StartOrder {
  readonly projectId: string
  /** Chosen before, so that what is started twice runs once. */
  readonly runId: string
  readonly targetId: string
  readonly document: TaskDocument
  readonly by: string
  readonly language: Language
  readonly set: { readonly name: string; readonly engine: PerformanceTask['engine'] }
  /** Made ready, and begun together with others. */
  readonly isHeld: boolean
}

/** How a kind stands in a task set. */
export interface SetMember {
  /** What is known of the task before it runs, from the document of what it executes. */
  readonly plan: (target: DocumentRow, task: TaskDocument, clusters: readonly Cluster[]) => TaskOutlook
  /** @throws AppError of what stands against it */
  readonly start: (order: StartOrder) => Promise<void>
}

export interface TaskKind {
  readonly name: TaskKindName
  /**
   * A select with the columns of `PerformanceTaskRow` without the project's name, and `set_id`; with `isActiveOnly` only
   * tasks that wait or run.
   */
  list(isActiveOnly: boolean): RawBuilder<unknown>
  /** Rows of this kind as pages show them, each with what the kind says of itself; what has gone meanwhile is left out. */
  facts(rows: readonly PerformanceTaskRow[]): Promise<PerformanceTask[]>
  /** Of any project; answers the task's name for the operation record. @throws AppError NotFound, and when it is over */
  stop(order: StopOrder): Promise<string>
  /** Present when tasks of this kind can stand in a set. */
  readonly member?: SetMember
}
