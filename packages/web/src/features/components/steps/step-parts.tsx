/** Parts of step forms that are React components, by the names that the definitions use. */
import type { ComponentType } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { useStep } from '../context/step-context.ts'
import { OperationForm } from '../request/operation-form.tsx'
import { RequestForm } from '../request/request-form.tsx'
import { ScriptApi } from './script-api.tsx'
import { Weights } from './weights.tsx'

function Request() {
  const context = useStep('request')
  if (context === null) return null
  const { step } = context
  // HTTP has its own editor; the forms of other protocols are rendered from data.
  return step.protocol === 'http' ? (
    <RequestForm {...context} step={step} />
  ) : (
    <OperationForm {...context} step={step} />
  )
}

/** A hint, shown if the run-time settings override the think times. */
function ChangedThinkTime() {
  const t = useT()
  const { thinkTime } = useEditor().state.document.settings
  return thinkTime.mode === 'asRecorded' ? null : (
    <p className="cd-hint">{t('component.thinkTime.overridden')}</p>
  )
}

export const stepParts: Readonly<Record<string, ComponentType>> = {
  request: Request,
  weights: Weights,
  scriptApi: ScriptApi,
  changedThinkTime: ChangedThinkTime,
}
