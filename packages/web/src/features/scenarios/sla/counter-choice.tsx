/** Monitor, counter and series that an SLA rule judges. */
import type { RuleCountersView } from '@pone/contract/entities/rule-counter.ts'
import { type SlaCounter, type SlaRule, slaCounterOvers } from '@pone/plan/scenario/scenario.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { withCounter } from './sla-rule.ts'
import { useSeries } from './use-rule-counters.ts'

export interface CounterChoiceProps {
  readonly rule: SlaRule
  readonly counter: SlaCounter
  /** null: not loaded yet. */
  readonly view: RuleCountersView | null
  readonly problem: ScenarioProblem | undefined
  readonly isReadOnly: boolean
  readonly onChange: (rule: SlaRule) => void
}

const nothing = { section: '', counter: '', labels: null, names: { zh: '', en: '' }, unit: '' } as const

export function CounterChoice({ rule, counter, view, problem, isReadOnly, onChange }: CounterChoiceProps) {
  const t = useT()
  const status = problem === undefined ? {} : { status: 'error' as const }
  const change = (next: Partial<SlaCounter>) => onChange(withCounter(rule, next))
  const monitor = view?.monitors.find(({ id }) => id === counter.monitorId)
  const sections = view?.sections[monitor?.sectionsOf ?? ''] ?? []
  return (
    <div className="scenario-counter">
      <Select
        disabled={isReadOnly}
        showSearch={{ optionFilterProp: 'label' }}
        loading={view === null}
        aria-label={t('scenario.sla.monitor')}
        placeholder={t('scenario.sla.monitor')}
        value={counter.monitorId}
        options={monitorOptions(counter, view)}
        onChange={(id: string) =>
          change({ monitorId: id, monitorName: nameOf(view, id), ...(id !== counter.monitorId && nothing) })
        }
        {...status}
      />
      <CounterSelect
        counter={counter}
        sections={sections}
        isReadOnly={isReadOnly}
        status={status}
        onChange={change}
      />
      <SeriesSelect
        counter={counter}
        hasSeries={sections.find(({ key }) => key === counter.section)?.hasSeries === true}
        isReadOnly={isReadOnly}
        onChange={change}
      />
      {problem && (
        <small className="scenario-problem" role="alert">
          {problemText(t, problem)}
        </small>
      )}
    </div>
  )
}

const nameOf = (view: RuleCountersView | null, id: string): string =>
  view?.monitors.find(monitor => monitor.id === id)?.name ?? ''

/** With the names of its nodes; a monitor that is gone keeps the name that it had. */
function monitorOptions({ monitorId, monitorName }: SlaCounter, view: RuleCountersView | null) {
  const options = (view?.monitors ?? []).map(({ id, name, nodes }) => {
    const aliases = nodes.filter(alias => alias !== '' && alias !== name)
    return { value: id, label: aliases.length === 0 ? name : `${name} (${aliases.join(', ')})` }
  })
  const isGone = monitorId !== null && !options.some(({ value }) => value === monitorId)
  return isGone ? [...options, { value: monitorId, label: monitorName, disabled: true }] : options
}

interface PartProps {
  readonly counter: SlaCounter
  readonly isReadOnly: boolean
  readonly onChange: (next: Partial<SlaCounter>) => void
}

function CounterSelect({
  counter,
  sections,
  isReadOnly,
  status,
  onChange,
}: PartProps & {
  readonly sections: RuleCountersView['sections'][string]
  readonly status: { readonly status?: 'error' }
}) {
  const t = useT()
  const language = useSession('language')
  const key = counter.counter === '' ? null : `${counter.section}.${counter.counter}`
  const groups = sections.map(section => ({
    label: section.names[language],
    title: section.key,
    options: section.counters.map(each => ({
      value: `${section.key}.${each.counter}`,
      label:
        each.unit === '' || each.unit === 'count'
          ? each.names[language]
          : `${each.names[language]} (${each.unit})`,
    })),
  }))
  const isKnown = groups.some(({ options }) => options.some(({ value }) => value === key))
  const former = {
    label: counter.section,
    title: '',
    options: [{ value: key ?? '', label: counter.names[language] }],
  }
  const choose = (chosen: string) => {
    const section = sections.find(each => chosen.startsWith(`${each.key}.`))
    const found = section?.counters.find(each => `${section.key}.${each.counter}` === chosen)
    if (section === undefined || found === undefined) return
    const { names, unit } = found
    onChange({ section: section.key, counter: found.counter, labels: null, names, unit })
  }
  return (
    <Select<string | null>
      disabled={isReadOnly || counter.monitorId === null}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('scenario.sla.counter')}
      placeholder={t('scenario.sla.counter')}
      value={key}
      options={isKnown || key === null ? groups : [...groups, former]}
      onChange={chosen => chosen !== null && choose(chosen)}
      {...status}
    />
  )
}

/** One series, or how several become one; nothing where a counter has only one. */
function SeriesSelect({
  counter,
  hasSeries,
  isReadOnly,
  onChange,
}: PartProps & { readonly hasSeries: boolean }) {
  const t = useT()
  const { monitorId, section, counter: key, labels, over } = counter
  const sets = useSeries(monitorId, section, key, hasSeries)
  if (!hasSeries && labels === null && over === 'highest') return null
  const named = labels === null || sets.some(set => textOf(set) === textOf(labels)) ? sets : [...sets, labels]
  return (
    <Select<string>
      disabled={isReadOnly}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('scenario.sla.series')}
      value={labels === null ? over : textOf(labels)}
      options={[
        ...slaCounterOvers.map(value => ({ value: String(value), label: t(`scenario.sla.over.${value}`) })),
        ...named.map(set => ({ value: textOf(set), label: Object.values(set).join(', ') })),
      ]}
      onChange={chosen => {
        const joined = slaCounterOvers.find(value => value === chosen)
        const set = named.find(each => textOf(each) === chosen)
        onChange(joined === undefined ? { labels: set ?? null } : { labels: null, over: joined })
      }}
    />
  )
}

const textOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
