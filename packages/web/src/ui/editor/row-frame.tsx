/** The frame of a row in an editor's tree: position, collapse button, style of its state; the content is passed by its owner. */
import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import type { CSSProperties, ReactNode } from 'react'
import { rowIdOf } from './row-element.ts'
import type { DropMark } from './use-row-drag.ts'

/** Properties that the tree passes to a row. */
export interface RowState {
  /** Level, from 0. */
  readonly depth: number
  /** Position among its siblings, from 1, and the number of siblings. */
  readonly position: number
  readonly siblings: number
  /** The row and all its ancestors are enabled. */
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isFolded: boolean
  readonly isDraggable: boolean
  readonly dropMark: DropMark | null
  readonly onToggle: (key: string) => void
}

interface RowFrameProps extends RowState {
  readonly rowKey: string
  readonly isGroup: boolean
  readonly indentPx: number
  readonly className?: string
  readonly style?: CSSProperties
  readonly title?: string | undefined
  readonly children: ReactNode
}

export function RowFrame(props: RowFrameProps) {
  const { rowKey, depth, isGroup, isFolded, dropMark, indentPx } = props
  const classes = [
    'cd-step',
    props.className,
    props.isSelected && 'is-selected',
    props.isCurrent && 'is-current',
    !props.isActive && 'is-off',
    dropMark !== null && `is-drop-${dropMark.kind}`,
  ]
  return (
    <div
      id={rowIdOf(rowKey)}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={props.isSelected}
      aria-expanded={isGroup ? !isFolded : undefined}
      data-row={rowKey}
      draggable={props.isDraggable}
      className={classes.filter(Boolean).join(' ')}
      style={{
        ...props.style,
        ...lineStart(dropMark, indentPx),
        paddingInlineStart: startPx(depth, indentPx),
      }}
      title={props.title}
    >
      <span
        className="cd-caret"
        aria-hidden
        onClick={event => {
          if (!isGroup) return
          event.stopPropagation()
          props.onToggle(rowKey)
        }}
      >
        {isGroup && (isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />)}
      </span>
      {props.children}
    </div>
  )
}

/** Where the content of a row starts. */
export const startPx = (depth: number, indentPx: number) => 4 + depth * indentPx

/** Where the line of a drop starts, for the style sheet. */
export const lineStart = (mark: DropMark | null, indentPx: number): CSSProperties =>
  mark === null ? {} : { ['--drop-start' as string]: `${startPx(mark.depth, indentPx)}px` }

/** The level that the pointer is at, from 0. */
export const depthAt = (xPx: number, indentPx: number): number =>
  Math.max(0, Math.floor((xPx - 4) / indentPx))
