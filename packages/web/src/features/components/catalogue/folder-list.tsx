/** The contents of a catalogue folder, as a table. */
import { EditOutlined, FileAddOutlined, FileTextOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Button, Tooltip } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { CatalogueFolder } from '../../../ui/catalogue/catalogue-folder.tsx'
import { componentsBelow } from '../../../ui/catalogue/catalogue-model.ts'
import { designPath } from './component-paths.ts'
import { useStepCount } from './component-queries.ts'

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
  const counts = useMemo(() => componentsBelow(nodes), [nodes])
  return (
    <CatalogueFolder
      nodes={nodes}
      folder={folder}
      canEdit={canEdit}
      onOpen={onOpen}
      onDelete={onDelete}
      actions={
        <>
          <Button icon={<FolderAddOutlined />} onClick={onCreateFolder}>
            {t('catalogue.newFolder')}
          </Button>
          <Button type="primary" icon={<FileAddOutlined />} onClick={onCreateComponent}>
            {t('component.catalogue.newComponent')}
          </Button>
        </>
      }
      emptyTitle={t('component.catalogue.empty')}
      emptyHint={t('component.catalogue.emptyHint')}
      componentIcon={<FileTextOutlined aria-hidden />}
      columns={[
        {
          title: t('component.catalogue.kind'),
          dataIndex: 'kind',
          render: (kind: ComponentNode['kind']) => t(`component.catalogue.${kind}`),
        },
      ]}
      contentOf={({ kind, id }) =>
        kind === 'folder' ? (
          t('catalogue.componentCount', { count: counts.get(id) ?? 0 })
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
  )
}

function StepCount({ id }: { readonly id: string }) {
  const t = useT()
  const { data } = useStepCount(id)
  return <>{data === undefined ? '…' : t('component.summary.steps', { count: data })}</>
}
