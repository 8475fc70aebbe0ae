/** The SLA rules of a scenario, one row each: target, metric, condition, window, and action on violation. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { RuleCountersView } from '@pone/contract/entities/rule-counter.ts'
import {
  isMetricRule,
  type MetricRule,
  maxCounterRules,
  type SlaRule,
  slaMetrics,
  slaSigns,
  slaUnitOf,
  slaWhenNotRun,
} from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Select } from 'antd'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { newId } from '../../../lib/new-id.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { CounterChoice } from './counter-choice.tsx'
import {
  newCounterRule,
  newRule,
  slaActions,
  slaOperators,
  windowKinds,
  withMetric,
  withWindow,
} from './sla-rule.ts'

export interface SlaTableProps {
  readonly rules: readonly SlaRule[]
  /** Label names for selection. */
  readonly labels: readonly string[]
  /** Counters of monitors for selection; null: not loaded yet. */
  readonly counters: RuleCountersView | null
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (rules: SlaRule[]) => void
}

export function SlaTable({ rules, labels, counters, problems, isReadOnly, onChange }: SlaTableProps) {
  const t = useT()
  return (
    <div>
      {rules.length === 0 ? (
        <p className="scenario-help">{t('scenario.sla.none')}</p>
      ) : (
        <div className="scenario-scroll">
          <table className="scenario-table">
            <thead>
              <tr>
                <th scope="col">{t('scenario.sla.target')}</th>
                <th scope="col">{t('scenario.sla.metric')}</th>
                <th scope="col">{t('scenario.sla.condition')}</th>
                <th scope="col">{t('scenario.sla.window')}</th>
                <th scope="col">{t('scenario.sla.action')}</th>
                <th scope="col">{t('scenario.sla.whenNotRun')}</th>
                <th scope="col">
                  <ActionsHeading />
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map(rule => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  labels={labels}
                  counters={counters}
                  problem={problems.find(({ field }) => field === rule.id)}
                  isReadOnly={isReadOnly}
                  onChange={next => onChange(rules.map(old => (old.id === rule.id ? next : old)))}
                  onRemove={() => onChange(rules.filter(other => other.id !== rule.id))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isReadOnly && (
        <div className="scenario-row">
          <Button
            icon={<PlusOutlined />}
            disabled={rules.length >= 50}
            onClick={() => onChange([...rules, newRule(newId())])}
          >
            {t('scenario.sla.add')}
          </Button>
          <CounterRuleButton rules={rules} counters={counters} onChange={onChange} />
        </div>
      )}
      {rules.length > 0 && (
        <>
          <p className="scenario-help">{t('scenario.sla.windowHelp')}</p>
          {rules.some(({ counter }) => counter !== undefined) && (
            <p className="scenario-help">{t('scenario.sla.counterHelp')}</p>
          )}
          <p className="scenario-help">{t('scenario.sla.actionHelp')}</p>
          <p className="scenario-help">{t('scenario.sla.whenNotRunHelp')}</p>
        </>
      )}
    </div>
  )
}

/** Where no link is bound there is nothing to choose from; then it says where links are bound. */
function CounterRuleButton({
  rules,
  counters,
  onChange,
}: Pick<SlaTableProps, 'rules' | 'counters' | 'onChange'>) {
  const t = useT()
  const count = rules.filter(({ counter }) => counter !== undefined).length
  if (counters === null) return null
  if (counters.monitors.length === 0 && count === 0)
    return (
      <p className="scenario-help">
        {t('scenario.sla.noLink')} <Link to={links.monitorLinks}>{t('scenario.sla.openLinks')}</Link>
      </p>
    )
  return (
    <Button
      icon={<PlusOutlined />}
      disabled={rules.length >= 50 || count >= maxCounterRules}
      onClick={() => onChange([...rules, newCounterRule(newId())])}
    >
      {t('scenario.sla.addCounter')}
    </Button>
  )
}

interface RuleRowProps {
  readonly rule: SlaRule
  readonly labels: readonly string[]
  readonly counters: RuleCountersView | null
  readonly problem: ScenarioProblem | undefined
  readonly isReadOnly: boolean
  readonly onChange: (rule: SlaRule) => void
  readonly onRemove: () => void
}

function RuleRow({ rule, labels, counters, problem, isReadOnly, onChange, onRemove }: RuleRowProps) {
  const t = useT()
  const choice = <Value extends string>(
    label: string,
    value: Value,
    options: readonly { readonly value: Value; readonly label: string }[],
    set: (value: Value) => void,
  ) => (
    <Select<Value>
      disabled={isReadOnly}
      aria-label={label}
      value={value}
      options={[...options]}
      onChange={set}
    />
  )
  return (
    <tr>
      <JudgedFigure {...{ rule, labels, counters, problem, isReadOnly, onChange }} />
      <td className="scenario-nowrap">
        {choice(
          t('scenario.sla.condition'),
          rule.operator,
          slaOperators.map(value => ({ value, label: slaSigns[value] })),
          operator => onChange({ ...rule, operator }),
        )}{' '}
        <Threshold rule={rule} isReadOnly={isReadOnly} onChange={onChange} />
      </td>
      <td className="scenario-nowrap">
        {choice(
          t('scenario.sla.window'),
          rule.window.kind,
          windowKinds.map(value => ({ value, label: t(`scenario.sla.window.${value}`) })),
          kind => onChange(withWindow(rule, kind)),
        )}
        <WindowSeconds rule={rule} isReadOnly={isReadOnly} onChange={onChange} />
      </td>
      <td>
        {choice(
          t('scenario.sla.action'),
          rule.action,
          slaActions.map(value => ({ value, label: t(`scenario.sla.action.${value}`) })),
          action => onChange({ ...rule, action }),
        )}
      </td>
      <td>
        {rule.label !== '' &&
          choice(
            t('scenario.sla.whenNotRun'),
            rule.whenNotRun,
            slaWhenNotRun.map(value => ({ value, label: t(`scenario.sla.whenNotRun.${value}`) })),
            whenNotRun => onChange({ ...rule, whenNotRun }),
          )}
      </td>
      <td>
        {!isReadOnly && (
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('action.delete')}
            onClick={onRemove}
          />
        )}
      </td>
    </tr>
  )
}

/** What the rule judges: a figure of the run, or a counter of a monitor. */
function JudgedFigure({
  rule,
  labels,
  counters,
  problem,
  isReadOnly,
  onChange,
}: Omit<RuleRowProps, 'onRemove'>) {
  const t = useT()
  const { counter } = rule
  if (counter !== undefined)
    return (
      <td colSpan={2}>
        <CounterChoice {...{ rule, counter, view: counters, problem, isReadOnly, onChange }} />
      </td>
    )
  if (!isMetricRule(rule)) return null
  return (
    <>
      <td>
        <Target {...{ rule, labels, problem, isReadOnly, onChange }} />
      </td>
      <td className="scenario-metric">
        <Select
          disabled={isReadOnly}
          aria-label={t('scenario.sla.metric')}
          value={rule.metric}
          options={slaMetrics.map(value => ({ value, label: t(`scenario.metric.${value}`) }))}
          onChange={metric => onChange(withMetric(rule, metric))}
        />
      </td>
    </>
  )
}

type FieldProps = Pick<RuleRowProps, 'rule' | 'isReadOnly' | 'onChange'>

/** The request or transaction that the rule applies to; '': all requests. */
function Target({
  rule,
  labels,
  problem,
  isReadOnly,
  onChange,
}: FieldProps & Pick<RuleRowProps, 'labels' | 'problem'>) {
  const t = useT()
  return (
    <>
      <Select
        className="scenario-wide"
        disabled={isReadOnly}
        showSearch
        aria-label={t('scenario.sla.target')}
        value={rule.label}
        options={[
          { value: '', label: t('scenario.sla.whole') },
          ...labels.map(label => ({ value: label, label })),
        ]}
        onChange={label => onChange({ ...rule, label })}
        {...(problem ? { status: 'error' as const } : {})}
      />
      {problem && (
        <small className="scenario-problem" role="alert">
          {problemText(t, problem)}
        </small>
      )}
    </>
  )
}

/** The threshold of the metric, in its unit. */
function Threshold({ rule, isReadOnly, onChange }: FieldProps) {
  const t = useT()
  const { unit, name, bounds } = isMetricRule(rule) ? metricThreshold(rule, t) : counterThreshold(rule, t)
  return (
    <InputNumber
      value={rule.threshold}
      {...bounds}
      suffix={unit}
      readOnly={isReadOnly}
      changeOnWheel={false}
      aria-label={unit === '' ? name : `${name} (${unit})`}
      onChange={threshold => threshold !== null && onChange({ ...rule, threshold })}
    />
  )
}

function metricThreshold({ metric }: MetricRule, t: Translate) {
  const unit = slaUnitOf(metric)
  const bounds = { min: 0, max: unit === '%' ? 100 : 100_000_000 }
  return { unit: String(unit), name: t(`scenario.metric.${metric}`), bounds }
}

/** Counters may be negative, and as large as memories. */
function counterThreshold({ counter }: SlaRule, t: Translate) {
  const unit = counter === undefined || counter.unit === 'count' ? '' : counter.unit
  return { unit, name: t('scenario.sla.threshold'), bounds: {} }
}

/** Length of a window that is shorter than the run, s. */
function WindowSeconds({ rule, isReadOnly, onChange }: FieldProps) {
  const t = useT()
  const { window } = rule
  if (window.kind === 'wholeRun') return null
  const unit = t('scenario.load.second')
  return (
    <>
      {' '}
      <InputNumber
        className="scenario-seconds"
        value={window.seconds}
        min={1}
        max={3_600}
        precision={0}
        suffix={unit}
        readOnly={isReadOnly}
        changeOnWheel={false}
        aria-label={`${t('scenario.sla.window')} (${unit})`}
        onChange={seconds =>
          seconds !== null && onChange({ ...rule, window: { kind: window.kind, seconds } })
        }
      />
    </>
  )
}
