/** What the task centre needs for each kind of task; a kind without an entry is a compile error. */
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
  /** Its details open in a drawer, for administrators too; otherwise they are a page of its project. */
  readonly opensInDrawer: boolean
  /** It is a single run and has its id, so run pages can show it. */
  readonly isRun: boolean
  /** Requests the stop of a task of a project. */
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
