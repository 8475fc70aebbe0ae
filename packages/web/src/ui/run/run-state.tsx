/** State of a run and result of its SLA as words with an icon; colour is only additional. */
import { ClockCircleOutlined } from '@ant-design/icons'
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import type { RunState, RunVerdict } from '@pone/contract/states.ts'
import { Tooltip } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { StatusTag } from '../status-tag.tsx'
import type { StatusTone } from '../theme/palette.ts'

const runTones: Record<RunState, StatusTone> = {
  new: 'running',
  readyToRun: 'running',
  running: 'running',
  complete: 'passed',
  userStopped: 'warning',
  failed: 'failed',
  backingUp: 'running',
  backupCompleted: 'passed',
  backupFailed: 'failed',
}
const slaTones: Record<RunVerdict, StatusTone> = {
  none: 'off',
  notJudged: 'off',
  pending: 'running',
  passed: 'passed',
  broken: 'failed',
  notReliable: 'warning',
}

export function RunStateTag({ state }: { readonly state: RunState }) {
  const t = useT()
  return <StatusTag tone={runTones[state]}>{t(`runState.${state}`)}</StatusTag>
}

/** State of the import of a record that has no figures yet, or will have none; null for every other record. */
export const unfinishedImport = ({ importing }: Pick<Run, 'importing'>): ResultImport | null =>
  importing === null || importing.stage === 'done' ? null : importing

export function ImportStateTag({ importing }: { readonly importing: ResultImport }) {
  const t = useT()
  if (importing.stage === 'failed') return <StatusTag tone="failed">{t('runCause.importFailed')}</StatusTag>
  if (importing.stage === 'waiting')
    return (
      <StatusTag tone="off" icon={<ClockCircleOutlined />}>
        {t('importState.waiting')}
      </StatusTag>
    )
  return <StatusTag tone="running">{t('importState.underWay', { percent: importing.percent })}</StatusTag>
}

/** The result of a rule, or the verdict on a run; why a run is not reliable is told in a tooltip. */
export function SlaTag({ state }: { readonly state: RunVerdict }) {
  const t = useT()
  const tag = <StatusTag tone={slaTones[state]}>{t(`slaState.${state}`)}</StatusTag>
  if (state !== 'notReliable') return tag
  return (
    <Tooltip title={t('slaState.notReliable.help')}>
      <span>{tag}</span>
    </Tooltip>
  )
}
