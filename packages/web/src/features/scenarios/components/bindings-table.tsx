/** The components that the scenario executes, and the distribution of the load among them. */
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { LinkedText, OpenSettings } from '../../../ui/told-cause.tsx'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'
import { scenarioEngines } from '../engines/registry.ts'
import { type ComponentOption, componentOptions } from './component-options.ts'
import { sharedEvenly } from './shares.ts'

type Bindings = ScenarioDocument['bindings']
export interface BindingsTableProps {
  readonly bindings: Bindings
  readonly nodes: readonly ComponentNode[]
  readonly peak: number
  readonly isArrivals: boolean
  /** Each component has its own load, so there are no percentages. */
  readonly isByThreadGroups: boolean
  readonly engine: Engine
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
  engine,
  problems,
  isReadOnly,
  onChange,
}: BindingsTableProps) {
  const t = useT()
  const options = useMemo(() => componentOptions(nodes), [nodes])
  const byId = useMemo(() => new Map(options.map(option => [option.value, option])), [options])
  const free = useMemo(() => {
    const bound = new Set(bindings.map(({ componentId }) => componentId))
    return options.filter(({ value }) => !bound.has(value))
  }, [options, bindings])
  if (options.length === 0 && bindings.length === 0)
    return <p className="scenario-help">{t('scenario.binding.none')}</p>
  return (
    <div>
      {bindings.length > 0 && (
        <div className="scenario-scroll">
          <table className="scenario-table scenario-bindings" aria-label={t('scenario.binding.table')}>
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
                <th scope="col">
                  <ActionsHeading />
                </th>
              </tr>
            </thead>
            <tbody>
              {bindings.map((binding, index) => (
                <BindingRow
                  key={binding.componentId}
                  binding={binding}
                  own={byId.get(binding.componentId)}
                  free={free}
                  users={isByThreadGroups ? null : (peak * binding.percentage) / 100}
                  problem={problems.find(candidate => candidate.field === String(index))}
                  engine={engine}
                  isReadOnly={isReadOnly}
                  onChange={next => onChange(bindings.map((row, i) => (i === index ? next : row)))}
                  onRemove={() => onChange(bindings.filter((_, i) => i !== index))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Tools
        bindings={bindings}
        free={free}
        isByThreadGroups={isByThreadGroups}
        sumProblem={problems.find(({ field }) => field === 'sum' || field === '')}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </div>
  )
}

/** Adds a component, distributes the load evenly, and shows the sum of the percentages. */
function Tools(
  props: Pick<BindingsTableProps, 'bindings' | 'isByThreadGroups' | 'isReadOnly' | 'onChange'> & {
    /** Components that are not bound. */
    readonly free: readonly ComponentOption[]
    readonly sumProblem: ScenarioProblem | undefined
  },
) {
  const t = useT()
  const { bindings, free, isByThreadGroups, sumProblem, isReadOnly, onChange } = props
  const sum = bindings.reduce((total, binding) => total + binding.percentage, 0)
  return (
    <>
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
            options={[...free]}
            onChange={(componentId: string | null) =>
              componentId && onChange(sharedEvenly([...bindings, { componentId, percentage: 0 }]))
            }
          />
        )}
        {!isReadOnly && !isByThreadGroups && bindings.length > 1 && (
          <Button onClick={() => onChange(sharedEvenly(bindings))}>{t('scenario.binding.even')}</Button>
        )}
        {!isByThreadGroups && bindings.length > 0 && (
          <span className={sumProblem ? 'scenario-problem' : 'scenario-help'}>
            {t('scenario.binding.sum', { sum: Number(sum.toFixed(2)) })}
          </span>
        )}
      </div>
      {!isByThreadGroups && bindings.length > 1 && (
        <p className="scenario-help">{t('scenario.binding.shareHelp')}</p>
      )}
      {sumProblem && (
        <p className="scenario-problem" role="alert">
          {problemText(t, sumProblem)}
        </p>
      )}
    </>
  )
}

interface BindingRowProps {
  readonly binding: Bindings[number]
  /** The component itself; undefined if it was deleted. */
  readonly own: ComponentOption | undefined
  /** Components that are not bound. */
  readonly free: readonly ComponentOption[]
  /** Users, or arrivals per second, of its share; null: its thread groups determine them. */
  readonly users: number | null
  readonly problem: ScenarioProblem | undefined
  readonly engine: Engine
  readonly isReadOnly: boolean
  readonly onChange: (binding: Bindings[number]) => void
  readonly onRemove: () => void
}

function BindingRow({ binding, own, free, users, problem, isReadOnly, ...props }: BindingRowProps) {
  const t = useT()
  const { componentId, percentage } = binding
  const { engine, onChange, onRemove } = props
  const design = `/pone/atf/projects/${scenarioEngines[engine].designPage}?id=${componentId}`
  const name = own?.name ?? ''
  const options = useMemo(() => [...(own ? [own] : []), ...free], [own, free])
  return (
    <tr>
      <td>
        <Select
          className="scenario-wide"
          title={own?.label ?? ''}
          disabled={isReadOnly}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('scenario.binding.component')}
          value={own ? componentId : null}
          placeholder={t('scenario.binding.choose')}
          options={options}
          onChange={chosen => chosen && onChange({ ...binding, componentId: chosen })}
          {...(problem ? { status: 'error' as const } : {})}
        />
        {problem && <BindingProblem problem={problem} engine={engine} design={design} />}
      </td>
      {users !== null && (
        <>
          <td>
            <InputNumber
              value={percentage}
              min={0}
              max={100}
              step={1}
              formatter={shown => `${shown ?? ''}`}
              suffix="%"
              readOnly={isReadOnly}
              changeOnWheel={false}
              aria-label={`${t('scenario.binding.share')} ${name}`}
              onChange={share =>
                share !== null && onChange({ ...binding, percentage: Number(share.toFixed(2)) })
              }
            />
          </td>
          <td className="number">{formatNumber(Math.round(users))}</td>
        </>
      )}
      <td className="scenario-row-actions">
        <Link
          className="icon-button"
          to={design}
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
            onClick={onRemove}
          />
        )}
      </td>
    </tr>
  )
}

/** What is wrong with a component, with links to where it is repaired. */
function BindingProblem({
  problem,
  engine,
  design,
}: {
  readonly problem: ScenarioProblem
  readonly engine: Engine
  /** Address of the design page of the component. */
  readonly design: string
}) {
  const t = useT()
  const navigate = useNavigate()
  const { repair } = scenarioEngines[engine]
  return (
    <small className="scenario-problem" role="alert">
      <OpenSettings value={() => void navigate(`${design}&area=settings`)}>
        <LinkedText text={problemText(t, problem)} />
      </OpenSettings>
      {problem.code === 'plan' && (
        <>
          {' · '}
          <Link to={`${design}&area=${repair.area}`}>{t(repair.title)}</Link>
        </>
      )}
    </small>
  )
}
