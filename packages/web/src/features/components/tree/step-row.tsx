/** One row of the step tree. */
import { CheckSquareOutlined, ExportOutlined, WarningFilled } from '@ant-design/icons'
import type { Step } from '@pone/plan/steps/registry.ts'
import { isGroup } from '@pone/plan/steps/registry.ts'
import { memo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { RowFrame, type RowState } from '../../../ui/editor/row-frame.tsx'
import { sortOfStep, stepSummary, stepTitle } from '../model/step-summary.ts'
import type { StepMark } from '../trial/trial-marks.ts'
import { StepIcon } from './step-icon.tsx'
import { stepIndentPx } from './step-rows.ts'
import { TrialMark } from './trial-mark.tsx'

interface StepRowProps extends RowState {
  readonly step: Step
  readonly hasError: boolean
  /** Result of the last standalone execution; undefined without one. */
  readonly mark: StepMark | undefined
  /** The step was edited since. */
  readonly isEdited: boolean
  /** From the top of the tree, CSS pixels. */
  readonly topPx: number
  readonly heightPx: number
}

export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { step, hasError, mark, isEdited, topPx, heightPx, ...row } = props
  const t = useT()
  const language = useSession('language')
  const summary = stepSummary(step, language)
  return (
    <RowFrame
      {...row}
      rowKey={step.id}
      isGroup={isGroup(step)}
      indentPx={stepIndentPx}
      style={{ top: topPx, height: heightPx }}
    >
      <StepIcon kind={step.kind} word={sortOfStep(step, language)} />
      <span className="cd-step-text">
        <span className="cd-step-title">
          {step.kind === 'request' && step.protocol === 'http' && (
            <b className={`cd-method is-${step.http.method}`}>{step.http.method}</b>
          )}
          <span className="cd-ellipsis">{stepTitle(step, language)}</span>
        </span>
        {summary !== '' && <span className="cd-step-summary cd-ellipsis">{summary}</span>}
      </span>
      {mark && <TrialMark mark={mark} isEdited={isEdited} />}
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
    </RowFrame>
  )
})
