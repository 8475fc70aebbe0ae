/** Checkpoints of a request: what is checked, how it is compared, and what happens on failure. */

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Checkpoint, checkpointOperators, failureActions } from '@pone/plan/answers/answer-rules.ts'
import { operatorTitles } from '@pone/plan/answers/operators.ts'
import { answerSourcesOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CheckpointSource } from '@pone/schema/protocol.ts'
import { Button, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useEditor } from '../context/editor-context.ts'
import type { StepEdit } from '../context/step-context.ts'
import { TemplateInput } from '../fields/template-input.tsx'
import { createCheckpoint } from '../model/new-step.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import { sourceChange, takesExpression, unitOf } from './checkpoint-rules.ts'

interface CheckpointTableProps {
  readonly step: StepOf<'request'>
  readonly onEdit: StepEdit<StepOf<'request'>>
}

export function CheckpointTable({ step, onEdit }: CheckpointTableProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const set = (checkpoints: Checkpoint[], field?: string) => onEdit({ ...step, checkpoints }, field)
  const add = !isReadOnly && (
    <Button
      type="dashed"
      icon={<PlusOutlined />}
      disabled={step.checkpoints.length >= 50}
      onClick={() => set([...step.checkpoints, createCheckpoint()])}
    >
      {t('component.checkpoint.add')}
    </Button>
  )
  return (
    <div className="cd-rules">
      {step.checkpoints.length === 0 && <div className="cd-hint">{t('component.checkpoint.empty')}</div>}
      {step.checkpoints.map((check, index) => (
        <CheckpointRow
          sources={answerSourcesOf(step).checkpointSources}
          key={check.id}
          check={check}
          number={index + 1}
          path={`${step.id}:checkpoints.${index}`}
          onChange={(changed, field) =>
            set(
              step.checkpoints.with(index, changed),
              field === undefined ? undefined : `checkpoints.${check.id}.${field}`,
            )
          }
          onDelete={() => set(step.checkpoints.toSpliced(index, 1))}
        />
      ))}
      {add}
    </div>
  )
}

interface CheckpointRowProps {
  readonly sources: readonly CheckpointSource[]
  readonly check: Checkpoint
  readonly number: number
  readonly path: string
  readonly onChange: (check: Checkpoint, field?: string) => void
  readonly onDelete: () => void
}

function CheckpointRow({ sources, check, number, path, onChange, onDelete }: CheckpointRowProps) {
  const t = useT()
  const language = useSession('language')
  const { isReadOnly, problems } = useEditor()
  const found = problemsAt(problems, path)
  const unit = unitOf(check.source)
  return (
    <div
      className="cd-rule"
      data-field={path}
      role="group"
      aria-label={t('component.checkpoint.numbered', { number })}
    >
      <Select
        value={check.source}
        disabled={isReadOnly}
        style={{ width: 148 }}
        popupMatchSelectWidth={false}
        aria-label={t('component.checkpoint.source')}
        options={sources.map(value => ({ value, label: t(`component.source.${value}`) }))}
        onChange={source => onChange(sourceChange(check, source))}
      />
      {takesExpression(check.source) && (
        <div className="cd-rule-wide">
          <TemplateInput
            isCompact
            isMono
            value={check.expression}
            label={t(`component.expression.${check.source}`)}
            placeholder={t(`component.expression.${check.source}`)}
            isInvalid={found.some(problem => problem.field.endsWith('expression'))}
            onChange={expression => onChange({ ...check, expression }, 'expression')}
          />
        </div>
      )}
      <Select
        value={check.operator}
        disabled={isReadOnly}
        style={{ width: 112 }}
        popupMatchSelectWidth={false}
        aria-label={t('component.checkpoint.operator')}
        options={checkpointOperators.map(value => ({ value, label: operatorTitles[value][language] }))}
        onChange={operator => onChange({ ...check, operator })}
      />
      {check.operator !== 'exists' && (
        <div className="cd-rule-wide cd-with-unit">
          <TemplateInput
            isCompact
            isMono
            value={check.expected}
            label={t('component.checkpoint.expected')}
            placeholder={t('component.checkpoint.expected')}
            isInvalid={found.some(problem => problem.field.endsWith('expected'))}
            onChange={expected => onChange({ ...check, expected }, 'expected')}
          />
          {unit !== null && <span className="cd-unit">{unit}</span>}
        </div>
      )}
      <Select
        value={check.onFailure}
        disabled={isReadOnly}
        style={{ width: 184 }}
        popupMatchSelectWidth={false}
        aria-label={t('component.checkpoint.onFailure')}
        options={failureActions.map(value => ({ value, label: t(`component.onFailure.${value}`) }))}
        onChange={onFailure => onChange({ ...check, onFailure })}
      />
      {!isReadOnly && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('component.deleteNamed', { name: t('component.checkpoint.numbered', { number }) })}
          onClick={onDelete}
        />
      )}
      <ProblemLines problems={found} />
    </div>
  )
}
