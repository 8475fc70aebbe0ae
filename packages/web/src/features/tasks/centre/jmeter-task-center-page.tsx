/** Page taskCenter/JMeterPerformanceTask: the JMeter performance tasks of the project. */
import { useSession } from '../../../lib/session/session.ts'
import { TaskCentre } from './task-centre.tsx'

export function Page() {
  const projectId = useSession('projectId')
  return <TaskCentre scope={{ kind: 'project', projectId }} engine="jmeter" />
}
