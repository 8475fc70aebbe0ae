/** Choice of the cluster with what is left on it and how its machines are. */
import { CheckCircleFilled, StopOutlined } from '@ant-design/icons'
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { Radio } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { problemText } from './problem-text.ts'
import type { ScenarioProblem } from './scenario-problems.ts'

export interface ClusterChoiceProps {
  readonly clusters: readonly Cluster[]
  readonly value: string | null
  readonly problems: readonly ScenarioProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (clusterId: string) => void
}

export function ClusterChoice({ clusters, value, problems, isReadOnly, onChange }: ClusterChoiceProps) {
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
          <Radio key={cluster.id} value={cluster.id} className="scenario-cluster">
            <strong>{cluster.name}</strong>
            <span className={cluster.isOnline ? 'scenario-online' : 'scenario-offline'}>
              {cluster.isOnline ? <CheckCircleFilled aria-hidden /> : <StopOutlined aria-hidden />}{' '}
              {t(cluster.isOnline ? 'scenario.cluster.online' : 'scenario.cluster.offline')}
            </span>
            <span className="scenario-help">
              {t('scenario.cluster.remaining', {
                remaining: formatNumber(cluster.remainingUsers),
                max: formatNumber(cluster.maxUsers),
              })}
            </span>
            <ul>
              {cluster.machines.map(machine => (
                <li key={machine.id}>
                  {machine.name}{' '}
                  <span className="scenario-help">
                    {machine.isOnline
                      ? t('scenario.cluster.machine', {
                          cores: machine.cores,
                          memory: formatBytes(machine.memoryBytes),
                          cpu: machine.cpu01 === null ? '–' : `${Math.round(machine.cpu01 * 100)} %`,
                        })
                      : t('scenario.cluster.offline')}
                  </span>
                </li>
              ))}
            </ul>
          </Radio>
        ))}
      </Radio.Group>
      {problems.map(problem => (
        <p key={problem.code} className="scenario-problem" role="alert">
          {problemText(t, problem)}
        </p>
      ))}
    </div>
  )
}
