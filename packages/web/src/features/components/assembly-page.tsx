/** The page assembly: the component catalogue at the left, the chosen folder's list or component's summary at the right. */
import {
  FileAddOutlined,
  FileTextOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  FolderOutlined,
} from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Button, Tooltip } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session.ts'
import { countBelow, freeSiblingName, pathOf } from '../../ui/catalogue-model.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { TreePanel } from '../../ui/tree-panel.tsx'
import { useCatalogueChanges, useComponentTree } from './component-queries.ts'
import { ComponentSummary } from './component-summary.tsx'
import '../../ui/editor/panes.css'
import { FolderList } from './folder-list.tsx'

export function Page() {
  const t = useT()
  const tree = useComponentTree()
  const { data } = tree
  // The root has no name of its own.
  const nodes = useMemo(
    () =>
      data?.map(node => (node.parentId === null ? { ...node, name: t('component.catalogue.root') } : node)),
    [data, t],
  )
  if (nodes) return <Catalogue nodes={nodes} />
  return tree.isError ? (
    <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
  ) : (
    <LoadingState rows={10} />
  )
}

function Catalogue({ nodes }: { readonly nodes: readonly ComponentNode[] }) {
  const t = useT()
  const canEdit = useCan('component.edit')
  const confirm = useConfirm()
  const changes = useCatalogueChanges()
  const [search, setSearch] = useSearchParams()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const root = nodes.find(node => node.parentId === null)
  const selected = nodes.find(node => node.id === search.get('id')) ?? root
  const open = (id: string) => setSearch({ id })
  if (!root || !selected) return <EmptyState title={t('component.catalogue.empty')} />
  const folder =
    selected.kind === 'folder' ? selected : (nodes.find(node => node.id === selected.parentId) ?? root)

  // Errors of these calls are shown where all mutations' errors are.
  const ignore = () => {}
  const createFolder = (parentId: string) =>
    void changes.createFolder
      .mutateAsync({
        parentId,
        name: freeSiblingName(nodes, parentId, t('component.catalogue.newFolderName')),
      })
      .then(node => setRenamingId(node.id), ignore)
  const createComponent = (parentId: string) =>
    void changes.create
      .mutateAsync({
        parentId,
        name: freeSiblingName(nodes, parentId, t('component.catalogue.newComponentName')),
      })
      .then(node => {
        open(node.id)
        setRenamingId(node.id)
      }, ignore)
  const askDelete = (doomed: readonly ComponentNode[]) => {
    const ids = doomed.map(node => node.id)
    const { folders, components } = countBelow(nodes, ids)
    const names = doomed.slice(0, 5).map(node => t('component.quoted', { name: node.name }))
    confirm({
      title: t('component.catalogue.deleteTitle', {
        names: names.join(t('component.listSeparator')) + (doomed.length > 5 ? ' …' : ''),
      }),
      text: t('component.catalogue.deleteText', { folders, components }),
      verb: t('action.delete'),
      onConfirm: async () => {
        await changes.remove.mutateAsync(ids)
        if (pathOf(nodes, selected.id).some(node => ids.includes(node.id)))
          open(doomed[0]?.parentId ?? root.id)
      },
    })
  }
  const newItems = (parentId: string) => [
    {
      key: 'newComponent',
      icon: <FileAddOutlined />,
      label: t('component.catalogue.newComponent'),
      onClick: () => createComponent(parentId),
    },
    {
      key: 'newFolder',
      icon: <FolderAddOutlined />,
      label: t('component.catalogue.newFolder'),
      onClick: () => createFolder(parentId),
    },
  ]
  const toolButton = (label: string, icon: React.ReactNode, onClick: () => void) => (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
  return (
    <div className="cd-catalogue">
      <SplitPane
        storageKey="componentCatalogue"
        initialSize={280}
        minSize={200}
        maxSize={560}
        label={t('component.catalogue.resize')}
        first={
          <TreePanel
            nodes={nodes}
            storageKey="components"
            label={t('component.catalogue.title')}
            selectedId={selected.id}
            onOpen={node => open(node.id)}
            iconOf={(node, isExpanded) =>
              node.kind === 'component' ? (
                <FileTextOutlined />
              ) : isExpanded ? (
                <FolderOpenOutlined />
              ) : (
                <FolderOutlined />
              )
            }
            holdsChildren={node => node.kind === 'folder'}
            isFixed={node => node.parentId === null}
            canEdit={canEdit}
            onRename={(node, name) => changes.rename.mutateAsync({ id: node.id, name }).catch(ignore)}
            onMove={move => changes.move.mutateAsync(move).catch(ignore)}
            onCopy={copy => changes.copy.mutateAsync(copy).catch(ignore)}
            onDelete={askDelete}
            menuOf={node => (canEdit && node.kind === 'folder' ? newItems(node.id) : [])}
            renamingId={renamingId}
            onRenameEnd={() => setRenamingId(null)}
            toolbar={
              canEdit && (
                <>
                  {toolButton(t('component.catalogue.newFolder'), <FolderAddOutlined />, () =>
                    createFolder(folder.id),
                  )}
                  {toolButton(t('component.catalogue.newComponent'), <FileAddOutlined />, () =>
                    createComponent(folder.id),
                  )}
                </>
              )
            }
          />
        }
        second={
          selected.kind === 'folder' ? (
            <FolderList
              key={selected.id}
              nodes={nodes}
              folder={selected}
              canEdit={canEdit}
              onOpen={open}
              onCreateFolder={() => createFolder(selected.id)}
              onCreateComponent={() => createComponent(selected.id)}
              onDelete={askDelete}
            />
          ) : (
            <ComponentSummary key={selected.id} nodes={nodes} node={selected} onOpen={open} />
          )
        }
      />
    </div>
  )
}
