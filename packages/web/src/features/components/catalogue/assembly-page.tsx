/** The page assembly: the component catalogue at the left, the chosen folder's list or component's summary at the right. */
import { FileAddOutlined, FileTextOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Button, Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useCatalogue, useNamedNodes } from '../../../ui/catalogue/use-catalogue.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { SplitPane } from '../../../ui/page/split-pane.tsx'
import { TreePanel } from '../../../ui/tree/tree-panel.tsx'
import { useCatalogueChanges, useComponentTree } from './component-queries.ts'
import { ComponentSummary } from './component-summary.tsx'
import '../../../ui/editor/panes.css'
import { FolderList } from './folder-list.tsx'

export function Page() {
  const t = useT()
  const tree = useComponentTree()
  const nodes = useNamedNodes(tree.data, t('component.catalogue.root'))
  if (nodes) return <Catalogue nodes={nodes} />
  return tree.isError ? (
    <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
  ) : (
    <LoadingState rows={10} />
  )
}

function Catalogue({ nodes }: { readonly nodes: readonly ComponentNode[] }) {
  const t = useT()
  const catalogue = useCatalogue({
    nodes,
    changes: useCatalogueChanges(),
    newComponentName: t('component.catalogue.newComponentName'),
    componentIcon: <FileTextOutlined aria-hidden />,
    deleteText: counts => t('component.catalogue.deleteText', counts),
  })
  if (catalogue === null) return <EmptyState title={t('component.catalogue.empty')} />
  const { selected, folder, open, createFolder, createComponent, remove, tree } = catalogue
  const { canEdit } = tree
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
      label: t('catalogue.newFolder'),
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
        label={t('catalogue.resize')}
        first={
          <TreePanel
            {...tree}
            storageKey="components"
            label={t('component.catalogue.title')}
            menuOf={node => (canEdit && node.kind === 'folder' ? newItems(node.id) : [])}
            toolbar={
              canEdit && (
                <>
                  {toolButton(t('catalogue.newFolder'), <FolderAddOutlined />, () => createFolder(folder.id))}
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
              onDelete={remove}
            />
          ) : (
            <ComponentSummary key={selected.id} nodes={nodes} node={selected} onOpen={open} />
          )
        }
      />
    </div>
  )
}
