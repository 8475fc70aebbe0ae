/** Extractors of a request: which part of the response is stored in which variable. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Extractor } from '@pone/plan/answers/answer-rules.ts'
import { answerSourcesOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { ExtractorSource } from '@pone/schema/protocol.ts'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import type { StepEdit } from '../context/step-context.ts'
import { TemplateInput } from '../fields/template-input.tsx'
import { createExtractor, freeVariableName } from '../model/new-step.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'

interface ExtractorTableProps {
  readonly step: StepOf<'request'>
  readonly onEdit: StepEdit<StepOf<'request'>>
}

export function ExtractorTable({ step, onEdit }: ExtractorTableProps) {
  const t = useT()
  const { isReadOnly, offers } = useEditor()
  const set = (extractors: Extractor[], field?: string) => onEdit({ ...step, extractors }, field)
  const taken = offers.map(offer => offer.name)
  return (
    <div className="cd-rules">
      {step.extractors.length === 0 && <div className="cd-hint">{t('component.extractor.empty')}</div>}
      {step.extractors.map((extractor, index) => (
        <ExtractorRow
          sources={answerSourcesOf(step).extractorSources}
          key={extractor.id}
          extractor={extractor}
          number={index + 1}
          path={`${step.id}:extractors.${index}`}
          onChange={(changed, field) =>
            set(
              step.extractors.with(index, changed),
              field === undefined ? undefined : `extractors.${extractor.id}.${field}`,
            )
          }
          onDelete={() => set(step.extractors.toSpliced(index, 1))}
        />
      ))}
      {!isReadOnly && (
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={step.extractors.length >= 50}
          onClick={() => set([...step.extractors, createExtractor(freeVariableName('value', taken))])}
        >
          {t('component.extractor.add')}
        </Button>
      )}
    </div>
  )
}

interface ExtractorRowProps {
  readonly sources: readonly ExtractorSource[]
  readonly extractor: Extractor
  readonly number: number
  readonly path: string
  readonly onChange: (extractor: Extractor, field?: string) => void
  readonly onDelete: () => void
}

function ExtractorRow({ sources, extractor, number, path, onChange, onDelete }: ExtractorRowProps) {
  const t = useT()
  const { isReadOnly, problems, lastValues } = useEditor()
  const found = problemsAt(problems, path)
  const wrong = (field: string) =>
    found.some(problem => problem.field.endsWith(field)) ? ('error' as const) : ('' as const)
  const { source } = extractor
  const lastValue = lastValues[extractor.variable]
  return (
    <div
      className="cd-rule"
      data-field={path}
      role="group"
      aria-label={t('component.extractor.numbered', { number })}
    >
      <Input
        value={extractor.variable}
        readOnly={isReadOnly}
        status={wrong('variable')}
        className="cd-mono"
        spellCheck={false}
        style={{ width: 140 }}
        prefix={<span className="cd-unit">{'$'}</span>}
        aria-label={t('component.extractor.variable')}
        placeholder={t('component.extractor.variable')}
        onChange={event => onChange({ ...extractor, variable: event.target.value.trim() }, 'variable')}
      />
      <Select
        value={source}
        disabled={isReadOnly}
        style={{ width: 156 }}
        popupMatchSelectWidth={false}
        aria-label={t('component.extractor.source')}
        options={sources.map(value => ({ value, label: t(`component.source.${value}`) }))}
        onChange={next =>
          onChange({ ...extractor, source: next, expression: startOf(next, extractor.expression) })
        }
      />
      <WhatToTake extractor={extractor} isWrong={wrong('expression') !== ''} onChange={onChange} />
      <DefaultValue extractor={extractor} onChange={onChange} />
      {!isReadOnly && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('component.deleteNamed', { name: extractor.variable })}
          onClick={onDelete}
        />
      )}
      {lastValue !== undefined && (
        <div className="cd-last-value cd-rule-note" title={lastValue}>
          = {lastValue}
        </div>
      )}
      <ProblemLines problems={found} />
    </div>
  )
}

interface PartProps {
  readonly extractor: Extractor
  readonly onChange: (extractor: Extractor, field?: string) => void
}

/** Sources that return one value at most, so that no match number is needed. */
const singleSources: readonly ExtractorSource[] = ['count', 'affectedRows', 'header', 'cookie']

/** The expression to look for in the source, and which of several matches is used. */
function WhatToTake({ extractor, isWrong, onChange }: PartProps & { readonly isWrong: boolean }) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { source } = extractor
  return (
    <>
      {source !== 'count' && source !== 'affectedRows' && (
        <div className="cd-rule-wide">
          <TemplateInput
            isCompact
            isMono
            value={extractor.expression}
            label={t(`component.expression.${source}`)}
            placeholder={t(`component.expression.${source}`)}
            isInvalid={isWrong}
            onChange={expression => onChange({ ...extractor, expression }, 'expression')}
          />
        </div>
      )}
      {source === 'boundary' && (
        <div className="cd-rule-wide">
          <TemplateInput
            isCompact
            isMono
            value={extractor.rightBoundary}
            label={t('component.extractor.rightBoundary')}
            placeholder={t('component.extractor.rightBoundary')}
            onChange={rightBoundary => onChange({ ...extractor, rightBoundary }, 'rightBoundary')}
          />
        </div>
      )}
      {source === 'css' && (
        <div className="cd-rule-type">
          <TemplateInput
            isCompact
            isMono
            value={extractor.attribute}
            label={t('component.extractor.attribute')}
            placeholder={t('component.extractor.attributeHint')}
            onChange={attribute => onChange({ ...extractor, attribute }, 'attribute')}
          />
        </div>
      )}
      {source === 'regex' && (
        <InputNumber
          value={extractor.group}
          min={0}
          max={99}
          precision={0}
          readOnly={isReadOnly}
          prefix={t('component.extractor.group')}
          aria-label={t('component.extractor.group')}
          style={{ width: 112 }}
          onChange={group => group !== null && onChange({ ...extractor, group }, 'group')}
        />
      )}
      {!singleSources.includes(source) && (
        <Select
          value={extractor.match}
          disabled={isReadOnly}
          style={{ width: 128 }}
          popupMatchSelectWidth={false}
          aria-label={t('component.extractor.match')}
          options={matchOptions(extractor.match).map(value => ({
            value,
            label:
              value === 0
                ? t('component.extractor.matchRandom')
                : value === -1
                  ? t('component.extractor.matchAll')
                  : t('component.extractor.matchNth', { number: value }),
          }))}
          onChange={match => onChange({ ...extractor, match })}
        />
      )}
    </>
  )
}

/** The default value if nothing matches; without a default the request fails. */
function DefaultValue({ extractor, onChange }: PartProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <span className="cd-default">
      <Checkbox
        checked={extractor.defaultValue !== null}
        disabled={isReadOnly}
        onChange={event => onChange({ ...extractor, defaultValue: event.target.checked ? '' : null })}
      >
        {t('component.extractor.default')}
      </Checkbox>
      {extractor.defaultValue !== null ? (
        <TemplateInput
          isCompact
          isMono
          value={extractor.defaultValue}
          label={t('component.extractor.default')}
          placeholder={t('component.extractor.defaultEmpty')}
          onChange={defaultValue => onChange({ ...extractor, defaultValue }, 'defaultValue')}
        />
      ) : (
        <span className="cd-help">{t('component.extractor.noDefault')}</span>
      )}
    </span>
  )
}

/** A JSONPath starts with `$`; for other sources, an expression that is only the default JSONPath is removed. */
function startOf(source: Extractor['source'], expression: string): string {
  if (source === 'count' || source === 'affectedRows') return ''
  if (source === 'jsonPath') return expression.startsWith('$') ? expression : '$.id'
  return /^\$(\.id)?$/.test(expression) ? '' : expression
}

function matchOptions(present: number): number[] {
  return [...new Set([1, 2, 3, 4, 5, present, 0, -1])].sort(
    (a, b) => (a < 1 ? 1e6 - a : a) - (b < 1 ? 1e6 - b : b),
  )
}
