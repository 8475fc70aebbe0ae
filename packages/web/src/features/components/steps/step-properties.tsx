/** Properties of the selected step, at the right of the step tree: name and switch, which all kinds have, and the form of its kind. */
import { definitionOf, type Step } from '@pone/plan/steps/registry.ts'
import { Input, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useEditor } from '../context/editor-context.ts'
import type { FieldFocus } from '../context/step-context.ts'
import type { EditorAction } from '../model/editor-model.ts'
import { sortOfStep } from '../model/step-summary.ts'
import { findStep, topmostSteps } from '../model/step-tree.ts'
import { Shortcuts } from '../tree/shortcuts.tsx'
import { StepIcon } from '../tree/step-icon.tsx'
import { StepForm } from './step-form.tsx'

interface StepPropertiesProps {
  readonly focus: FieldFocus | null
}

const updateOf = (step: Step, field?: string): EditorAction => ({
  kind: 'updateStep',
  id: step.id,
  step,
  joinKey: field,
  at: Date.now(),
})

export function StepProperties({ focus }: StepPropertiesProps) {
  const t = useT()
  const language = useSession('language')
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
  const onEdit = (changed: Step, field?: string) => dispatch(updateOf(changed, field))
  return (
    <section className="cd-properties" aria-label={t('component.properties')}>
      <header className="cd-properties-head">
        <StepIcon kind={step.kind} word={sortOfStep(step, language)} withWord />
        <Input
          value={step.name}
          readOnly={isReadOnly}
          maxLength={128}
          variant="borderless"
          className="cd-step-name"
          data-named={step.id}
          aria-label={t('component.stepName')}
          placeholder={definitionOf(step.kind).labelOf?.(step) ?? t('component.stepNamePlaceholder')}
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
