/** The contents of a catalogue folder, as a table. */
import { EditOutlined, FileAddOutlined, FileTextOutlined, FolderAddOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Button, Tooltip } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { CatalogueFolder } from '../../../ui/catalogue/catalogue-folder.tsx'
import { countBelow } from '../../../ui/catalogue/catalogue-model.ts'
import { countSteps } from '../model/step-tree.ts'
import { designPath } from './component-paths.ts'
import { useComponent } from './component-queries.ts'

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
