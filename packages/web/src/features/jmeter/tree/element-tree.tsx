/** The tree of all elements: its rows, and where elements may be moved; only visible rows are rendered. */
import { categoryOf, iconOf } from '@pone/jmeter/elements/registry.ts'
import type { TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { Dropdown } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TreeBar } from '../../../ui/editor/tree-bar.tsx'
import { useFolding } from '../../../ui/editor/use-folding.ts'
import { useRowTree } from '../../../ui/editor/use-row-tree.ts'
import { evenRows } from '../../../ui/virtual-rows/row-layout.ts'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { usePlan } from '../plan/plan-context.ts'
import { elementNameField, usePlanCommands } from '../plan/use-plan-commands.ts'
import { AddElementButton } from './add-element-menu.tsx'
import { dropPlace } from './drop-place.ts'
import { useElementMenu } from './element-menu.tsx'
import { ElementRow } from './element-row.tsx'
import { ReplaceBar } from './replace-bar.tsx'
import { elementsWithoutFile, withAncestors } from './tree-rows.ts'
import { useShownRows } from './use-shown-rows.ts'

/** Height of a row, CSS pixels. */
const rowPx = 28

interface ElementTreeProps {
  /** Runs one thread group by itself; null without the right to run. */
  readonly onTryGroup: ((key: string) => void) | null
}

export function ElementTree({ onTryGroup }: ElementTreeProps) {
  const t = useT()
  const { state, dispatch, isReadOnly, files, uses } = usePlan()
  const { plan, selection } = state
  const commands = usePlanCommands()
  const [search, setSearch] = useState('')
  const [isAdding, setAdding] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const current = selection.at(-1)
  const { folded, toggle } = useFolding(current, key => withAncestors(plan, [key]))
  const { wanted, titleOf, hits, rows } = useShownRows(plan, search, folded)
  const keys = useMemo(() => rows.map(row => row.node.key), [rows])
  const missing = useMemo(() => elementsWithoutFile(uses, files), [uses, files])
  const { treeProps, dropMarkOf } = useRowTree<TreePlace>({
    box,
    keys,
    selection,
    onSelect: chosen => dispatch({ kind: 'select', keys: chosen }),
    isReadOnly,
    isSearching: hits !== null,
    folded,
    toggleFold: toggle,
    isGroup: key => (plan.nodes.get(key)?.children.length ?? 0) > 0,
    parentOf: key => plan.nodes.get(key)?.parentKey ?? null,
    commands,
    onAdd: () => setAdding(true),
    nameField: elementNameField,
    dragType: 'text/pone-elements',
    placeAt: point => dropPlace({ plan, keys, selection }, point),
  })
  const layout = evenRows(rows.length, rowPx)
  const rendered = useVirtualRows({ box, layout, rows, keys, current })
  const chooseFirstHit = () => {
    dispatch({ kind: 'select', keys: keys.filter(key => hits?.has(key) === true).slice(0, 1) })
    box.current?.focus()
  }
  const menu = useElementMenu({ commands, onTryGroup })
  return (
    <div className="cd-tree-pane">
      <TreeBar
        add={!isReadOnly && <AddElementButton commands={commands} isOpen={isAdding} onOpen={setAdding} />}
        label={t('jmeterPlan.search')}
        value={search}
        onChange={setSearch}
        found={hits?.size ?? null}
        onEnter={chooseFirstHit}
        menu={menu}
      />
      {!isReadOnly && hits !== null && hits.size > 0 && <ReplaceBar search={wanted} keys={hits} />}
      <Dropdown menu={menu} trigger={['contextMenu']}>
        <div {...treeProps} ref={box} aria-label={t('jmeterPlan.tab.elements')} className="cd-tree jm-tree">
          <div className="cd-rows" style={{ height: layout.totalPx }}>
            {rendered.map(({ row, topPx }) => (
              <ElementRow
                key={row.node.key}
                {...row}
                {...rowState(row.node, { selection, current, folded, hits, missing })}
                typeName={titleOf(row.node)}
                dropMark={dropMarkOf(row.node.key)}
                isDraggable={!isReadOnly && row.node.parentKey !== null}
                topPx={topPx}
                onToggle={toggle}
              />
            ))}
          </div>
          {rows.length === 0 && <p className="cd-hint jm-none">{t('jmeterPlan.searchNone')}</p>}
        </div>
      </Dropdown>
    </div>
  )
}

interface TreeState {
  readonly selection: readonly string[]
  readonly current: string | undefined
  readonly folded: ReadonlySet<string>
  /** null without a search; a search expands collapsed elements. */
  readonly hits: ReadonlySet<string> | null
  readonly missing: ReadonlySet<string>
}

const rowState = (node: JmxNode, { selection, current, folded, hits, missing }: TreeState) => ({
  category: categoryOf(node),
  icon: iconOf(node),
  isSelected: selection.includes(node.key),
  isCurrent: node.key === current,
  isFolded: folded.has(node.key) && hits === null,
  isHit: hits?.has(node.key) ?? false,
  isMissingFile: missing.has(node.key),
})
