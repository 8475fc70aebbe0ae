/** Page adminTaskCenter/adminPRPerformanceTask: the performance tasks of all projects that PR drives, for administrators. */
import { TaskCentre } from './task-centre.tsx'

export function Page() {
  return <TaskCentre scope={{ kind: 'admin' }} engine="pr" />
}
