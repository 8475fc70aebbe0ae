/** Saves an alert rule under its revision, and keeps what was written when another person has saved in between. */
import type { StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { alertsKey } from '../../shared/monitor-queries.ts'
import { type RuleForm, ruleOf } from './rule-form-model.ts'

interface Conflict {
  readonly mine: RuleForm
  readonly theirs: StoredAlertRule
}

/** `stored` null: a new rule. */
export function useRuleSave(stored: StoredAlertRule | null, onDone: () => void) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const saveAt = async (form: RuleForm, revision: number): Promise<void> => {
    await api.alert.saveRule({ projectId, id: stored?.id ?? null, revision, rule: ruleOf(form) })
    notify({ kind: 'success', text: t(stored ? 'notice.saved' : 'notice.created') })
    onDone()
    await cache.invalidateQueries({ queryKey: alertsKey })
  }
  return {
    save: async (form: RuleForm): Promise<void> => {
      try {
        await saveAt(form, stored?.revision ?? 0)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'EditedMeanwhile') throw error
        if (stored !== null)
          setConflict({ mine: form, theirs: await api.alert.rule({ projectId, id: stored.id }) })
        // Kept as unsaved: the form stays as it is.
        throw error
      }
    },
    conflict,
    closeConflict: () => setConflict(null),
    overwrite: async (): Promise<void> => {
      if (conflict === null) return
      await saveAt(conflict.mine, conflict.theirs.revision)
    },
  }
}
