/** The SLA rules of a scenario, one row each: target, metric, condition, window, and action on violation. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type SlaRule, slaMetrics, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { newRule, slaActions, slaOperators, windowKinds, withMetric, withWindow } from './sla-rule.ts'

export interface SlaTableProps {
  readonly rules: readonly SlaRule[]
  /** Label names for selection. */
  readonly labels: readonly string[]
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (rules: SlaRule[]) => void
}

export function SlaTable({ rules, labels, problems, isReadOnly, onChange }: SlaTableProps) {
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
        </div>
      )}
      {rules.length > 0 && (
        <>
          <p className="scenario-help">{t('scenario.sla.windowHelp')}</p>
          <p className="scenario-help">{t('scenario.sla.actionHelp')}</p>
        </>
      )}
    </div>
  )
}

interface RuleRowProps {
  readonly rule: SlaRule
  readonly labels: readonly string[]
  readonly problem: ScenarioProblem | undefined
  readonly isReadOnly: boolean
  readonly onChange: (rule: SlaRule) => void
  readonly onRemove: () => void
}

function RuleRow({ rule, labels, problem, isReadOnly, onChange, onRemove }: RuleRowProps) {
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
      <td>
        <Target rule={rule} labels={labels} problem={problem} isReadOnly={isReadOnly} onChange={onChange} />
      </td>
      <td className="scenario-metric">
        {choice(
          t('scenario.sla.metric'),
          rule.metric,
          slaMetrics.map(value => ({ value, label: t(`scenario.metric.${value}`) })),
          metric => onChange(withMetric(rule, metric)),
        )}
      </td>
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
  const unit = slaUnitOf(rule.metric)
  return (
    <InputNumber
      value={rule.threshold}
      min={0}
      max={unit === '%' ? 100 : 100_000_000}
      suffix={unit}
      readOnly={isReadOnly}
      changeOnWheel={false}
      aria-label={`${t(`scenario.metric.${rule.metric}`)} (${unit})`}
      onChange={threshold => threshold !== null && onChange({ ...rule, threshold })}
    />
  )
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
