/** A row of a catalogue tree: caret, icon, name with the search match, note, and the button of its menu. */
import { CaretDownOutlined, CaretRightOutlined, MoreOutlined } from '@ant-design/icons'
import type { MouseEvent, ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { rowIdOf } from '../editor/row-element.ts'
import { lineStart, startPx } from '../editor/row-frame.tsx'
import type { DropMark } from '../editor/use-row-drag.ts'

interface TreeRowProps {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  /** At the right end. */
  readonly note: ReactNode
  /** Text to mark in the name. */
  readonly search: string
  /** Level, from 0. */
  readonly depth: number
  readonly position: number
  readonly siblings: number
  /** null: the node cannot have children. */
  readonly isExpanded: boolean | null
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isCut: boolean
  readonly isDraggable: boolean
  readonly dropMark: DropMark | null
  readonly hasMenu: boolean
  /** From the top of the tree, CSS pixels. */
  readonly topPx: number
  readonly onToggle: () => void
  /** Shown in place of the content while the node is renamed. */
  readonly renameField: ReactNode
}

/** Indentation of a level, CSS pixels. */
const levelPx = 20

export function TreeRow(props: TreeRowProps) {
  const { id, name, depth, isExpanded, renameField } = props
  const states = {
    'is-selected': props.isSelected,
    'is-current': props.isCurrent,
    'is-cut': props.isCut,
    [`is-drop-${props.dropMark?.kind}`]: props.dropMark !== null,
  }
  const classes = Object.entries(states).flatMap(([name, isOn]) => (isOn ? name : []))
  return (
    <div
      id={rowIdOf(id)}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={props.isSelected}
      aria-expanded={isExpanded ?? undefined}
      data-row={id}
      draggable={props.isDraggable && renameField === null}
      className={['tree-node', ...classes].join(' ')}
      style={{
        ...lineStart(props.dropMark, levelPx),
        top: props.topPx,
        paddingInlineStart: startPx(depth, levelPx),
      }}
    >
      <Caret isExpanded={isExpanded} onToggle={props.onToggle} />
      {renameField ?? (
        <span className="tree-row" title={name}>
          <span className="tree-row-icon" aria-hidden>
            {props.icon}
          </span>
          <span className="tree-row-name">
            <Marked text={name} search={props.search} />
          </span>
          {props.note !== undefined && <span className="tree-row-note">{props.note}</span>}
          {props.hasMenu && <MenuButton />}
        </span>
      )}
    </div>
  )
}

function Caret({ isExpanded, onToggle }: Pick<TreeRowProps, 'isExpanded' | 'onToggle'>) {
  return (
    <span
      className="tree-caret"
      aria-hidden
      onClick={event => {
        if (isExpanded === null) return
        event.stopPropagation()
        onToggle()
      }}
    >
      {isExpanded !== null && (isExpanded ? <CaretDownOutlined /> : <CaretRightOutlined />)}
    </span>
  )
}

/** Opens the menu that a right click or the menu key opens on the row, so that the tree needs only one; for the mouse, as its name would be part of the row's. */
function MenuButton() {
  const t = useT()
  const open = (event: MouseEvent<HTMLElement>) => {
    event.stopPropagation()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    event.currentTarget.dispatchEvent(
      new window.MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: left,
        clientY: bottom,
      }),
    )
  }
  return (
    <button
      type="button"
      className="tree-row-more"
      tabIndex={-1}
      aria-hidden
      title={t('action.more')}
      onClick={open}
    >
      <MoreOutlined aria-hidden />
    </button>
  )
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const wanted = search.trim().toLowerCase()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}
