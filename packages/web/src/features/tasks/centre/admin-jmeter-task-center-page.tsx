/** Page adminTaskCenter/adminJMeterPerformanceTask: the performance tasks of all projects that JMeter drives, for administrators. */
import { TaskCentre } from './task-centre.tsx'

export function Page() {
  return <TaskCentre scope={{ kind: 'admin' }} engine="jmeter" />
}
