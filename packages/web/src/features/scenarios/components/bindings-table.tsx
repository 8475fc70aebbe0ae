/** Which components the scenario runs, and how the load is shared among them. */
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Select } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { problemText } from '../draft/problem-text.ts'
import { evenShares, type ScenarioProblem } from '../draft/scenario-problems.ts'
import { componentOptions } from './component-options.ts'

type Bindings = ScenarioDocument['bindings']
export interface BindingsTableProps {
  readonly bindings: Bindings
  readonly nodes: readonly ComponentNode[]
  readonly peak: number
  readonly isArrivals: boolean
  /** Each component has its own load: there are no shares. */
  readonly isByThreadGroups: boolean
  /** Of the page that designs a component. */
  readonly designPage: string
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (bindings: Bindings) => void
}

export function BindingsTable({
  bindings,
  nodes,
  peak,
  isArrivals,
  isByThreadGroups,
  designPage,
  problems,
  isReadOnly,
  onChange,
}: BindingsTableProps) {
  const t = useT()
  const options = componentOptions(nodes)
  const sum = bindings.reduce((total, binding) => total + binding.percentage, 0)
  const shareOut = (rows: Bindings): Bindings => {
    const shares = evenShares(rows.length)
    return rows.map((row, i) => ({ ...row, percentage: shares[i] ?? 0 }))
  }
  const change = (index: number, next: Partial<Bindings[number]>) =>
    onChange(bindings.map((row, i) => (i === index ? { ...row, ...next } : row)))
  const free = options.filter(option => !bindings.some(binding => binding.componentId === option.value))
  const sumProblem = problems.find(problem => problem.field === 'sum' || problem.field === '')
  if (options.length === 0 && bindings.length === 0)
    return <p className="scenario-help">{t('scenario.binding.none')}</p>
  return (
    <div>
      {bindings.length > 0 && (
        <table className="scenario-table scenario-bindings">
          <thead>
            <tr>
              <th scope="col">{t('scenario.binding.component')}</th>
              {!isByThreadGroups && (
                <>
                  <th scope="col">{t('scenario.binding.share')}</th>
                  <th scope="col" className="number">
                    {t(isArrivals ? 'scenario.binding.arrivals' : 'scenario.binding.users')}
                  </th>
                </>
              )}
              <th aria-hidden />
            </tr>
          </thead>
          <tbody>
            {bindings.map((binding, index) => {
              const problem = problems.find(candidate => candidate.field === String(index))
              const name = nodes.find(node => node.id === binding.componentId)?.name ?? ''
              return (
                <tr key={binding.componentId}>
                  <td>
                    <Select
                      className="scenario-wide"
                      title={options.find(option => option.value === binding.componentId)?.label ?? ''}
                      disabled={isReadOnly}
                      showSearch={{ optionFilterProp: 'label' }}
                      aria-label={t('scenario.binding.component')}
                      value={name ? binding.componentId : null}
                      placeholder={t('scenario.binding.choose')}
                      options={options.filter(
                        option => option.value === binding.componentId || free.includes(option),
                      )}
                      onChange={componentId => componentId && change(index, { componentId })}
                      {...(problem ? { status: 'error' as const } : {})}
                    />
                    {problem && (
                      <small className="scenario-problem" role="alert">
                        {problemText(t, problem)}
                      </small>
                    )}
                  </td>
                  {!isByThreadGroups && (
                    <>
                      <td>
                        <InputNumber
                          value={binding.percentage}
                          min={0}
                          max={100}
                          step={1}
                          formatter={shown => `${shown ?? ''}`}
                          suffix="%"
                          readOnly={isReadOnly}
                          changeOnWheel={false}
                          aria-label={`${t('scenario.binding.share')} ${name}`}
                          onChange={percentage =>
                            percentage !== null &&
                            change(index, { percentage: Number(percentage.toFixed(2)) })
                          }
                        />
                      </td>
                      <td className="number">
                        {formatNumber(Math.round((peak * binding.percentage) / 100))}
                      </td>
                    </>
                  )}
                  <td className="scenario-row-actions">
                    <Link
                      className="icon-button"
                      to={`/pone/atf/projects/${designPage}?id=${binding.componentId}`}
                      aria-label={`${t('scenario.binding.design')} ${name}`}
                      title={t('scenario.binding.design')}
                    >
                      <EditOutlined />
                    </Link>
                    {!isReadOnly && (
                      <Button
                        type="text"
                        danger
                        icon={<DeleteOutlined />}
                        aria-label={`${t('action.remove')} ${name}`}
                        onClick={() => onChange(bindings.filter((_, i) => i !== index))}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <div className="scenario-row">
        {!isReadOnly && (
          <Select
            disabled={free.length === 0}
            className="scenario-add"
            value={null}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={
              <span>
                <PlusOutlined /> {t('scenario.binding.add')}
              </span>
            }
            aria-label={t('scenario.binding.add')}
            options={free}
            onChange={(componentId: string | null) =>
              componentId && onChange(shareOut([...bindings, { componentId, percentage: 0 }]))
            }
          />
        )}
        {!isReadOnly && !isByThreadGroups && bindings.length > 1 && (
          <Button onClick={() => onChange(shareOut(bindings))}>{t('scenario.binding.even')}</Button>
        )}
        {!isByThreadGroups && bindings.length > 0 && (
          <span className={sumProblem ? 'scenario-problem' : 'scenario-help'}>
            {t('scenario.binding.sum', { sum: Number(sum.toFixed(2)) })}
          </span>
        )}
      </div>
      {sumProblem && (
        <p className="scenario-problem" role="alert">
          {problemText(t, sumProblem)}
        </p>
      )}
    </div>
  )
}
