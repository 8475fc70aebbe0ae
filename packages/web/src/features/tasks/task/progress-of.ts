/** Progress of a performance task: only finished tasks count, in the colour of its state; pure. */
import { type ExecutionState, isActiveExecution, type PerformanceTask } from '@pone/contract/entities/task.ts'
import type { StatusTone } from '../../../ui/theme/palette.ts'

export type ProgressFacts = Pick<PerformanceTask, 'state' | 'doneTasks' | 'allTasks'>

export interface ProgressShown {
  /** Share of the finished tasks, 0 to 100. */
  readonly percent: number
  readonly isActive: boolean
  readonly tone: StatusTone
  /** Whether the state is shown as a word: the task ended without success. */
  readonly hasWord: boolean
}

export const executionTones: Record<ExecutionState, StatusTone> = {
  waiting: 'off',
  running: 'running',
  complete: 'passed',
  failed: 'failed',
  stopped: 'warning',
  missed: 'warning',
}

export function progressOf({ state, doneTasks, allTasks }: ProgressFacts): ProgressShown {
  const isActive = isActiveExecution(state)
  return {
    percent: allTasks === 0 ? 0 : (doneTasks / allTasks) * 100,
    isActive,
    tone: executionTones[state],
    hasWord: !isActive && state !== 'complete',
  }
}
