/** The tabs of the task centre: one line per kind of task. */
import type { TaskScope } from '../task-queries.ts'

const bases = {
  admin: '/pone/atf/adminTaskCenter/admin',
  project: '/pone/atf/projects/taskCenter/',
} as const satisfies Record<TaskScope['kind'], string>

const names = ['PRPerformanceTask', 'JMeterPerformanceTask'] as const

/** Address and title of each tab, in display order. */
export const centreTabs = (kind: TaskScope['kind']) =>
  names.map(name => ({ path: `${bases[kind]}${name}`, title: `route.task.${name}` as const }))
