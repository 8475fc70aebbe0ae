/** Properties of a request of a protocol whose operations are defined by forms: the operation, checkpoints, extractors. */
import { answerSourcesOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import type { FieldFocus, StepEdit } from '../context/step-context.ts'
import { CheckpointTable } from './checkpoint-table.tsx'
import { ExtractorTable } from './extractor-table.tsx'
import { OperationFields } from './operation-fields.tsx'

type Section = 'operation' | 'checkpoints' | 'extractors'

/** The section that contains a field; it is opened when a problem of the field is clicked. */
function sectionOf(field: string): Section {
  if (field.startsWith('checkpoints')) return 'checkpoints'
  return field.startsWith('extractors') ? 'extractors' : 'operation'
}

interface OperationFormProps {
  readonly step: StepOf<'request'>
  readonly onEdit: StepEdit<StepOf<'request'>>
  readonly focus: FieldFocus | null
}

export function OperationForm({ step, onEdit, focus }: OperationFormProps) {
  const t = useT()
  const { problems } = useEditor()
  const [section, setSection] = useState<Section>('operation')
  const [followed, setFollowed] = useState(0)
  if (focus !== null && focus.number !== followed) {
    setFollowed(focus.number)
    setSection(sectionOf(focus.field))
  }
  const { protocol } = step
  const { checkpointSources, extractorSources } = answerSourcesOf(step)
  const titled = (key: Section, label: string, amount = 0) => {
    const isWrong = problems.some(
      problem =>
        problem.severity !== 'warning' && problem.stepId === step.id && sectionOf(problem.field) === key,
    )
    return (
      <span className={isWrong ? 'cd-tab-wrong' : undefined}>
        {label}
        {amount > 0 && <span className="cd-count">{amount}</span>}
      </span>
    )
  }
  const sections = [
    {
      key: 'operation',
      label: titled('operation', t('component.request.operation')),
      children: <OperationFields step={step} onEdit={onEdit} />,
      isShown: true,
    },
    {
      key: 'checkpoints',
      label: titled('checkpoints', t('component.checkpoints'), step.checkpoints.length),
      children: <CheckpointTable step={step} onEdit={onEdit} />,
      isShown: checkpointSources.length > 0,
    },
    {
      key: 'extractors',
      label: titled('extractors', t('component.extractors'), step.extractors.length),
      children: <ExtractorTable step={step} onEdit={onEdit} />,
      isShown: extractorSources.length > 0,
    },
  ]
  return (
    <Tabs
      key={protocol}
      size="small"
      activeKey={section}
      onChange={key => setSection(sectionOf(key))}
      items={sections.filter(({ isShown }) => isShown)}
    />
  )
}
