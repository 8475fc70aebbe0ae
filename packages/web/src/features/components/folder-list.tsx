/** What lies in a folder of the catalogue, as a table. */
import { EditOutlined, FileAddOutlined, FileTextOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Button, Tooltip } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { childrenOf, countBelow } from '../../ui/catalogue-model.ts'
import { CataloguePath } from '../../ui/catalogue-path.tsx'
import { CatalogueTable } from '../../ui/catalogue-table.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { designPath } from './component-paths.ts'
import { useComponent } from './component-queries.ts'
import { countSteps } from './step-tree.ts'

interface FolderListProps {
  readonly nodes: readonly ComponentNode[]
  readonly folder: ComponentNode
  readonly canEdit: boolean
  readonly onOpen: (id: string) => void
  readonly onCreateFolder: () => void
  readonly onCreateComponent: () => void
  readonly onDelete: (nodes: readonly ComponentNode[]) => void
}

export function FolderList({
  nodes,
  folder,
  canEdit,
  onOpen,
  onCreateFolder,
  onCreateComponent,
  onDelete,
}: FolderListProps) {
  const t = useT()
  const children = childrenOf(nodes, folder.id)
  const actions = canEdit && (
    <>
      <Button icon={<FolderAddOutlined />} onClick={onCreateFolder}>
        {t('catalogue.newFolder')}
      </Button>
      <Button type="primary" icon={<FileAddOutlined />} onClick={onCreateComponent}>
        {t('component.catalogue.newComponent')}
      </Button>
    </>
  )
  return (
    <div className="cd-pane">
      <header className="cd-pane-head">
        <div className="cd-pane-title">
          <CataloguePath nodes={nodes} id={folder.id} onOpen={onOpen} />
          <h1>{folder.name}</h1>
        </div>
        {children.length > 0 && <div className="cd-pane-actions">{actions}</div>}
      </header>
      {children.length === 0 ? (
        <EmptyState
          title={folder.parentId === null ? t('component.catalogue.empty') : t('catalogue.emptyFolder')}
          text={canEdit ? t('component.catalogue.emptyHint') : t('catalogue.emptyReadOnly')}
          action={actions || undefined}
        />
      ) : (
        <CatalogueTable
          rows={children}
          componentIcon={<FileTextOutlined aria-hidden />}
          canEdit={canEdit}
          onOpen={onOpen}
          onDelete={onDelete}
          columns={[
            {
              title: t('component.catalogue.kind'),
              dataIndex: 'kind',
              render: (kind: ComponentNode['kind']) => t(`component.catalogue.${kind}`),
            },
          ]}
          contentOf={({ kind, id }) =>
            kind === 'folder' ? (
              t('catalogue.componentCount', { count: countBelow(nodes, [id]).components })
            ) : (
              <StepCount id={id} />
            )
          }
          actionsOf={node =>
            node.kind === 'component' && (
              <Tooltip title={t('component.catalogue.design')} mouseEnterDelay={0.5}>
                <Link
                  to={designPath(node.id)}
                  className="icon-button"
                  aria-label={t('component.catalogue.designNamed', { name: node.name })}
                >
                  <EditOutlined />
                </Link>
              </Tooltip>
            )
          }
        />
      )}
    </div>
  )
}

function StepCount({ id }: { readonly id: string }) {
  const t = useT()
  const component = useComponent(id)
  return (
    <>
      {component.data
        ? t('component.summary.steps', { count: countSteps(component.data.document.steps) })
        : '…'}
    </>
  )
}
