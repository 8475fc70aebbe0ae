/** State of a run and verdict of its SLA as words with an icon; colour only supports them. */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import type { RunState } from '@pone/contract/states.ts'
import { useT } from '../lib/i18n.ts'
import { StatusTag } from './status-tag.tsx'
import type { StatusTone } from './theme/palette.ts'

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
const slaTones: Record<SlaResult['state'], StatusTone> = {
  none: 'off',
  pending: 'running',
  passed: 'passed',
  broken: 'failed',
}

export function RunStateTag({ state }: { readonly state: RunState }) {
  const t = useT()
  return <StatusTag tone={runTones[state]}>{t(`runState.${state}`)}</StatusTag>
}

export function SlaTag({ state }: { readonly state: SlaResult['state'] }) {
  const t = useT()
  return <StatusTag tone={slaTones[state]}>{t(`slaState.${state}`)}</StatusTag>
}
