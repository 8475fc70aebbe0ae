/** The tree of scenario sets and the editor of the chosen scenario: one half of the page testset. */
import {
  FileAddOutlined,
  FolderAddOutlined,
  FolderOutlined,
  PlusOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { ScenarioNode } from '@pone/contract/entities/scenario.ts'
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
import { ScenarioEditor } from './scenario-editor.tsx'
import { useScenario, useScenarioTree, useTreeChange } from './scenario-queries.ts'
import { SetOverview } from './set-overview.tsx'

/** `head` stands above the tree. */
export function ScenarioSets({ head }: { readonly head: ReactNode }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tree = useScenarioTree()
  const id = params.get('id')
  if (!tree.data)
    return tree.error ? (
      <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    ) : (
      <LoadingState />
    )
  const node = tree.data.find(candidate => candidate.id === id) ?? null
  const open = (target: string) => setParams({ id: target })
  return (
    <PageBody isWide>
      <SplitPane
        storageKey="scenarios"
        initialSize={264}
        minSize={200}
        maxSize={480}
        label={t('scenario.treeTitle')}
        first={
          <>
            {head}
            <ScenarioTree nodes={tree.data} selected={node} onOpen={open} />
          </>
        }
        second={<Chosen node={node} nodes={tree.data} onOpen={open} />}
      />
    </PageBody>
  )
}

interface TreeProps {
  readonly nodes: readonly ScenarioNode[]
  readonly selected: ScenarioNode | null
  readonly onOpen: (id: string) => void
}

function ScenarioTree({ nodes, selected, onOpen }: TreeProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const canEdit = useCan('scenario.edit')
  const confirm = useConfirm()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const rename = useTreeChange((input: { id: string; name: string }) =>
    api.scenario.rename({ projectId, ...input }),
  )
  const move = useTreeChange((input: { ids: string[]; parentId: string; beforeId: string | null }) =>
    api.scenario.move({ projectId, ...input }),
  )
  const copy = useTreeChange((input: { ids: string[]; parentId: string }) =>
    api.scenario.copy({ projectId, ...input }),
  )
  const remove = useTreeChange((ids: string[]) => api.scenario.delete({ projectId, ids }))
  const create = useCreate(nodes, created => {
    onOpen(created.id)
    setRenamingId(created.id)
  })
  const setOf = selected?.kind === 'set' ? selected.id : (selected?.parentId ?? null)
  return (
    <TreePanel
      nodes={nodes.map(node => (node.kind === 'root' ? { ...node, name: t('scenario.treeTitle') } : node))}
      label={t('scenario.treeTitle')}
      storageKey={`scenarios-${projectId}`}
      selectedId={selected?.id ?? null}
      canEdit={canEdit}
      renamingId={renamingId}
      onRenameEnd={() => setRenamingId(null)}
      onOpen={node => onOpen(node.id)}
      iconOf={node => (node.kind === 'scenario' ? <ThunderboltOutlined /> : <FolderOutlined />)}
      holdsChildren={node => node.kind !== 'scenario'}
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
          text: t('scenario.deleteConfirm', { names: doomed.map(node => node.name).join(', ') }),
          verb: t('action.delete'),
          onConfirm: async () => {
            await remove.mutateAsync(doomed.map(node => node.id))
            if (selected && doomed.some(node => node.id === selected.id || node.id === selected.parentId))
              onOpen('')
          },
        })
      }
      menuOf={node =>
        canEdit
          ? node.kind === 'root'
            ? [{ key: 'set', label: t('scenario.newSet'), onClick: () => create.set() }]
            : node.kind === 'set'
              ? [
                  {
                    key: 'scenario',
                    label: t('scenario.newScenario'),
                    onClick: () => create.scenario(node.id),
                  },
                ]
              : []
          : []
      }
      toolbar={
        canEdit && (
          <>
            <Tooltip title={t('scenario.newSet')}>
              <Button
                type="text"
                icon={<FolderAddOutlined />}
                aria-label={t('scenario.newSet')}
                onClick={() => create.set()}
              />
            </Tooltip>
            <Tooltip title={t('scenario.newScenario')}>
              <Button
                type="text"
                icon={<FileAddOutlined />}
                aria-label={t('scenario.newScenario')}
                onClick={() => create.scenario(setOf)}
              />
            </Tooltip>
          </>
        )
      }
    />
  )
}

/** New sets and scenarios get a free name at once and are then renamed in place. */
function useCreate(nodes: readonly ScenarioNode[], onCreated: (node: ScenarioNode) => void) {
  const t = useT()
  const projectId = useSession('projectId')
  const rootId = nodes.find(node => node.kind === 'root')?.id ?? null
  const nameIn = (parentId: string | null, base: string) =>
    freeName(
      nodes.filter(node => node.parentId === parentId).map(node => node.name),
      base,
    )
  const createSet = useTreeChange((name: string) => api.scenario.createSet({ projectId, name }))
  const createScenario = useTreeChange((input: { parentId: string; name: string }) =>
    api.scenario.create({ projectId, ...input }),
  )
  return {
    set: () => createSet.mutate(nameIn(rootId, t('scenario.set')), { onSuccess: onCreated }),
    /** Without a chosen set the first one takes the scenario; without any, one is made. */
    scenario: (setId: string | null) => {
      const known =
        nodes.find(node => node.id === setId && node.kind === 'set') ??
        nodes.find(node => node.kind === 'set')
      const create = (parentId: string) =>
        createScenario.mutate(
          { parentId, name: nameIn(parentId, t('scenario.scenario')) },
          { onSuccess: onCreated },
        )
      if (known) create(known.id)
      else createSet.mutate(nameIn(rootId, t('scenario.set')), { onSuccess: made => create(made.id) })
    },
  }
}

interface ChosenProps {
  readonly node: ScenarioNode | null
  readonly nodes: readonly ScenarioNode[]
  readonly onOpen: (id: string) => void
}

function Chosen({ node, nodes, onOpen }: ChosenProps) {
  const t = useT()
  const canEdit = useCan('scenario.edit')
  const create = useCreate(nodes, created => onOpen(created.id))
  if (node?.kind === 'scenario') return <ChosenScenario key={node.id} node={node} />
  if (node?.kind === 'set')
    return <SetOverview set={node} nodes={nodes} onOpen={onOpen} onCreate={() => create.scenario(node.id)} />
  const isEmpty = nodes.every(candidate => candidate.kind !== 'scenario')
  return (
    <EmptyState
      title={t(isEmpty ? 'scenario.emptyTitle' : 'scenario.pickTitle')}
      text={t(isEmpty ? 'scenario.emptyText' : 'scenario.pickText')}
      action={
        isEmpty &&
        canEdit && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => create.scenario(null)}>
            {t('scenario.newScenario')}
          </Button>
        )
      }
    />
  )
}

function ChosenScenario({ node }: { readonly node: ScenarioNode }) {
  const scenario = useScenario(node.id)
  if (!scenario.data)
    return scenario.error ? (
      <ErrorState error={scenario.error} onRetry={() => void scenario.refetch()} />
    ) : (
      <LoadingState />
    )
  return <ScenarioEditor scenario={{ ...scenario.data, name: node.name }} />
}
