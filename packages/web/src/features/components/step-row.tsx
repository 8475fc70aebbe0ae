/** One row of the step tree. */
import {
  CaretDownOutlined,
  CaretRightOutlined,
  CheckSquareOutlined,
  ExportOutlined,
  WarningFilled,
} from '@ant-design/icons'
import type { Step } from '@pone/contract/entities/component/steps.ts'
import { memo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { StepIcon } from './step-icon.tsx'
import { stepSummary, stepTitle } from './step-summary.ts'
import { isGroup } from './step-tree.ts'

export type DropMark = 'into' | 'before' | 'after' | null

interface StepRowProps {
  readonly id: string
  readonly step: Step
  readonly depth: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isCollapsed: boolean
  readonly hasError: boolean
  readonly dropMark: DropMark
  readonly isDraggable: boolean
  /** Position among its siblings, from 1, and how many they are. */
  readonly position: number
  readonly siblings: number
  readonly onToggle: (id: string) => void
}

export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { id, step, depth, isActive, isSelected, isCurrent, isCollapsed, hasError, dropMark, onToggle } =
    props
  const t = useT()
  const summary = stepSummary(step, t)
  const group = isGroup(step)
  const classes = [
    'cd-step',
    isSelected && 'is-selected',
    isCurrent && 'is-current',
    !isActive && 'is-off',
    dropMark && `is-drop-${dropMark}`,
  ]
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={isSelected}
      aria-expanded={group ? !isCollapsed : undefined}
      data-step={step.id}
      draggable={props.isDraggable}
      className={classes.filter(Boolean).join(' ')}
      style={{ paddingInlineStart: 4 + depth * 18 }}
    >
      <span
        className="cd-caret"
        aria-hidden
        onClick={event => {
          if (!group) return
          event.stopPropagation()
          onToggle(step.id)
        }}
      >
        {group && (isCollapsed ? <CaretRightOutlined /> : <CaretDownOutlined />)}
      </span>
      <StepIcon kind={step.kind} />
      <span className="cd-step-text">
        <span className="cd-step-title">
          {step.kind === 'request' && (
            <b className={`cd-method is-${step.http.method}`}>{step.http.method}</b>
          )}
          <span className="cd-ellipsis">{stepTitle(step, t)}</span>
        </span>
        {summary !== '' && <span className="cd-step-summary cd-ellipsis">{summary}</span>}
      </span>
      {!step.enabled && <span className="cd-off-mark">{t('component.disabled')}</span>}
      {hasError && <WarningFilled className="cd-step-wrong" aria-label={t('component.hasProblem')} />}
      {step.kind === 'request' && step.checkpoints.length > 0 && (
        <span
          className="cd-badge"
          title={t('component.summary.checkpoints', { count: step.checkpoints.length })}
        >
          <CheckSquareOutlined aria-hidden />
          {step.checkpoints.length}
          <span className="visually-hidden">{t('component.checkpoints')}</span>
        </span>
      )}
      {step.kind === 'request' && step.extractors.length > 0 && (
        <span
          className="cd-badge"
          title={t('component.summary.extractors', { count: step.extractors.length })}
        >
          <ExportOutlined aria-hidden />
          {step.extractors.length}
          <span className="visually-hidden">{t('component.extractors')}</span>
        </span>
      )}
    </div>
  )
})
