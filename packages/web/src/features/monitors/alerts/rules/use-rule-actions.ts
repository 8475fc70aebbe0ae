/** Actions on one or several alert rules; what closes incidents asks first. */
import type { StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useConfirm } from '../../../../ui/page/confirm.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'

type Rules = readonly Pick<StoredAlertRule, 'id' | 'name' | 'open'>[]

export interface RuleActions {
  readonly enable: (rules: Rules) => void
  readonly disable: (rules: Rules) => void
  /** @param done called when they were deleted */
  readonly remove: (rules: Rules, done?: () => void) => void
}

export function useRuleActions(): RuleActions {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(() => {
    const idsOf = (rules: Rules) => rules.map(({ id }) => id)
    const openOf = (rules: Rules) => rules.reduce((sum, { open }) => sum + open, 0)
    const namesOf = (rules: Rules) =>
      rules.length === 1
        ? `“${rules[0]?.name}”`
        : t('alert.someRules', { first: rules[0]?.name ?? '', count: rules.length })
    const set = async (rules: Rules, isEnabled: boolean) => {
      await api.alert.setRulesEnabled({ projectId, ids: idsOf(rules), isEnabled })
      notify({
        kind: 'success',
        text: t(isEnabled ? 'alert.enabledNotice' : 'alert.disabledNotice', { count: rules.length }),
      })
      await cache.invalidateQueries({ queryKey: alertsKey })
    }
    return {
      enable: rules => void set(rules, true).catch(showError),
      disable: rules => {
        const open = openOf(rules)
        if (open === 0) return void set(rules, false).catch(showError)
        confirm({
          title: t('alert.disableTitle', { names: namesOf(rules) }),
          text: t('alert.disableText', { count: open }),
          verb: t('alert.disable'),
          isDangerous: false,
          onConfirm: () => set(rules, false),
        })
      },
      remove: (rules, done) =>
        confirm({
          title: t('alert.deleteTitle', { names: namesOf(rules) }),
          text: t('alert.deleteText'),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.alert.deleteRules({ projectId, ids: idsOf(rules) })
            notify({ kind: 'success', text: t('notice.deleted') })
            done?.()
            await cache.invalidateQueries({ queryKey: alertsKey })
          },
        }),
    }
  }, [t, projectId, cache, confirm])
}
