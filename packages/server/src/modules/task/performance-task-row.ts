/** A task of any kind as a row of the task centre's list. */

import type { ExecutionState, PerformanceTask } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'

export interface PerformanceTaskRow {
  readonly kind: PerformanceTask['kind']
  readonly id: string
  readonly project_id: string
  readonly project_name: string
  readonly number: number
  readonly name: string
  readonly engine: Engine
  readonly state: ExecutionState
  readonly trigger: PerformanceTask['trigger']
  readonly started_by: string
  readonly due_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly planned_ms: number | null
}
