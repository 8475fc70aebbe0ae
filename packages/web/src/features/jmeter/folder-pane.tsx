/** What lies in a folder of the catalogue, as a table; and the plans that were refused with their reasons. */
import {
  CloudUploadOutlined,
  DeleteOutlined,
  FileAddOutlined,
  FolderAddOutlined,
  FolderOutlined,
} from '@ant-design/icons'
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { defaultPageSize, pageSizes } from '@pone/contract/limits.ts'
import { Alert, Button, Table } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { childrenOf, countBelow } from '../../ui/catalogue-model.ts'
import { CataloguePath } from '../../ui/catalogue-path.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { JMeterMark } from './jmeter-mark.tsx'
import type { PlanUploads } from './use-plan-uploads.ts'

interface FolderPaneProps {
  readonly nodes: readonly JmeterComponentNode[]
  readonly folder: JmeterComponentNode
  readonly uploads: PlanUploads
  readonly onOpen: (id: string) => void
  readonly onCreateFolder: () => void
  readonly onCreateComponent: () => void
  readonly onDelete: (nodes: readonly JmeterComponentNode[]) => void
}

export function FolderPane(props: FolderPaneProps) {
  const { nodes, folder, uploads, onOpen } = props
  const t = useT()
  const canEdit = useCan('component.edit')
  const children = childrenOf(nodes, folder.id)
  const actions = canEdit && (
    <>
      <Button icon={<FolderAddOutlined />} onClick={props.onCreateFolder}>
        {t('jmeterPlan.catalogue.newFolder')}
      </Button>
      <Button icon={<FileAddOutlined />} onClick={props.onCreateComponent}>
        {t('jmeterPlan.catalogue.newComponent')}
      </Button>
      <Button
        type="primary"
        icon={<CloudUploadOutlined />}
        loading={uploads.isBusy}
        onClick={() => uploads.choose(folder.id)}
      >
        {t('jmeterPlan.upload')}
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
      <Refusals uploads={uploads} />
      {children.length === 0 ? (
        <EmptyState
          title={
            folder.parentId === null ? t('jmeterPlan.catalogue.empty') : t('jmeterPlan.catalogue.emptyFolder')
          }
          text={canEdit ? t('jmeterPlan.catalogue.emptyHint') : t('jmeterPlan.catalogue.emptyReadOnly')}
          action={actions && <div className="jm-empty-actions">{actions}</div>}
        />
      ) : (
        <FolderTable {...props} rows={children} canEdit={canEdit} />
      )}
    </div>
  )
}

function Refusals({ uploads }: { readonly uploads: PlanUploads }) {
  const t = useT()
  if (uploads.refusals.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      closable
      className="jm-refusals"
      onClose={uploads.forget}
      title={t('jmeterPlan.upload.refused', { count: uploads.refusals.length })}
      description={
        <ul>
          {uploads.refusals.map(({ key, file, reason }) => (
            <li key={key}>
              <b>{file}</b> {reason}
            </li>
          ))}
        </ul>
      }
    />
  )
}

function FolderTable({
  nodes,
  rows,
  canEdit,
  onOpen,
  onDelete,
}: FolderPaneProps & { readonly rows: JmeterComponentNode[]; readonly canEdit: boolean }) {
  const t = useT()
  const language = useSession('language')
  return (
    <Table<JmeterComponentNode>
      rowKey="id"
      size="small"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{
        defaultPageSize,
        pageSizeOptions: [...pageSizes],
        showSizeChanger: true,
        hideOnSinglePage: rows.length <= defaultPageSize,
      }}
      onRow={node => ({
        className: 'cd-clickable',
        onClick: event => {
          // Buttons in the row have their own click.
          const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null
          if (!isOwn) onOpen(node.id)
        },
      })}
      columns={[
        {
          title: t('jmeterPlan.name'),
          dataIndex: 'name',
          sorter: (a, b) => a.name.localeCompare(b.name, language),
          render: (name: string, node) => (
            <button type="button" className="cd-link cd-node-name" onClick={() => onOpen(node.id)}>
              {node.kind === 'folder' ? <FolderOutlined aria-hidden /> : <JMeterMark />} {name}
            </button>
          ),
        },
        {
          title: t('jmeterPlan.catalogue.content'),
          key: 'content',
          render: (_, node) =>
            node.kind === 'folder'
              ? t('jmeterPlan.catalogue.planCount', { count: countBelow(nodes, [node.id]).components })
              : t('jmeterPlan.catalogue.plan'),
        },
        {
          title: t('jmeterPlan.changedBy'),
          dataIndex: 'updatedBy',
          sorter: (a, b) => a.updatedBy.localeCompare(b.updatedBy),
        },
        {
          title: t('jmeterPlan.changedAt'),
          dataIndex: 'updatedAt',
          sorter: (a, b) => a.updatedAt - b.updatedAt,
          render: (at: number) => <TimeText at={at} />,
        },
        {
          key: 'actions',
          align: 'right',
          render: (_, node) =>
            canEdit && (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('jmeterPlan.deleteNamed', { name: node.name })}
                title={t('action.delete')}
                onClick={() => onDelete([node])}
              />
            ),
        },
      ]}
    />
  )
}
