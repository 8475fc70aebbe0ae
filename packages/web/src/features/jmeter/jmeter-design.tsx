/** JMeter components: the catalogue of JMeter components at the left, the chosen folder or the plan at the right; plans dropped anywhere are uploaded. */
import {
  CloudUploadOutlined,
  FileAddOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  FolderOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session.ts'
import { countBelow, freeSiblingName, pathOf } from '../../ui/catalogue-model.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import '../../ui/editor/editor.css'
import '../../ui/editor/panes.css'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useMedia } from '../../ui/theme/use-media.ts'
import { TreePanel } from '../../ui/tree-panel.tsx'
import { FolderPane } from './folder-pane.tsx'
import { JMeterMark } from './jmeter-mark.tsx'
import { useJmeterCatalogue, useJmeterTree } from './jmeter-queries.ts'
import './jmeter.css'
import { PlanDropZone } from './plan-drop-zone.tsx'
import { PlanPane, type TrialView } from './plan-pane.tsx'
import { usePlanUploads } from './use-plan-uploads.ts'

export function JmeterDesign({ Trial }: { readonly Trial: TrialView }) {
  const t = useT()
  const tree = useJmeterTree()
  const { data } = tree
  // The root has no name of its own.
  const nodes = useMemo(
    () =>
      data?.map(node => (node.parentId === null ? { ...node, name: t('jmeterPlan.catalogue.root') } : node)),
    [data, t],
  )
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
  const canEdit = useCan('component.edit')
  const confirm = useConfirm()
  const changes = useJmeterCatalogue()
  const [search, setSearch] = useSearchParams()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const isNarrow = useMedia('(max-width: 1199px)')
  const [choice, setChoice] = useState(() => localStorage.getItem(catalogueKey))
  // A narrow window has no room for three trees beside each other.
  const isFolded = choice === null ? isNarrow : choice === 'folded'
  const root = nodes.find(node => node.parentId === null)
  const selected = nodes.find(node => node.id === search.get('id')) ?? root
  const open = (id: string) => setSearch({ id })
  const folder =
    selected?.kind === 'folder' ? selected : (nodes.find(node => node.id === selected?.parentId) ?? root)
  const uploads = usePlanUploads(open)
  if (!root || !selected || !folder) return <EmptyState title={t('jmeterPlan.catalogue.empty')} />

  // Errors of these calls are shown where all mutations' errors are.
  const ignore = () => {}
  const createFolder = (parentId: string) =>
    void changes.createFolder
      .mutateAsync({
        parentId,
        name: freeSiblingName(nodes, parentId, t('jmeterPlan.catalogue.newFolderName')),
      })
      .then(node => setRenamingId(node.id), ignore)
  const createComponent = (parentId: string) =>
    void changes.create
      .mutateAsync({
        parentId,
        name: freeSiblingName(nodes, parentId, t('jmeterPlan.catalogue.newComponentName')),
      })
      .then(node => {
        open(node.id)
        setRenamingId(node.id)
      }, ignore)
  const askDelete = (doomed: readonly JmeterComponentNode[]) => {
    const ids = doomed.map(node => node.id)
    const { folders, components } = countBelow(nodes, ids)
    const names = doomed.slice(0, 5).map(node => t('jmeterPlan.quoted', { name: node.name }))
    confirm({
      title: t('jmeterPlan.catalogue.deleteTitle', {
        names: names.join(t('jmeterPlan.listSeparator')) + (doomed.length > 5 ? ' …' : ''),
      }),
      text: t('jmeterPlan.catalogue.deleteText', { folders, components }),
      verb: t('action.delete'),
      onConfirm: async () => {
        await changes.remove.mutateAsync(ids)
        if (pathOf(nodes, selected.id).some(node => ids.includes(node.id)))
          open(doomed[0]?.parentId ?? root.id)
      },
    })
  }
  const newItems = (parentId: string) => [
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
      onClick: () => uploads.choose(parentId),
    },
    {
      key: 'newFolder',
      icon: <FolderAddOutlined />,
      label: t('jmeterPlan.catalogue.newFolder'),
      onClick: () => createFolder(parentId),
    },
  ]
  const fold = (next: boolean) => {
    const chosen = next ? 'folded' : 'open'
    setChoice(chosen)
    localStorage.setItem(catalogueKey, chosen)
  }
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
        onDelete={askDelete}
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
        label={t('jmeterPlan.catalogue.resize')}
        first={
          <TreePanel
            nodes={nodes}
            storageKey="jmeterComponents"
            label={t('jmeterPlan.catalogue.title')}
            selectedId={selected.id}
            onOpen={node => open(node.id)}
            iconOf={(node, isExpanded) =>
              node.kind === 'component' ? (
                <JMeterMark />
              ) : isExpanded ? (
                <FolderOpenOutlined />
              ) : (
                <FolderOutlined />
              )
            }
            holdsChildren={node => node.kind === 'folder'}
            isFixed={node => node.parentId === null}
            canEdit={canEdit}
            onRename={(node, name) => changes.rename.mutateAsync({ id: node.id, name }).catch(ignore)}
            onMove={move => changes.move.mutateAsync(move).catch(ignore)}
            onCopy={copy => changes.copy.mutateAsync(copy).catch(ignore)}
            onDelete={askDelete}
            menuOf={node => (canEdit && node.kind === 'folder' ? newItems(node.id) : [])}
            renamingId={renamingId}
            onRenameEnd={() => setRenamingId(null)}
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
