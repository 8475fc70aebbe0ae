/** The tree of task sets and the selected set: one half of the page testset. */
import { PlayCircleOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { TaskNode } from '@pone/contract/entities/task.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { SetTree } from '../../../ui/tree/set-tree.tsx'
import { taskKeys, useTaskSet, useTaskTree } from '../task-queries.ts'
import { SetEditor } from './set-editor.tsx'
import '../tasks.css'

/** `head` is rendered above the tree. */
export function TaskSets({ head }: { readonly head: ReactNode }) {
  const t = useT()
  const projectId = useSession('projectId')
  const [params, setParams] = useSearchParams()
  return (
    <SetTree<TaskNode>
      title={t('task.treeTitle')}
      storageKey="tasks"
      head={head}
      tree={useTaskTree()}
      queryKey={taskKeys.all}
      calls={{
        rename: input => api.task.rename({ projectId, ...input }),
        move: input => api.task.move({ projectId, ...input }),
        copy: input => api.task.copy({ projectId, ...input }),
        remove: ids => api.task.delete({ projectId, ids }),
      }}
      newSet={{
        label: t('task.newSet'),
        baseName: t('task.setName'),
        create: name => api.task.createSet({ projectId, name }),
      }}
      icons={{ set: <UnorderedListOutlined />, leaf: <PlayCircleOutlined /> }}
      selectedId={params.get('id')}
      onOpen={id => setParams({ tree: 'tasks', ...(id === '' ? {} : { id }) })}
      deleteText={names => t('task.deleteConfirm', { names })}
      empty={{ title: t('task.emptyTitle'), text: t('task.emptyText') }}
      pick={{ title: t('task.pickTitle'), text: t('task.pickText') }}
    >
      {node =>
        // A task is shown on the page of its set.
        node.kind === 'task' && node.parentId !== null ? (
          <ChosenSet key={node.parentId} id={node.parentId} taskId={node.id} />
        ) : (
          <ChosenSet key={node.id} id={node.id} taskId={null} />
        )
      }
    </SetTree>
  )
}

function ChosenSet({ id, taskId }: { readonly id: string; readonly taskId: string | null }) {
  const set = useTaskSet(id)
  if (!set.data)
    return set.error ? <ErrorState error={set.error} onRetry={() => void set.refetch()} /> : <LoadingState />
  return <SetEditor set={set.data} chosenTaskId={taskId} />
}
