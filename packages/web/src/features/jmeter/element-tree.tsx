/** The tree of all elements: selection, keys, drag and drop, clipboard, search; only the rows in sight are drawn. */

import { categoryOf, iconOf } from '@pone/jmeter/elements/registry.ts'
import type { TreePlace } from '@pone/jmeter/jmx/edit-tree.ts'
import { Dropdown, Input } from 'antd'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { nextSelection } from '../../ui/editor/row-selection.ts'
import { AddElementButton } from './add-element-menu.tsx'
import { createTitles } from './element-facts.ts'
import { useElementMenu } from './element-menu.tsx'
import { type DropMark, ElementRow } from './element-row.tsx'
import { usePlan } from './plan-context.ts'
import { findElements, treeRows, windowOf, withAncestors } from './tree-rows.ts'
import { canMoveInto, usePlanCommands } from './use-plan-commands.ts'

const rowPx = 28
const dragType = 'text/pone-elements'

export function ElementTree() {
  const t = useT()
  const language = useSession('language')
  const { state, dispatch, isReadOnly, files, uses } = usePlan()
  const { plan, selection } = state
  const commands = usePlanCommands()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const [drop, setDrop] = useState<{ key: string; mark: DropMark } | null>(null)
  const [scroll, setScroll] = useState({ topPx: 0, heightPx: 600 })
  const scroller = useRef<HTMLDivElement>(null)
  const current = selection.at(-1)
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
  const toggle = useCallback((key: string) => {
    setFolded(before => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])
  // An element selected from elsewhere (undo, a search, a file) must be seen; folding around it later is the person's own doing.
  const [followed, setFollowed] = useState(current)
  if (current !== followed) {
    setFollowed(current)
    const holders = current === undefined ? new Set<string>() : withAncestors(plan, [current])
    if ([...folded].some(key => key !== current && holders.has(key)))
      setFolded(new Set([...folded].filter(key => key === current || !holders.has(key))))
  }
  const currentRow = current === undefined ? -1 : keys.indexOf(current)
  useEffect(() => {
    const box = scroller.current
    if (!box || currentRow < 0) return
    const top = currentRow * rowPx
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowPx > box.scrollTop + box.clientHeight) box.scrollTop = top + rowPx - box.clientHeight
  }, [current, currentRow])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => setScroll({ topPx: box.scrollTop, heightPx: box.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    measure()
    return () => observer.disconnect()
  }, [])
  const select = (chosen: readonly string[]) => dispatch({ kind: 'select', keys: chosen })
  const keyOf = (target: EventTarget) =>
    target instanceof Element
      ? (target.closest<HTMLElement>('[data-element]')?.dataset['element'] ?? null)
      : null
  const menu = useElementMenu(commands)

  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const node = current === undefined ? undefined : plan.nodes.get(current)
    const isGroup = node !== undefined && node.children.length > 0
    const edit = (act: () => void) => {
      if (!isReadOnly) act()
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      edit(() => commands.shift(event.key === 'ArrowUp' ? -1 : 1))
    else if (event.key === 'ArrowRight' && isGroup && folded.has(node.key)) toggle(node.key)
    else if (event.key === 'ArrowLeft' && isGroup && !folded.has(node.key) && hits === null) toggle(node.key)
    else if (event.key === 'ArrowLeft' && node?.parentKey) select([node.parentKey])
    else if (isCommand && event.key.toLowerCase() === 'a') select(keys)
    else if (isCommand && event.key.toLowerCase() === 'd') edit(commands.duplicate)
    else if (event.key === 'Delete' || event.key === 'Backspace') edit(commands.remove)
    else if (event.key === ' ') edit(commands.toggle)
    else if ((event.key === 'F2' || event.key === 'Enter') && !isCommand)
      document.querySelector<HTMLInputElement>('.jm-name')?.focus()
    else {
      const next = nextSelection(keys, selection, event.key, event.shiftKey)
      if (!next || isCommand) return
      select(next)
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const key = keyOf(event.target)
    if (key === null) return
    scroller.current?.focus({ preventScroll: true })
    if (event.shiftKey && selection[0] !== undefined) {
      const [from, to] = [keys.indexOf(selection[0]), keys.indexOf(key)]
      const range = keys.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
      select(from <= to ? range : range.toReversed())
    } else if (event.ctrlKey || event.metaKey)
      select(selection.includes(key) ? selection.filter(each => each !== key) : [...selection, key])
    else select([key])
  }
  /** Where the dragged elements would go; null where they may not stand. */
  const placeAt = (event: DragEvent): { key: string; mark: DropMark; place: TreePlace } | null => {
    const key = keyOf(event.target)
    const node = key === null ? undefined : plan.nodes.get(key)
    const box = event.target instanceof Element ? event.target.closest('[data-element]') : null
    if (node === undefined || box === null) return null
    const { top, height } = box.getBoundingClientRect()
    const at01 = (event.clientY - top) / height
    const mark = at01 < 0.28 ? 'before' : at01 > 0.72 ? 'after' : 'into'
    const into = { parentKey: node.key, index: node.children.length }
    if (mark === 'into')
      return canMoveInto(plan, selection, node) ? { key: node.key, mark, place: into } : null
    const parent = node.parentKey === null ? undefined : plan.nodes.get(node.parentKey)
    if (parent === undefined || !canMoveInto(plan, selection, parent)) return null
    const index = parent.children.indexOf(node) + (mark === 'after' ? 1 : 0)
    return { key: node.key, mark, place: { parentKey: parent.key, index } }
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return
    const found = placeAt(event)
    if (found?.key !== drop?.key || found?.mark !== drop?.mark) setDrop(found)
    if (found) event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent, isCut: boolean) => {
    const text = commands.copyText()
    if (text === null) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (isCut && !isReadOnly) commands.remove()
  }
  const { from, to } = windowOf(scroll, rowPx, rows.length)
  return (
    <div className="cd-tree-pane">
      <div className="cd-tree-bar">
        {!isReadOnly && <AddElementButton commands={commands} />}
        <Input
          allowClear
          size="small"
          value={search}
          placeholder={t('jmeterPlan.search')}
          aria-label={t('jmeterPlan.search')}
          suffix={hits !== null && <span className="cd-help">{hits.size}</span>}
          onChange={event => setSearch(event.target.value)}
        />
      </div>
      <Dropdown menu={menu} trigger={['contextMenu']}>
        <div
          ref={scroller}
          role="tree"
          tabIndex={0}
          aria-label={t('jmeterPlan.tab.elements')}
          aria-multiselectable
          aria-activedescendant={current === undefined ? undefined : `jm-${current}`}
          className="cd-tree jm-tree"
          onScroll={event => {
            const { scrollTop, clientHeight } = event.currentTarget
            setScroll({ topPx: scrollTop, heightPx: clientHeight })
          }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={event => {
            const key = keyOf(event.target)
            if (key !== null && !selection.includes(key)) select([key])
          }}
          onDragStart={event => {
            const key = keyOf(event.target)
            if (key === null || isReadOnly) return event.preventDefault()
            if (!selection.includes(key)) select([key])
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData(dragType, key)
          }}
          onDragOver={onDragOver}
          onDragLeave={event => event.currentTarget === event.target && setDrop(null)}
          onDragEnd={() => setDrop(null)}
          onDrop={event => {
            if (!event.dataTransfer.types.includes(dragType)) return
            event.preventDefault()
            const found = placeAt(event)
            setDrop(null)
            if (found) commands.move(selection, found.place)
          }}
          onCopy={event => onCopy(event, false)}
          onCut={event => onCopy(event, true)}
          onPaste={event => {
            if (!isReadOnly && commands.pasteText(event.clipboardData.getData('text/plain')))
              event.preventDefault()
          }}
        >
          <div className="jm-rows" style={{ height: rows.length * rowPx }}>
            {rows.slice(from, to).map((row, index) => (
              <ElementRow
                key={row.node.key}
                {...row}
                id={`jm-${row.node.key}`}
                category={categoryOf(row.node)}
                icon={iconOf(row.node)}
                typeName={titleOf(row.node)}
                topPx={(from + index) * rowPx}
                isSelected={selection.includes(row.node.key)}
                isCurrent={row.node.key === current}
                isFolded={folded.has(row.node.key) && hits === null}
                isHit={hits?.has(row.node.key) ?? false}
                isMissingFile={missing.has(row.node.key)}
                dropMark={drop?.key === row.node.key ? drop.mark : null}
                isDraggable={!isReadOnly}
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
