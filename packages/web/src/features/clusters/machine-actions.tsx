/** What an administrator does to load machines; asks first where something is lost, and says what. */
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { type Translate, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { clustersKey } from './cluster-queries.ts'

type Known = Pick<AdminMachine, 'id' | 'name'>

export interface MachineActions {
  readonly setService: (ids: readonly string[], isInService: boolean) => void
  readonly rotateKey: (machine: Known) => void
  readonly revokeKey: (machine: Known) => void
  /** `ids` when more are meant than those on this page. */
  readonly remove: (machines: readonly Known[], ids?: readonly string[]) => void
}

export const machineNames = (t: Translate, machines: readonly Known[], count: number): string => {
  const first = machines[0]?.name ?? ''
  return count === 1 ? `“${first}”` : t('machine.someNames', { first, count })
}

export function useMachineActions(onDone: () => void): MachineActions {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return useMemo(() => {
    const refresh = async () => {
      onDone()
      await client.invalidateQueries({ queryKey: clustersKey })
    }
    const tell = async (text: string) => {
      notify({ kind: 'success', text })
      await refresh()
    }
    return {
      setService: (ids, isInService) => {
        void api.loadMachine
          .setService({ ids: [...ids], isInService })
          .then(refresh)
          .catch(showError)
      },
      rotateKey: machine =>
        confirm({
          title: t('machine.rotateTitle', { name: machine.name }),
          text: t('machine.rotateText'),
          verb: t('machine.rotateKey'),
          isDangerous: false,
          onConfirm: () =>
            api.loadMachine.rotateKey({ id: machine.id }).then(() => tell(t('machine.rotated'))),
        }),
      revokeKey: machine =>
        confirm({
          title: t('machine.revokeTitle', { name: machine.name }),
          text: t('machine.revokeText'),
          verb: t('machine.revokeKey'),
          onConfirm: () =>
            api.loadMachine.revokeKey({ id: machine.id }).then(() => tell(t('machine.revoked'))),
        }),
      remove: (machines, ids = machines.map(machine => machine.id)) =>
        confirm({
          title: t('machine.deleteTitle', { names: machineNames(t, machines, ids.length) }),
          text: t('machine.deleteText'),
          verb: t('action.delete'),
          onConfirm: () => api.loadMachine.delete({ ids: [...ids] }).then(() => tell(t('notice.deleted'))),
        }),
    }
  }, [t, confirm, client, onDone])
}
