/** Actions of administrators on load machines; where something is lost, a confirmation says what. */
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { clustersKey } from '../cluster-queries.ts'

type Known = Pick<AdminMachine, 'id' | 'name'>

export interface MachineActions {
  readonly setService: (ids: readonly string[], isInService: boolean) => void
  readonly rotateKey: (machine: Known) => void
  readonly revokeKey: (machine: Known) => void
  readonly remove: (machines: readonly Known[]) => void
}

export const machineNames = (t: Translate, machines: readonly Known[]): string => {
  const first = machines[0]?.name ?? ''
  return machines.length === 1 ? `“${first}”` : t('machine.someNames', { first, count: machines.length })
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
      remove: machines =>
        confirm({
          title: t('machine.deleteTitle', { names: machineNames(t, machines) }),
          text: t('machine.deleteText'),
          verb: t('action.delete'),
          onConfirm: () =>
            api.loadMachine
              .delete({ ids: machines.map(machine => machine.id) })
              .then(() => tell(t('notice.deleted'))),
        }),
    }
  }, [t, confirm, client, onDone])
}
