/** State of a load machine as a word with a colour. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'

type State = 'revoked' | 'offline' | 'draining' | 'outOfService' | 'running' | 'online'

const tones: Record<State, StatusTone> = {
  revoked: 'failed',
  offline: 'off',
  draining: 'warning',
  outOfService: 'warning',
  running: 'running',
  online: 'passed',
}

type Known = Pick<LoadMachine, 'isRevoked' | 'isOnline' | 'isInService' | 'runs'>

function stateOf({ isRevoked, isOnline, isInService, runs }: Known): State {
  if (isRevoked) return 'revoked'
  if (!isOnline) return 'offline'
  if (!isInService) return runs.length > 0 ? 'draining' : 'outOfService'
  return runs.length > 0 ? 'running' : 'online'
}

export function MachineState({ machine }: { readonly machine: Known }) {
  const t = useT()
  const state = stateOf(machine)
  return <StatusTag tone={tones[state]}>{t(`machine.is.${state}`)}</StatusTag>
}

export function ClusterState({ isOnline }: { readonly isOnline: boolean }) {
  const t = useT()
  return (
    <StatusTag tone={isOnline ? 'passed' : 'off'}>
      {t(isOnline ? 'cluster.state.online' : 'cluster.state.offline')}
    </StatusTag>
  )
}
