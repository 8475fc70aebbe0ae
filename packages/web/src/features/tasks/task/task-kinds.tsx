/** What the task centre must know of each kind of task; one entry per kind, and a kind without one does not compile. */
import { PlayCircleOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { TaskKindName } from '@pone/contract/entities/task.ts'
import type { ReactNode } from 'react'
import { api } from '../../../lib/api.ts'

interface TaskOfProject {
  readonly projectId: string
  readonly id: string
}

export interface TaskKindView {
  readonly icon: ReactNode
  /** Its page opens beside the list, for administrators too; otherwise it is a page of its project. */
  readonly opensInDrawer: boolean
  /** It is one run, whose id it has: pages of runs show it. */
  readonly isRun: boolean
  /** Asks for the end of a task of a project. */
  readonly stop: (task: TaskOfProject, isForced: boolean) => Promise<unknown>
}

export const taskKindViews: Readonly<Record<TaskKindName, TaskKindView>> = {
  set: {
    icon: <UnorderedListOutlined />,
    opensInDrawer: true,
    isRun: false,
    stop: (task, isForced) => (isForced ? api.task.forceStop(task) : api.task.stop(task)),
  },
  scenario: {
    icon: <PlayCircleOutlined />,
    opensInDrawer: false,
    isRun: true,
    stop: (task, isForced) => (isForced ? api.run.forceStop(task) : api.run.stop(task)),
  },
}
