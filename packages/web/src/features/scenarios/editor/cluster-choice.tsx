/** Selects the cluster, showing its free capacity and the state of its machines. */
import { CheckCircleFilled, StopOutlined } from '@ant-design/icons'
import type { Cluster, LoadMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Radio } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { problemText } from '../draft/problem-text.ts'
import type { ScenarioProblem } from '../draft/scenario-problems.ts'

export interface ClusterChoiceProps {
  readonly clusters: readonly Cluster[]
  readonly engine: Engine
  readonly value: string | null
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (clusterId: string) => void
}

const machinesShown = 5

export function ClusterChoice({
  clusters,
  engine,
  value,
  problems,
  isReadOnly,
  onChange,
}: ClusterChoiceProps) {
  const t = useT()
  if (clusters.length === 0) return <p className="scenario-help">{t('scenario.cluster.none')}</p>
  return (
    <div>
      <Radio.Group
        value={value}
        disabled={isReadOnly}
        aria-label={t('scenario.cluster.choose')}
        className="scenario-clusters"
        onChange={event => onChange(String(event.target.value))}
      >
        {clusters.map(cluster => (
          <ClusterOption
            key={cluster.id}
            cluster={cluster}
            isAble={engines[engine].clusterTypes.some(type => type === cluster.engine)}
          />
        ))}
      </Radio.Group>
      {problems.map(problem => (
        <p key={problem.text ?? problem.code} className="scenario-problem" role="alert">
          {problemText(t, problem)}
        </p>
      ))}
    </div>
  )
}

function ClusterOption({ cluster, isAble }: { readonly cluster: Cluster; readonly isAble: boolean }) {
  const t = useT()
  const { machines, engine } = cluster
  // Clusters that can execute a run come first.
  const sorted = [...machines].sort((a, b) => Number(isReady(b)) - Number(isReady(a)))
  return (
    <Radio value={cluster.id} className="scenario-cluster" disabled={!isAble}>
      <strong>{cluster.name}</strong>
      <span className={cluster.isOnline ? 'scenario-online' : 'scenario-offline'}>
        {cluster.isOnline ? <CheckCircleFilled aria-hidden /> : <StopOutlined aria-hidden />}{' '}
        {t(cluster.isOnline ? 'scenario.cluster.online' : 'scenario.cluster.offline')}
      </span>
      <span className="scenario-help">
        {isAble
          ? t('scenario.cluster.remaining', {
              remaining: formatNumber(cluster.remainingUsers),
              max: formatNumber(cluster.maxUsers),
            })
          : t('scenario.cluster.otherEngine', { engine: engines[engine].displayName })}
        {isAble && <LicenceLimit cluster={cluster} />}
      </span>
      <ul>
        {sorted.slice(0, machinesShown).map(machine => (
          <li key={machine.id}>
            {machine.name} <MachineFacts machine={machine} />
          </li>
        ))}
        {machines.length > machinesShown && (
          <li className="scenario-help">
            {t('scenario.cluster.more', { count: machines.length - machinesShown })}
          </li>
        )}
      </ul>
    </Radio>
  )
}

/** Said only where the licence leaves less than the machines have. */
function LicenceLimit({ cluster }: { readonly cluster: Cluster }) {
  const t = useT()
  const { machinesRemainingUsers: machines, licensedTotal: total, licensedUsers: left } = cluster
  if (machines === undefined || total === undefined || machines <= left) return null
  const figures = { machines: formatNumber(machines), left: formatNumber(left), total: formatNumber(total) }
  return <> {t('scenario.cluster.licenceLimit', figures)}</>
}

const isReady = (machine: LoadMachine): boolean => machine.isOnline && machine.isInService

function MachineFacts({ machine }: { readonly machine: LoadMachine }) {
  const t = useT()
  const { isOnline, isInService, cores, memoryBytes, cpu01 } = machine
  const cpu = cpu01 === null ? noValue : `${Math.round(cpu01 * 100)} %`
  const text = !isOnline
    ? t('scenario.cluster.offline')
    : !isInService
      ? t('scenario.cluster.outOfService')
      : t('scenario.cluster.machine', { cores, memory: formatBytes(memoryBytes), cpu })
  return <span className="scenario-help">{text}</span>
}
