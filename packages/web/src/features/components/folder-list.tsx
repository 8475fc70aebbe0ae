/** What lies in a folder of the catalogue, as a table. */
import {
  DeleteOutlined,
  EditOutlined,
  FileAddOutlined,
  FileTextOutlined,
  FolderAddOutlined,
  FolderOutlined,
} from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { defaultPageSize, pageSizes } from '@pone/contract/limits.ts'
import { Button, Table, Tooltip } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { childrenOf, countBelow } from '../../ui/catalogue-model.ts'
import { CataloguePath } from '../../ui/catalogue-path.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TimeText } from '../../ui/time-text.tsx'
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
  const language = useSession('language')
  const children = childrenOf(nodes, folder.id)
  const actions = canEdit && (
    <>
      <Button icon={<FolderAddOutlined />} onClick={onCreateFolder}>
        {t('component.catalogue.newFolder')}
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
          title={
            folder.parentId === null ? t('component.catalogue.empty') : t('component.catalogue.emptyFolder')
          }
          text={canEdit ? t('component.catalogue.emptyHint') : t('component.catalogue.emptyReadOnly')}
          action={actions || undefined}
        />
      ) : (
        <Table<ComponentNode>
          rowKey="id"
          size="small"
          dataSource={children}
          scroll={{ x: 'max-content' }}
          pagination={{
            defaultPageSize,
            pageSizeOptions: [...pageSizes],
            showSizeChanger: true,
            hideOnSinglePage: children.length <= defaultPageSize,
          }}
          onRow={node => ({
            className: 'cd-clickable',
            onClick: event => {
              // Buttons and links in the row have their own click.
              const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null
              if (!isOwn) onOpen(node.id)
            },
          })}
          columns={[
            {
              title: t('component.name'),
              dataIndex: 'name',
              sorter: (a, b) => a.name.localeCompare(b.name, language),
              render: (name: string, node) => (
                <button type="button" className="cd-link cd-node-name" onClick={() => onOpen(node.id)}>
                  {node.kind === 'folder' ? <FolderOutlined aria-hidden /> : <FileTextOutlined aria-hidden />}{' '}
                  {name}
                </button>
              ),
            },
            {
              title: t('component.catalogue.kind'),
              dataIndex: 'kind',
              render: (kind: ComponentNode['kind']) => t(`component.catalogue.${kind}`),
            },
            {
              title: t('component.catalogue.content'),
              key: 'content',
              render: (_, node) =>
                node.kind === 'folder' ? (
                  <FolderCount nodes={nodes} id={node.id} />
                ) : (
                  <StepCount id={node.id} />
                ),
            },
            {
              title: t('component.catalogue.changedBy'),
              dataIndex: 'updatedBy',
              sorter: (a, b) => a.updatedBy.localeCompare(b.updatedBy),
            },
            {
              title: t('component.catalogue.changedAt'),
              dataIndex: 'updatedAt',
              sorter: (a, b) => a.updatedAt - b.updatedAt,
              render: (at: number) => <TimeText at={at} />,
            },
            {
              key: 'actions',
              align: 'right',
              render: (_, node) => (
                <span className="cd-row-actions">
                  {node.kind === 'component' && (
                    <Tooltip title={t('component.catalogue.design')} mouseEnterDelay={0.5}>
                      <Link
                        to={designPath(node.id)}
                        className="icon-button"
                        aria-label={t('component.catalogue.designNamed', { name: node.name })}
                      >
                        <EditOutlined />
                      </Link>
                    </Tooltip>
                  )}
                  {canEdit && (
                    <Tooltip title={t('action.delete')} mouseEnterDelay={0.5}>
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('component.deleteNamed', { name: node.name })}
                        onClick={() => onDelete([node])}
                      />
                    </Tooltip>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

function FolderCount({ nodes, id }: { readonly nodes: readonly ComponentNode[]; readonly id: string }) {
  const t = useT()
  return <>{t('component.catalogue.componentCount', { count: countBelow(nodes, [id]).components })}</>
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
