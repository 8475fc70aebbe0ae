/** Properties of the selected step, at the right of the step tree: name and switch for all, the form of its kind below. */
import type { Step } from '@pone/plan/steps/registry.ts'
import { Input, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useEditor } from '../editor/editor-context.ts'
import { RequestForm } from '../request/request-form.tsx'
import { Shortcuts } from '../tree/shortcuts.tsx'
import { StepIcon } from '../tree/step-icon.tsx'
import { findStep, topmostSteps } from '../tree/step-tree.ts'
import { RandomForm, WeightedForm } from './choice-forms.tsx'
import { IfForm, WhileForm } from './condition-forms.tsx'
import { ForEachForm, LoopForm, OnceForm, PercentageForm, TransactionForm } from './group-forms.tsx'
import { ScriptForm } from './script-form.tsx'
import { ThinkTimeForm } from './think-time-form.tsx'
import { PacingForm, RendezvousForm } from './waiting-forms.tsx'

/** Replaces the step; `field` names what was typed into, so that typing is one undo step. */
export type StepEdit<S extends Step = Step> = (step: S, field?: string) => void

/** A field of the selected step to bring to view; each wish has a number of its own, so that the same field can be wished for again. */
export interface FieldFocus {
  readonly field: string
  readonly number: number
}

interface StepPropertiesProps {
  readonly focus: FieldFocus | null
}

export function StepProperties({ focus }: StepPropertiesProps) {
  const t = useT()
  const { state, dispatch, isReadOnly } = useEditor()
  const { selection, document } = state
  const [id] = selection
  const step = id === undefined ? undefined : findStep(document.steps, id)
  if (selection.length > 1) {
    const count = topmostSteps(document.steps, selection).length
    return (
      <EmptyState title={t('component.selectedMany', { count })} text={t('component.selectedManyHint')} />
    )
  }
  if (document.steps.length === 0) return <Shortcuts />
  if (!step) return <EmptyState title={t('component.selectedNone')} text={t('component.selectedNoneHint')} />
  const onEdit = (changed: Step, field?: string) =>
    dispatch({ kind: 'updateStep', id: step.id, step: changed, joinKey: field, at: Date.now() })
  return (
    <section className="cd-properties" aria-label={t('component.properties')}>
      <header className="cd-properties-head">
        <StepIcon kind={step.kind} withWord />
        <Input
          value={step.name}
          readOnly={isReadOnly}
          maxLength={128}
          variant="borderless"
          className="cd-step-name"
          aria-label={t('component.stepName')}
          placeholder={
            step.kind === 'request'
              ? `${step.http.method} ${step.http.url}`
              : t('component.stepNamePlaceholder')
          }
          onChange={event => onEdit({ ...step, name: event.target.value }, 'name')}
        />
        <Switch
          size="small"
          checked={step.enabled}
          disabled={isReadOnly}
          aria-label={t('component.enabled')}
          onChange={enabled => dispatch({ kind: 'setEnabled', ids: [step.id], enabled })}
        />
        <span className="cd-help" aria-hidden>
          {step.enabled ? t('component.enabled') : t('component.disabled')}
        </span>
      </header>
      <StepForm key={step.id} step={step} onEdit={onEdit} focus={focus} />
    </section>
  )
}

interface StepFormProps {
  readonly step: Step
  readonly onEdit: StepEdit
  readonly focus: FieldFocus | null
}

function StepForm({ step, onEdit, focus }: StepFormProps) {
  switch (step.kind) {
    case 'request':
      return <RequestForm step={step} onEdit={onEdit} focus={focus} />
    case 'transaction':
      return <TransactionForm step={step} />
    case 'loop':
      return <LoopForm step={step} onEdit={onEdit} />
    case 'if':
      return <IfForm step={step} onEdit={onEdit} />
    case 'percentage':
      return <PercentageForm step={step} onEdit={onEdit} />
    case 'while':
      return <WhileForm step={step} onEdit={onEdit} />
    case 'forEach':
      return <ForEachForm step={step} onEdit={onEdit} />
    case 'random':
      return <RandomForm step={step} />
    case 'weighted':
      return <WeightedForm step={step} onEdit={onEdit} />
    case 'once':
      return <OnceForm />
    case 'pacing':
      return <PacingForm step={step} onEdit={onEdit} />
    case 'rendezvous':
      return <RendezvousForm step={step} onEdit={onEdit} />
    case 'thinkTime':
      return <ThinkTimeForm step={step} onEdit={onEdit} />
    case 'script':
      return <ScriptForm step={step} onEdit={onEdit} />
  }
}
