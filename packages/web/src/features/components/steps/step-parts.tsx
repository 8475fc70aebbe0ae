/** The parts of step forms that are components of their own, by the names that the definitions use. */
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
  // HTTP has an editor of its own; the forms of other protocols are data.
  return step.protocol === 'http' ? (
    <RequestForm {...context} step={step} />
  ) : (
    <OperationForm {...context} step={step} />
  )
}

/** Whether think times are carried out otherwise than written here. */
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
