/** The tabs of the task centre: one line per kind of task. */
import type { TaskScope } from '../task-queries.ts'

const bases = {
  admin: '/pone/atf/adminTaskCenter/admin',
  project: '/pone/atf/projects/taskCenter/',
} as const satisfies Record<TaskScope['kind'], string>

const names = {
  admin: ['PRPerformanceTask', 'JMeterPerformanceTask', 'MonitorTask', 'MonitorWarning'],
  project: ['PRPerformanceTask', 'JMeterPerformanceTask', 'monitorTask', 'monitorWarning'],
} as const satisfies Record<TaskScope['kind'], readonly string[]>

/** Address and title of each tab, in display order. */
export const centreTabs = (kind: TaskScope['kind']) =>
  names[kind].map(name => ({ path: `${bases[kind]}${name}`, title: `route.task.${name}` as const }))
