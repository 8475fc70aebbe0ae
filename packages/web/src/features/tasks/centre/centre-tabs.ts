/** The tabs of the task centre: a line per kind of tasks that this version runs. */
import type { TaskScope } from '../task-queries.ts'

const bases = {
  admin: '/pone/atf/adminTaskCenter/admin',
  project: '/pone/atf/projects/taskCenter/',
} as const satisfies Record<TaskScope['kind'], string>

const names = ['PRPerformanceTask', 'JMeterPerformanceTask'] as const

/** Address and title of each tab, in the order of the centre. */
export const centreTabs = (kind: TaskScope['kind']) =>
  names.map(name => ({ path: `${bases[kind]}${name}`, title: `route.task.${name}` as const }))
