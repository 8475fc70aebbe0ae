/** The tree of all elements: what its rows are, and where elements may go; only the rows in sight are drawn. */
import { categoryOf, iconOf } from '@pone/jmeter/elements/registry.ts'
import type { TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { Dropdown } from 'antd'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { TreeSearch } from '../../../ui/editor/tree-search.tsx'
import { useFolding } from '../../../ui/editor/use-folding.ts'
import type { Drop } from '../../../ui/editor/use-row-drag.ts'
import { useRowTree } from '../../../ui/editor/use-row-tree.ts'
import { createTitles } from '../plan/element-facts.ts'
import { usePlan } from '../plan/plan-context.ts'
import { canMoveInto, usePlanCommands } from '../plan/use-plan-commands.ts'
import { AddElementButton } from './add-element-menu.tsx'
import { useElementMenu } from './element-menu.tsx'
import { ElementRow } from './element-row.tsx'
import { ReplaceBar } from './replace-bar.tsx'
import { findElements, treeRows, windowOf, withAncestors } from './tree-rows.ts'

const rowPx = 28

interface ElementTreeProps {
  /** Runs one thread group by itself; null for those who may not. */
  readonly onTryGroup: ((key: string) => void) | null
}

export function ElementTree({ onTryGroup }: ElementTreeProps) {
  const t = useT()
  const language = useSession('language')
  const { state, dispatch, isReadOnly, files, uses } = usePlan()
  const { plan, selection } = state
  const commands = usePlanCommands()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ topPx: 0, heightPx: 600 })
  const current = selection.at(-1)
  const { folded, toggle } = useFolding(current, key => withAncestors(plan, [key]))
  const wanted = useDeferredValue(search.trim())
  const titleOf = useMemo(() => createTitles(language), [language])
  const hits = useMemo(
    () => (wanted === '' ? null : findElements(plan, wanted, titleOf)),
    [plan, wanted, titleOf],
  )
  const rows = useMemo(
    () => treeRows(plan, folded, hits === null ? null : withAncestors(plan, hits)),
    [plan, folded, hits],
  )
  const keys = useMemo(() => rows.map(row => row.node.key), [rows])
  const missing = useMemo(() => {
    if (files === undefined) return new Set<string>()
    const known = new Set(files.map(file => file.name))
    return new Set(uses.flatMap(use => (known.has(use.name) ? [] : [use.key])))
  }, [uses, files])
  /** Where the dragged elements would go; null where they may not stand. */
  const placeAt = (key: string, height01: number): Drop<TreePlace> | null => {
    const node = plan.nodes.get(key)
    if (node === undefined) return null
    const mark = height01 < 0.28 ? 'before' : height01 > 0.72 ? 'after' : 'into'
    if (mark === 'into')
      return canMoveInto(plan, selection, node)
        ? { key, mark, place: { parentKey: key, index: node.children.length } }
        : null
    const parent = node.parentKey === null ? undefined : plan.nodes.get(node.parentKey)
    if (parent === undefined || !canMoveInto(plan, selection, parent)) return null
    const index = parent.children.indexOf(node) + (mark === 'after' ? 1 : 0)
    return { key, mark, place: { parentKey: parent.key, index } }
  }
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
    nameField: '.jm-name',
    dragType: 'text/pone-elements',
    placeAt,
  })
  const currentRow = current === undefined ? -1 : keys.indexOf(current)
  useEffect(() => {
    const tree = box.current
    if (!tree || currentRow < 0) return
    const top = currentRow * rowPx
    if (top < tree.scrollTop) tree.scrollTop = top
    else if (top + rowPx > tree.scrollTop + tree.clientHeight)
      tree.scrollTop = top + rowPx - tree.clientHeight
  }, [current, currentRow])
  useLayoutEffect(() => {
    const tree = box.current
    if (!tree) return
    const measure = () => setScroll({ topPx: tree.scrollTop, heightPx: tree.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(tree)
    measure()
    return () => observer.disconnect()
  }, [])
  const menu = useElementMenu({ commands, onTryGroup })
  const { from, to } = windowOf(scroll, rowPx, rows.length)
  return (
    <div className="cd-tree-pane">
      <div className="cd-tree-bar">
        {!isReadOnly && <AddElementButton commands={commands} />}
        <TreeSearch
          label={t('jmeterPlan.search')}
          value={search}
          onChange={setSearch}
          found={hits?.size ?? null}
          onEnter={() => {
            const first = keys.find(key => hits?.has(key) === true)
            if (first !== undefined) dispatch({ kind: 'select', keys: [first] })
            box.current?.focus()
          }}
        />
      </div>
      {!isReadOnly && hits !== null && hits.size > 0 && <ReplaceBar search={wanted} keys={hits} />}
      <Dropdown menu={menu} trigger={['contextMenu']}>
        <div
          {...treeProps}
          ref={box}
          aria-label={t('jmeterPlan.tab.elements')}
          className="cd-tree jm-tree"
          onScroll={event => {
            const { scrollTop, clientHeight } = event.currentTarget
            setScroll({ topPx: scrollTop, heightPx: clientHeight })
          }}
        >
          <div className="jm-rows" style={{ height: rows.length * rowPx }}>
            {rows.slice(from, to).map((row, index) => (
              <ElementRow
                key={row.node.key}
                {...row}
                category={categoryOf(row.node)}
                icon={iconOf(row.node)}
                typeName={titleOf(row.node)}
                topPx={(from + index) * rowPx}
                isSelected={selection.includes(row.node.key)}
                isCurrent={row.node.key === current}
                isFolded={folded.has(row.node.key) && hits === null}
                isHit={hits?.has(row.node.key) ?? false}
                isMissingFile={missing.has(row.node.key)}
                dropMark={dropMarkOf(row.node.key)}
                isDraggable={!isReadOnly && row.node.parentKey !== null}
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
