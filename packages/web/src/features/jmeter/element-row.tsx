/** One row of the element tree. */
import { CaretDownOutlined, CaretRightOutlined, WarningFilled } from '@ant-design/icons'
import type { ElementCategory, ElementIcon } from '@pone/jmeter/elements/element.ts'
import { memo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { ElementPicture } from './element-icon.tsx'
import type { TreeRow } from './tree-rows.ts'

export type DropMark = 'into' | 'before' | 'after' | null

interface ElementRowProps extends TreeRow {
  readonly id: string
  readonly category: ElementCategory | null
  readonly icon: ElementIcon
  /** What kind of element it is, in words. */
  readonly typeName: string
  readonly topPx: number
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isFolded: boolean
  readonly isHit: boolean
  readonly isMissingFile: boolean
  readonly dropMark: DropMark
  readonly isDraggable: boolean
  readonly onToggle: (key: string) => void
}

export const ElementRow = memo(function ElementRow(props: ElementRowProps) {
  const { node, depth, typeName, isFolded, dropMark, onToggle } = props
  const t = useT()
  const isGroup = node.children.length > 0
  const classes = [
    'cd-step',
    'jm-row',
    props.isSelected && 'is-selected',
    props.isCurrent && 'is-current',
    !props.isActive && 'is-off',
    props.isHit && 'is-hit',
    dropMark && `is-drop-${dropMark}`,
  ]
  const name = node.testname || typeName
  return (
    <div
      id={props.id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={props.isSelected}
      aria-expanded={isGroup ? !isFolded : undefined}
      data-element={node.key}
      draggable={props.isDraggable && node.parentKey !== null}
      className={classes.filter(Boolean).join(' ')}
      style={{ top: props.topPx, paddingInlineStart: 4 + depth * 16 }}
      title={node.comment === '' ? undefined : node.comment}
    >
      <span
        className="cd-caret"
        aria-hidden
        onClick={event => {
          if (!isGroup) return
          event.stopPropagation()
          onToggle(node.key)
        }}
      >
        {isGroup && (isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />)}
      </span>
      <ElementPicture category={props.category} icon={props.icon} />
      <span className="jm-row-name cd-ellipsis">{name}</span>
      {name !== typeName && <span className="jm-row-type cd-ellipsis">{typeName}</span>}
      <span className="cd-grow" />
      {props.isMissingFile && (
        <WarningFilled className="cd-step-wrong" aria-label={t('jmeterPlan.file.missing')} />
      )}
      {!node.isEnabled && <span className="cd-off-mark">{t('jmeterPlan.disabled')}</span>}
    </div>
  )
})
