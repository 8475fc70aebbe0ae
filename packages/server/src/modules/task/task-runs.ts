/** What tasks need of the module that drives runs. */
import type { StartOrder } from '../run/run.service.ts'

/** What the executions need of the controller. */
export interface TaskRunControl {
  stop(projectId: string, id: string, by: string): unknown
  forceStop(projectId: string, id: string, by: string): unknown
}

export interface TaskRuns extends TaskRunControl {
  startRun(order: StartOrder): Promise<unknown>
  /** Lets the load of a held run that is ready begin at that instant, epoch ms. @throws AppError RunNotActive */
  begin(projectId: string, id: string, startAt: number): Promise<void>
  /** Gives back machines that a start which was interrupted may have reserved. */
  release(runId: string): Promise<void>
}
