/** The functions that tasks need of the module that drives runs. */
import type { StartOrder } from '../run/run.service.ts'

/** The controller functions that executions need. */
export interface TaskRunControl {
  stop(projectId: string, id: string, by: string): unknown
  forceStop(projectId: string, id: string, by: string): unknown
}

export interface TaskRuns extends TaskRunControl {
  startRun(order: StartOrder): Promise<unknown>
  /** Starts the load of a prepared, held run at that instant, epoch ms. @throws AppError RunNotActive */
  begin(projectId: string, id: string, startAt: number): Promise<void>
  /** Releases machines that an interrupted start may have reserved. */
  release(runId: string): Promise<void>
}
