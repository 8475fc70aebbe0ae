/** What lies in a folder of the catalogue, as a table; and the plans that were refused with their reasons. */
import { CloudUploadOutlined, FileAddOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { Alert, Button } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session.ts'
import { childrenOf, countBelow } from '../../ui/catalogue-model.ts'
import { CataloguePath } from '../../ui/catalogue-path.tsx'
import { CatalogueTable } from '../../ui/catalogue-table.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
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
        {t('catalogue.newFolder')}
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
          title={folder.parentId === null ? t('jmeterPlan.catalogue.empty') : t('catalogue.emptyFolder')}
          text={canEdit ? t('jmeterPlan.catalogue.emptyHint') : t('catalogue.emptyReadOnly')}
          action={actions && <div className="jm-empty-actions">{actions}</div>}
        />
      ) : (
        <CatalogueTable
          rows={children}
          componentIcon={<JMeterMark />}
          canEdit={canEdit}
          onOpen={onOpen}
          onDelete={props.onDelete}
          contentOf={({ kind, id }) =>
            kind === 'folder'
              ? t('catalogue.componentCount', { count: countBelow(nodes, [id]).components })
              : t('jmeterPlan.catalogue.plan')
          }
        />
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
