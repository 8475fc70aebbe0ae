/** The SLA rules of a scenario, one row each, written as a sentence would be: what, must be, over which window, else what. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type SlaRule, slaMetrics, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { newRule, withMetric } from './sla-rule.ts'

export interface SlaTableProps {
  readonly rules: readonly SlaRule[]
  /** Names of requests and transactions to choose from. */
  readonly labels: readonly string[]
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (rules: SlaRule[]) => void
}

export function SlaTable({ rules, labels, problems, isReadOnly, onChange }: SlaTableProps) {
  const t = useT()
  const change = (id: string, next: Partial<SlaRule>) =>
    onChange(rules.map(rule => (rule.id === id ? { ...rule, ...next } : rule)))
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
                <th aria-hidden />
              </tr>
            </thead>
            <tbody>
              {rules.map(rule => {
                const problem = problems.find(candidate => candidate.field === rule.id)
                return (
                  <tr key={rule.id}>
                    <td>
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
                        onChange={label => change(rule.id, { label })}
                        {...(problem ? { status: 'error' as const } : {})}
                      />
                      {problem && (
                        <small className="scenario-problem" role="alert">
                          {problemText(t, problem)}
                        </small>
                      )}
                    </td>
                    <td>
                      <Select
                        className="scenario-wide"
                        disabled={isReadOnly}
                        aria-label={t('scenario.sla.metric')}
                        value={rule.metric}
                        options={slaMetrics.map(metric => ({
                          value: metric,
                          label: t(`scenario.metric.${metric}`),
                        }))}
                        onChange={metric => change(rule.id, withMetric(rule, metric))}
                      />
                    </td>
                    <td className="scenario-nowrap">
                      <Select
                        disabled={isReadOnly}
                        aria-label={t('scenario.sla.condition')}
                        value={rule.operator}
                        options={(['<', '<=', '>', '>='] as const).map(operator => ({
                          value: operator,
                          label: slaSigns[operator],
                        }))}
                        onChange={operator => change(rule.id, { operator })}
                      />{' '}
                      <InputNumber
                        value={rule.threshold}
                        min={0}
                        max={slaUnitOf(rule.metric) === '%' ? 100 : 100_000_000}
                        suffix={slaUnitOf(rule.metric)}
                        readOnly={isReadOnly}
                        changeOnWheel={false}
                        aria-label={`${t(`scenario.metric.${rule.metric}`)} (${slaUnitOf(rule.metric)})`}
                        onChange={threshold => threshold !== null && change(rule.id, { threshold })}
                      />
                    </td>
                    <td className="scenario-nowrap">
                      <Select
                        disabled={isReadOnly}
                        aria-label={t('scenario.sla.window')}
                        value={rule.window.kind}
                        options={(['wholeRun', 'for', 'within'] as const).map(kind => ({
                          value: kind,
                          label: t(`scenario.sla.window.${kind}`),
                        }))}
                        onChange={kind =>
                          change(rule.id, {
                            window:
                              kind === 'wholeRun'
                                ? { kind }
                                : { kind, seconds: 'seconds' in rule.window ? rule.window.seconds : 10 },
                          })
                        }
                      />
                      {rule.window.kind !== 'wholeRun' && (
                        <>
                          {' '}
                          <InputNumber
                            className="scenario-seconds"
                            value={rule.window.seconds}
                            min={1}
                            max={3_600}
                            precision={0}
                            suffix={t('scenario.load.second')}
                            readOnly={isReadOnly}
                            changeOnWheel={false}
                            aria-label={`${t('scenario.sla.window')} (${t('scenario.load.second')})`}
                            onChange={seconds =>
                              seconds !== null &&
                              rule.window.kind !== 'wholeRun' &&
                              change(rule.id, { window: { kind: rule.window.kind, seconds } })
                            }
                          />
                        </>
                      )}
                    </td>
                    <td>
                      <Select
                        disabled={isReadOnly}
                        aria-label={t('scenario.sla.action')}
                        value={rule.action}
                        options={(['record', 'warn', 'stop'] as const).map(action => ({
                          value: action,
                          label: t(`scenario.sla.action.${action}`),
                        }))}
                        onChange={action => change(rule.id, { action })}
                      />
                    </td>
                    <td>
                      {!isReadOnly && (
                        <Button
                          type="text"
                          danger
                          icon={<DeleteOutlined />}
                          aria-label={t('action.delete')}
                          onClick={() => onChange(rules.filter(other => other.id !== rule.id))}
                        />
                      )}
                    </td>
                  </tr>
                )
              })}
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
      {rules.length > 0 && <p className="scenario-help">{t('scenario.sla.windowHelp')}</p>}
    </div>
  )
}
