/** Page adminTaskCenter/adminPRPerformanceTask: the PR performance tasks of all projects, for administrators. */
import { TaskCentre } from './task-centre.tsx'

export function Page() {
  return <TaskCentre scope={{ kind: 'admin' }} engine="pr" />
}
