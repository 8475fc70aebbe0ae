/** The step tree: selection, keys, drag and drop, clipboard, context menu. */
import { Dropdown, Input } from 'antd'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '../../lib/i18n.ts'
import { nextSelection } from '../../ui/editor/row-selection.ts'
import { EmptyState } from '../../ui/page-states.tsx'
import { AddStepButton, type ImportSource } from './add-step-menu.tsx'
import { useEditor } from './editor-context.ts'
import { useStepCommands } from './step-commands.ts'
import { useStepMenu } from './step-menu.tsx'
import { type DropMark, StepRow } from './step-row.tsx'
import { searchText } from './step-summary.ts'
import { canMove, flattenSteps, isGroup, pathTo } from './step-tree.ts'

export function StepTreeView({ onImport }: { readonly onImport: (source: ImportSource) => void }) {
  const t = useT()
  const { state, dispatch, isReadOnly, problems } = useEditor()
  const { selection, document } = state
  const { steps } = document
  const commands = useStepCommands()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const [drop, setDrop] = useState<{ id: string; mark: DropMark } | null>(null)
  const treeRef = useRef<HTMLDivElement>(null)
  const current = selection.at(-1)

  const wanted = search.trim().toLowerCase()
  const rows = useMemo(() => {
    if (wanted === '') return flattenSteps(steps, collapsed)
    const all = flattenSteps(steps)
    const shown = new Set(
      all
        .filter(row => searchText(row.step).includes(wanted))
        .flatMap(row => pathTo(steps, row.step.id).map(step => step.id)),
    )
    return all.filter(row => shown.has(row.step.id))
  }, [steps, collapsed, wanted])
  const siblings = useMemo(() => {
    const counts = new Map<string | null, number>()
    for (const row of rows) counts.set(row.parentId, Math.max(counts.get(row.parentId) ?? 0, row.index + 1))
    return counts
  }, [rows])
  const wrong = useMemo(
    () =>
      new Set(
        problems.flatMap(problem =>
          problem.severity !== 'warning' && problem.stepId ? [problem.stepId] : [],
        ),
      ),
    [problems],
  )
  const toggle = useCallback((id: string) => {
    setCollapsed(before => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  // A step selected from elsewhere (undo, a problem, a result) must be seen; collapsing around it later is the person's own doing.
  const [followed, setFollowed] = useState(current)
  if (current !== followed) {
    setFollowed(current)
    const parents = current === undefined ? [] : pathTo(steps, current).slice(0, -1)
    if (parents.some(step => collapsed.has(step.id)))
      setCollapsed(new Set([...collapsed].filter(id => !parents.some(step => step.id === id))))
  }
  useEffect(() => {
    if (current === undefined) return
    treeRef.current
      ?.querySelector(`[data-step="${CSS.escape(current)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const idOf = (target: EventTarget) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? null) : null
  const select = (ids: readonly string[]) => dispatch({ kind: 'select', ids })
  const menu = useStepMenu(commands, onImport)

  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const row = rows.find(({ step }) => step.id === current)
    const edit = (act: () => void) => {
      if (!isReadOnly) act()
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      edit(() => commands.shift(event.key === 'ArrowUp' ? -1 : 1))
    else if (event.key === 'ArrowRight' && row && isGroup(row.step) && collapsed.has(row.step.id))
      toggle(row.step.id)
    else if (
      event.key === 'ArrowLeft' &&
      row &&
      isGroup(row.step) &&
      !collapsed.has(row.step.id) &&
      wanted === ''
    )
      toggle(row.step.id)
    else if (event.key === 'ArrowLeft' && row?.parentId) select([row.parentId])
    else if (isCommand && event.key.toLowerCase() === 'a') select(rows.map(({ step }) => step.id))
    else if (isCommand && event.key.toLowerCase() === 'd') edit(commands.duplicate)
    else if (event.key === 'Delete' || event.key === 'Backspace') edit(commands.remove)
    else if (event.key === ' ') edit(commands.toggle)
    else if (event.key === 'F2' || event.key === 'Enter') {
      if (isCommand) return
      window.document.querySelector<HTMLInputElement>('.cd-step-name')?.focus()
    } else {
      const next = nextSelection(
        rows.map(({ step }) => step.id),
        selection,
        event.key,
        event.shiftKey,
      )
      if (!next) return
      select(next)
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const id = idOf(event.target)
    if (id === null) return
    treeRef.current?.focus()
    const ids = rows.map(({ step }) => step.id)
    if (event.shiftKey && selection[0] !== undefined) {
      const [from, to] = [ids.indexOf(selection[0]), ids.indexOf(id)]
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      select(from <= to ? range : range.toReversed())
    } else if (event.ctrlKey || event.metaKey) {
      select(selection.includes(id) ? selection.filter(chosen => chosen !== id) : [...selection, id])
    } else select([id])
  }
  const onContextMenu = (event: MouseEvent) => {
    const id = idOf(event.target)
    if (id !== null && !selection.includes(id)) select([id])
  }

  const markAt = (event: DragEvent): { id: string; mark: DropMark } | null => {
    const id = idOf(event.target)
    const row = rows.find(({ step }) => step.id === id)
    const element = event.target instanceof Element ? event.target.closest('[data-step]') : null
    if (!row || !element) return null
    const box = element.getBoundingClientRect()
    const at01 = (event.clientY - box.top) / box.height
    const edge01 = isGroup(row.step) ? 0.28 : 0.5
    const mark = at01 < edge01 ? 'before' : at01 > 1 - edge01 ? 'after' : 'into'
    return canMove(steps, selection, { target: row.step.id, where: mark }) ? { id: row.step.id, mark } : null
  }
  const onDragStart = (event: DragEvent) => {
    const id = idOf(event.target)
    if (id === null || isReadOnly) return event.preventDefault()
    if (!selection.includes(id)) select([id])
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/pone-steps', id)
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('text/pone-steps')) return
    const mark = markAt(event)
    if (mark?.id !== drop?.id || mark?.mark !== drop?.mark) setDrop(mark)
    if (mark || idOf(event.target) === null) event.preventDefault()
  }
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('text/pone-steps')) return
    event.preventDefault()
    const mark = markAt(event)
    setDrop(null)
    if (mark?.mark) commands.move(selection, { target: mark.id, where: mark.mark })
    else if (idOf(event.target) === null) commands.move(selection, { target: null, where: 'into' })
  }
  const onCopy = (event: ClipboardEvent, isCut: boolean) => {
    const text = commands.copyText()
    if (text === null) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (isCut && !isReadOnly) commands.remove()
  }

  return (
    <div className="cd-tree-pane">
      <div className="cd-tree-bar">
        {!isReadOnly && <AddStepButton commands={commands} onImport={onImport} />}
        <Input
          allowClear
          size="small"
          value={search}
          placeholder={t('component.searchSteps')}
          aria-label={t('component.searchSteps')}
          onChange={event => setSearch(event.target.value)}
        />
      </div>
      <Dropdown menu={menu} trigger={['contextMenu']} disabled={rows.length === 0}>
        <div
          ref={treeRef}
          role="tree"
          tabIndex={0}
          aria-label={t('component.tab.steps')}
          aria-multiselectable
          aria-activedescendant={current === undefined ? undefined : `cd-step-${current}`}
          className="cd-tree"
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onDragStart={onDragStart}
          onDragOver={onDragOver}
          onDragLeave={event => event.currentTarget === event.target && setDrop(null)}
          onDragEnd={() => setDrop(null)}
          onDrop={onDrop}
          onCopy={event => onCopy(event, false)}
          onCut={event => onCopy(event, true)}
          onPaste={event => {
            if (!isReadOnly && commands.pasteText(event.clipboardData.getData('text/plain')))
              event.preventDefault()
          }}
        >
          {rows.map(row => (
            <StepRow
              key={row.step.id}
              id={`cd-step-${row.step.id}`}
              step={row.step}
              depth={row.depth}
              isActive={row.isActive}
              isSelected={selection.includes(row.step.id)}
              isCurrent={row.step.id === current}
              isCollapsed={collapsed.has(row.step.id) && wanted === ''}
              hasError={wrong.has(row.step.id)}
              dropMark={drop?.id === row.step.id ? drop.mark : null}
              isDraggable={!isReadOnly}
              position={row.index + 1}
              siblings={siblings.get(row.parentId) ?? 1}
              onToggle={toggle}
            />
          ))}
          {steps.length === 0 && (
            <EmptyState
              title={t('component.noSteps')}
              text={t('component.noStepsHint')}
              action={!isReadOnly && <AddStepButton commands={commands} onImport={onImport} isPrimary />}
            />
          )}
          {steps.length > 0 && rows.length === 0 && <p className="cd-hint">{t('component.searchNone')}</p>}
        </div>
      </Dropdown>
    </div>
  )
}
