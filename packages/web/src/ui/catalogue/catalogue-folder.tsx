/** The contents of a folder of a component catalogue: its path, the buttons to create items, and the table. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../page/page-states.tsx'
import { childrenOf } from './catalogue-model.ts'
import { CataloguePath } from './catalogue-path.tsx'
import { CatalogueTable, type CatalogueTableProps } from './catalogue-table.tsx'

interface CatalogueFolderProps extends Omit<CatalogueTableProps<ComponentNode>, 'rows'> {
  readonly nodes: readonly ComponentNode[]
  readonly folder: ComponentNode
  /** Buttons that create items in the folder; shown with the right to edit. */
  readonly actions: ReactNode
  /** Below the head: errors of this folder. */
  readonly notice?: ReactNode
  /** Shown if the whole catalogue is empty. */
  readonly emptyTitle: string
  readonly emptyHint: string
}

export function CatalogueFolder(props: CatalogueFolderProps) {
  const { nodes, folder, actions, notice, emptyTitle, emptyHint, ...table } = props
  const t = useT()
  const children = childrenOf(nodes, folder.id)
  const shown = table.canEdit && actions
  return (
    <div className="cd-pane">
      <header className="cd-pane-head">
        <div className="cd-pane-title">
          <CataloguePath nodes={nodes} id={folder.id} onOpen={table.onOpen} />
          <h1>{folder.name}</h1>
        </div>
        {children.length > 0 && <div className="cd-pane-actions">{shown}</div>}
      </header>
      {notice}
      {children.length === 0 ? (
        <EmptyState
          title={folder.parentId === null ? emptyTitle : t('catalogue.emptyFolder')}
          text={table.canEdit ? emptyHint : t('catalogue.emptyReadOnly')}
          action={shown && <div className="cd-empty-actions">{shown}</div>}
        />
      ) : (
        <CatalogueTable {...table} rows={children} />
      )}
    </div>
  )
}
