/** The contents of a folder of a component catalogue, as a table. */
import { DeleteOutlined, FolderOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { defaultPageSize, pageSizes } from '@pone/schema/limits.ts'
import { Button, Table, type TableColumnType, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { ActionsHeading } from '../data-table/actions-heading.tsx'
import { pageItem } from '../data-table/page-item.tsx'
import { TimeText } from '../time-text.tsx'

export interface CatalogueTableProps<N extends ComponentNode> {
  readonly rows: readonly N[]
  readonly componentIcon: ReactNode
  readonly contentOf: (node: N) => ReactNode
  /** Columns between name and content. */
  readonly columns?: readonly TableColumnType<N>[]
  /** Before the button that deletes. */
  readonly actionsOf?: (node: N) => ReactNode
  readonly canEdit: boolean
  readonly onOpen: (id: string) => void
  readonly onDelete: (nodes: readonly N[]) => void
}

export function CatalogueTable<N extends ComponentNode>(props: CatalogueTableProps<N>) {
  const { rows, canEdit, onOpen, onDelete } = props
  const t = useT()
  const language = useSession('language')
  const columns: TableColumnType<N>[] = [
    {
      title: t('catalogue.name'),
      dataIndex: 'name',
      sorter: (a, b) => a.name.localeCompare(b.name, language),
      render: (name: string, node) => (
        <button type="button" className="cd-link cd-node-name" onClick={() => onOpen(node.id)}>
          {node.kind === 'folder' ? <FolderOutlined aria-hidden /> : props.componentIcon} {name}
        </button>
      ),
    },
    ...(props.columns ?? []),
    { title: t('catalogue.content'), key: 'content', render: (_, node) => props.contentOf(node) },
    {
      title: t('catalogue.changedBy'),
      dataIndex: 'updatedBy',
      sorter: (a, b) => a.updatedBy.localeCompare(b.updatedBy),
    },
    {
      title: t('catalogue.changedAt'),
      dataIndex: 'updatedAt',
      sorter: (a, b) => a.updatedAt - b.updatedAt,
      render: (at: number) => <TimeText at={at} />,
    },
    {
      key: 'actions',
      title: <ActionsHeading />,
      align: 'right',
      fixed: 'right',
      render: (_, node) => (
        <span className="cd-row-actions">
          {props.actionsOf?.(node)}
          {canEdit && (
            <Tooltip title={t('action.delete')} mouseEnterDelay={0.5}>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('catalogue.deleteNamed', { name: node.name })}
                onClick={() => onDelete([node])}
              />
            </Tooltip>
          )}
        </span>
      ),
    },
  ]
  return (
    <Table<N>
      rowKey="id"
      size="small"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{
        defaultPageSize,
        pageSizeOptions: [...pageSizes],
        showSizeChanger: true,
        itemRender: pageItem(t),
        hideOnSinglePage: rows.length <= defaultPageSize,
      }}
      onRow={node => ({
        className: 'cd-clickable',
        onClick: event => {
          // Buttons and links in the row handle their own clicks.
          const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null
          if (!isOwn) onOpen(node.id)
        },
      })}
      columns={columns}
    />
  )
}
