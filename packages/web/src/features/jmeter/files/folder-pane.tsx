/** The contents of a catalogue folder, as a table; and refused plans with their reasons. */
import { CloudUploadOutlined, FileAddOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { CatalogueFolder } from '../../../ui/catalogue/catalogue-folder.tsx'
import { componentsBelow } from '../../../ui/catalogue/catalogue-model.ts'
import { JMeterMark } from '../jmeter-mark.tsx'
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
  const counts = useMemo(() => componentsBelow(nodes), [nodes])
  return (
    <CatalogueFolder
      nodes={nodes}
      folder={folder}
      canEdit={canEdit}
      onOpen={onOpen}
      onDelete={props.onDelete}
      actions={
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
      }
      notice={<Refusals uploads={uploads} />}
      emptyTitle={t('jmeterPlan.catalogue.empty')}
      emptyHint={t('jmeterPlan.catalogue.emptyHint')}
      componentIcon={<JMeterMark />}
      contentOf={({ kind, id }) =>
        kind === 'folder'
          ? t('catalogue.componentCount', { count: counts.get(id) ?? 0 })
          : t('jmeterPlan.catalogue.plan')
      }
    />
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
