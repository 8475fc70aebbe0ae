/** JMeter components: the catalogue at the left, the selected folder or the plan at the right; plans dropped anywhere are uploaded. */
import { CloudUploadOutlined, FileAddOutlined, FolderAddOutlined, PlusOutlined } from '@ant-design/icons'
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import '../../ui/editor/editor.css'
import '../../ui/editor/panes.css'
import { useCatalogue, useNamedNodes } from '../../ui/catalogue/use-catalogue.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { SplitPane } from '../../ui/page/split-pane.tsx'
import { useMedia } from '../../ui/theme/use-media.ts'
import { TreePanel } from '../../ui/tree/tree-panel.tsx'
import { FolderPane } from './files/folder-pane.tsx'
import { JMeterMark } from './jmeter-mark.tsx'
import { useJmeterCatalogue, useJmeterTree } from './jmeter-queries.ts'
import './jmeter.css'
import { PlanPane } from './editor/plan-pane.tsx'
import { type TrialView } from './editor/plan-pane-props.ts'
import { PlanDropZone } from './files/plan-drop-zone.tsx'
import { usePlanUploads } from './files/use-plan-uploads.ts'

export function JmeterDesign({ Trial }: { readonly Trial: TrialView }) {
  const t = useT()
  const tree = useJmeterTree()
  const nodes = useNamedNodes(tree.data, t('jmeterPlan.catalogue.root'))
  if (nodes) return <Catalogue nodes={nodes} Trial={Trial} />
  return tree.isError ? (
    <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
  ) : (
    <LoadingState rows={10} />
  )
}

const catalogueKey = 'pone.jmeterCatalogue'

interface CatalogueProps {
  readonly nodes: readonly JmeterComponentNode[]
  readonly Trial: TrialView
}

function Catalogue({ nodes, Trial }: CatalogueProps) {
  const t = useT()
  const catalogue = useCatalogue({
    nodes,
    changes: useJmeterCatalogue(),
    newComponentName: t('jmeterPlan.catalogue.newComponentName'),
    componentIcon: <JMeterMark />,
    deleteText: counts => t('jmeterPlan.catalogue.deleteText', counts),
  })
  const { isFolded, fold } = useFoldedCatalogue()
  const uploads = usePlanUploads(id => catalogue?.open(id))
  if (catalogue === null) return <EmptyState title={t('jmeterPlan.catalogue.empty')} />
  const { selected, folder, open, createFolder, createComponent, remove, tree } = catalogue
  const { canEdit } = tree
  const newItems = (parentId: string) =>
    itemsOfNew(t, parentId, { createComponent, createFolder, upload: uploads.choose })
  const content =
    selected.kind === 'folder' ? (
      <FolderPane
        key={selected.id}
        nodes={nodes}
        folder={selected}
        uploads={uploads}
        onOpen={open}
        onCreateFolder={() => createFolder(selected.id)}
        onCreateComponent={() => createComponent(selected.id)}
        onDelete={remove}
      />
    ) : (
      <PlanPane
        key={selected.id}
        Trial={Trial}
        nodes={nodes}
        node={selected}
        isCatalogueFolded={isFolded}
        onFoldCatalogue={fold}
        onOpen={open}
      />
    )
  const isCatalogueAway = isFolded && selected.kind === 'component'
  return (
    <PlanDropZone isOff={!canEdit} onDrop={files => void uploads.send(files, folder.id)}>
      <SplitPane
        storageKey="jmeterCatalogue"
        isFolded={isCatalogueAway}
        initialSize={240}
        minSize={180}
        maxSize={480}
        label={t('catalogue.resize')}
        first={
          <TreePanel
            {...tree}
            storageKey="jmeterComponents"
            label={t('jmeterPlan.catalogue.title')}
            menuOf={node => (canEdit && node.kind === 'folder' ? newItems(node.id) : [])}
            toolbar={
              canEdit && <CatalogueTools items={newItems(folder.id)} label={t('jmeterPlan.catalogue.add')} />
            }
          />
        }
        second={content}
      />
    </PlanDropZone>
  )
}

function CatalogueTools({
  items,
  label,
}: {
  readonly items: NonNullable<MenuProps['items']>
  readonly label: string
}) {
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" icon={<PlusOutlined />} aria-label={label} title={label} />
    </Dropdown>
  )
}

interface NewThings {
  readonly createComponent: (parentId: string) => void
  readonly createFolder: (parentId: string) => void
  readonly upload: (parentId: string) => void
}

const itemsOfNew = (t: Translate, parentId: string, { createComponent, createFolder, upload }: NewThings) => [
  {
    key: 'newComponent',
    icon: <FileAddOutlined />,
    label: t('jmeterPlan.catalogue.newComponent'),
    onClick: () => createComponent(parentId),
  },
  {
    key: 'upload',
    icon: <CloudUploadOutlined />,
    label: t('jmeterPlan.upload'),
    onClick: () => upload(parentId),
  },
  {
    key: 'newFolder',
    icon: <FolderAddOutlined />,
    label: t('catalogue.newFolder'),
    onClick: () => createFolder(parentId),
  },
]

/** Whether the catalogue is collapsed; a narrow window has no room for three trees side by side. */
function useFoldedCatalogue() {
  const isNarrow = useMedia('(max-width: 1199px)')
  const [choice, setChoice] = useState(() => localStorage.getItem(catalogueKey))
  const fold = (next: boolean) => {
    const chosen = next ? 'folded' : 'open'
    setChoice(chosen)
    localStorage.setItem(catalogueKey, chosen)
  }
  return { isFolded: choice === null ? isNarrow : choice === 'folded', fold }
}
