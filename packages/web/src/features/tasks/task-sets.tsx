/** The tree of task sets and the chosen set beside it: one half of the page testset. */
import { FolderAddOutlined, PlayCircleOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { TaskNode } from '@pone/contract/entities/task.ts'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { freeName } from '../../lib/free-name.ts'
import { useT } from '../../lib/i18n.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { PageBody } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { TreePanel } from '../../ui/tree-panel.tsx'
import { SetEditor } from './set-editor.tsx'
import { useTaskSet, useTaskTree, useTreeChange } from './task-queries.ts'
import './tasks.css'

/** `head` stands above the tree. */
export function TaskSets({ head }: { readonly head: ReactNode }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tree = useTaskTree()
  const node = tree.data?.find(candidate => candidate.id === params.get('id')) ?? null
  const open = (id: string) => setParams({ tree: 'tasks', ...(id === '' ? {} : { id }) })
  return (
    <PageBody isWide>
      <SplitPane
        storageKey="scenarios"
        initialSize={264}
        minSize={200}
        maxSize={480}
        label={t('task.treeTitle')}
        first={
          <>
            {head}
            {tree.data && <TaskTree nodes={tree.data} selected={node} onOpen={open} />}
          </>
        }
        second={
          tree.data ? (
            <Chosen node={node} nodes={tree.data} onOpen={open} />
          ) : tree.error ? (
            <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
          ) : (
            <LoadingState />
          )
        }
      />
    </PageBody>
  )
}

interface TreeProps {
  readonly nodes: readonly TaskNode[]
  readonly selected: TaskNode | null
  readonly onOpen: (id: string) => void
}

function TaskTree({ nodes, selected, onOpen }: TreeProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const canEdit = useCan('scenario.edit')
  const confirm = useConfirm()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const rename = useTreeChange((input: { id: string; name: string }) =>
    api.task.rename({ projectId, ...input }),
  )
  const move = useTreeChange((input: { ids: string[]; parentId: string; beforeId: string | null }) =>
    api.task.move({ projectId, ...input }),
  )
  const copy = useTreeChange((input: { ids: string[]; parentId: string }) =>
    api.task.copy({ projectId, ...input }),
  )
  const remove = useTreeChange((ids: string[]) => api.task.delete({ projectId, ids }))
  const createSet = useCreateSet(nodes, created => {
    onOpen(created.id)
    setRenamingId(created.id)
  })
  return (
    <TreePanel
      nodes={nodes.map(node => (node.kind === 'root' ? { ...node, name: t('task.treeTitle') } : node))}
      label={t('task.treeTitle')}
      storageKey={`tasks-${projectId}`}
      selectedId={selected?.id ?? null}
      canEdit={canEdit}
      renamingId={renamingId}
      onRenameEnd={() => setRenamingId(null)}
      onOpen={node => onOpen(node.id)}
      iconOf={node => (node.kind === 'task' ? <PlayCircleOutlined /> : <UnorderedListOutlined />)}
      holdsChildren={node => node.kind !== 'task'}
      isFixed={node => node.kind === 'root'}
      accepts={(moved, parent) =>
        moved.every(node => (node.kind === 'set' ? parent.kind === 'root' : parent.kind === 'set'))
      }
      onRename={(node, name) => rename.mutateAsync({ id: node.id, name })}
      onMove={input => move.mutateAsync(input)}
      onCopy={input => copy.mutateAsync(input)}
      onDelete={doomed =>
        confirm({
          title: t('action.delete'),
          text: t('task.deleteConfirm', { names: doomed.map(node => node.name).join(', ') }),
          verb: t('action.delete'),
          onConfirm: async () => {
            await remove.mutateAsync(doomed.map(node => node.id))
            if (selected && doomed.some(node => node.id === selected.id)) onOpen(selected.parentId ?? '')
            else if (selected && doomed.some(node => node.id === selected.parentId)) onOpen('')
          },
        })
      }
      menuOf={node =>
        canEdit && node.kind === 'root' ? [{ key: 'set', label: t('task.newSet'), onClick: createSet }] : []
      }
      toolbar={
        canEdit && (
          <Tooltip title={t('task.newSet')}>
            <Button
              type="text"
              icon={<FolderAddOutlined />}
              aria-label={t('task.newSet')}
              onClick={createSet}
            />
          </Tooltip>
        )
      }
    />
  )
}

/** A new set gets a free name at once and is then renamed in place. */
function useCreateSet(nodes: readonly TaskNode[], onCreated: (node: TaskNode) => void): () => void {
  const t = useT()
  const projectId = useSession('projectId')
  const create = useTreeChange((name: string) => api.task.createSet({ projectId, name }))
  return () => {
    const taken = nodes.filter(node => node.kind === 'set').map(node => node.name)
    create.mutate(freeName(taken, t('task.setName')), { onSuccess: onCreated })
  }
}

/** A task is shown in its set. */
function Chosen({ node, nodes, onOpen }: Omit<TreeProps, 'selected'> & { readonly node: TaskNode | null }) {
  const t = useT()
  const canEdit = useCan('scenario.edit')
  const createSet = useCreateSet(nodes, created => onOpen(created.id))
  const setId = node?.kind === 'set' ? node.id : node?.kind === 'task' ? node.parentId : null
  if (setId !== null)
    return <ChosenSet key={setId} id={setId} taskId={node?.kind === 'task' ? node.id : null} />
  const isEmpty = nodes.every(candidate => candidate.kind !== 'set')
  return (
    <EmptyState
      title={t(isEmpty ? 'task.emptyTitle' : 'task.pickTitle')}
      text={t(isEmpty ? 'task.emptyText' : 'task.pickText')}
      action={
        isEmpty &&
        canEdit && (
          <Button type="primary" icon={<PlusOutlined />} onClick={createSet}>
            {t('task.newSet')}
          </Button>
        )
      }
    />
  )
}

function ChosenSet({ id, taskId }: { readonly id: string; readonly taskId: string | null }) {
  const set = useTaskSet(id)
  if (!set.data)
    return set.error ? <ErrorState error={set.error} onRetry={() => void set.refetch()} /> : <LoadingState />
  return <SetEditor set={set.data} chosenTaskId={taskId} />
}
