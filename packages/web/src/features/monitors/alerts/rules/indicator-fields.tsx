/** What a rule compares: a counter, an expression over two, or what follows from time; with the labels that it is kept to. */
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { labelName } from '../../shared/label-name.ts'
import { monitorsKey } from '../../shared/monitor-queries.ts'
import { type OfferedCounter, type OfferedSection, offeredCounters } from '../shared/counter-options.ts'
import { hasSeries, indicatorKinds, partsOfCounter, type RuleForm } from './rule-form-model.ts'
import type { Scope } from './use-scope.ts'

export function IndicatorFields({ form, scope }: { readonly form: RuleForm; readonly scope: Scope }) {
  const t = useT()
  const language = useSession('language')
  const sections = useMemo(() => offeredCounters(scope.types, language), [scope.types, language])
  const { indicatorKind: kind } = form
  return (
    <div className="form-grid">
      <Field
        name="indicatorKind"
        label={t('alert.indicator')}
        help={t(`alert.indicatorHelp.${kind}`)}
        className="form-grid-wide"
      >
        <Radio.Group
          optionType="button"
          options={indicatorKinds.map(value => ({ value, label: t(`alert.indicator.${value}`) }))}
        />
      </Field>
      {kind === 'counter' && <ReadingFields side="left" form={form} sections={sections} />}
      {kind === 'expression' && (
        <>
          <ReadingFields side="left" form={form} sections={sections} />
          <Field name="operator" label={t('alert.operator')} help={t('alert.operatorHelp')}>
            <Radio.Group
              optionType="button"
              options={(['+', '-', '*', '/'] as const).map(value => ({
                value,
                label: { '+': '+', '-': '−', '*': '×', '/': '÷' }[value],
              }))}
            />
          </Field>
          <Field name="factor" label={t('alert.factor')} help={t('alert.factorHelp')}>
            <InputNumber changeOnWheel={false} style={{ width: '100%' }} />
          </Field>
          <ReadingFields side="right" form={form} sections={sections} />
        </>
      )}
      {hasSeries(kind) && form.left !== null && (
        <OnlyLabelsField section={partsOfCounter(form.left).section} scope={scope} />
      )}
    </div>
  )
}

export const counterOf = (
  sections: readonly OfferedSection[],
  key: string | null,
): OfferedCounter | undefined => sections.flatMap(({ counters }) => counters).find(each => each.key === key)

/** A counter, and whether its value or its rate is compared. */
function ReadingFields(props: {
  readonly side: 'left' | 'right'
  readonly form: RuleForm
  readonly sections: readonly OfferedSection[]
}) {
  const { side, form, sections } = props
  const t = useT()
  const counter = counterOf(sections, form[side])
  return (
    <>
      <Field
        name={side}
        label={t(
          form.indicatorKind === 'counter' ? 'alert.counter' : side === 'left' ? 'alert.left' : 'alert.right',
        )}
        help={counter?.help ?? t(sections.length === 0 ? 'alert.counterNone' : 'alert.counterHelp')}
        isRequired
      >
        <CounterSelect sections={sections} />
      </Field>
      <Field
        name={`${side}Fn`}
        label={t('alert.fn')}
        help={t(counter?.grows === true ? 'alert.fnHelpGrows' : 'alert.fnHelp')}
      >
        <Radio.Group
          optionType="button"
          options={(['value', 'rate'] as const).map(value => ({ value, label: t(`alert.fn.${value}`) }))}
        />
      </Field>
    </>
  )
}

function CounterSelect(props: {
  readonly sections: readonly OfferedSection[]
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
}) {
  const { sections, id, value, onChange } = props
  const t = useT()
  const isKnown = value === null || value === undefined || counterOf(sections, value) !== undefined
  const known = sections.map(({ label, counters }) => ({
    label,
    options: counters.map(({ key, name, unit }) => ({
      value: key,
      label: unit === '' || unit === 'count' ? name : `${name} (${unit})`,
    })),
  }))
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('alert.chooseCounter')}
      value={value ?? null}
      // A counter that no type of the scope has stays readable.
      options={isKnown ? known : [...known, { value, label: partsOfCounter(value).counter }]}
      onChange={next => onChange?.(next ?? null)}
    />
  )
}

/** Series to which the rule is kept, where the section has several. */
function OnlyLabelsField({ section, scope }: { readonly section: string; readonly scope: Scope }) {
  const t = useT()
  const labels = scope.types.flatMap(
    type => type.sections.find(({ key }) => key === section)?.rows?.labels ?? [],
  )
  if (labels.length === 0) return null
  return (
    <Field
      name="onlyLabels"
      label={t('alert.onlyLabels')}
      help={t('alert.onlyLabelsHelp')}
      className="form-grid-wide"
    >
      <LabelFilters labels={[...new Set(labels)]} section={section} monitorId={scope.monitors[0]?.id} />
    </Field>
  )
}

type OnlyLabels = Readonly<Record<string, readonly string[]>>

function LabelFilters(props: {
  readonly labels: readonly string[]
  readonly section: string
  readonly monitorId: string | undefined
  readonly value?: OnlyLabels
  readonly onChange?: (value: OnlyLabels) => void
}) {
  const { labels, section, monitorId, value = {}, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const { data } = useQuery({
    queryKey: [...monitorsKey, projectId, 'labelsOfDay', monitorId, section],
    queryFn: ({ signal }) => {
      const to = Date.now()
      return api.monitor.labels({ projectId, id: monitorId ?? '', section, from: to - dayMs, to }, { signal })
    },
    enabled: monitorId !== undefined,
    staleTime: 30_000,
  })
  const set = (label: string, values: readonly string[]) => {
    const { [label]: _, ...others } = value
    onChange?.(values.length === 0 ? others : { ...others, [label]: values })
  }
  return (
    <div className="alert-labels">
      {labels.map(label => (
        <Select<string[]>
          key={label}
          mode="tags"
          aria-label={labelName(label, t)}
          placeholder={t('alert.allOf', { label: labelName(label, t) })}
          value={[...(value[label] ?? [])]}
          options={(data?.[label] ?? []).map(each => ({ value: each, label: each }))}
          onChange={values => set(label, values)}
        />
      ))}
    </div>
  )
}

const dayMs = 86_400_000
