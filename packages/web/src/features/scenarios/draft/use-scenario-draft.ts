/** The edited state of one scenario: its draft, whether it is saved, and conflicts between two users. */
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiError, showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { shortcutIn } from '../../../ui/shortcuts/shortcuts.ts'
import { scenarioKeys } from '../scenario-queries.ts'
import type { Conflict } from './conflict-dialog.tsx'

const isSame = (a: ScenarioDocument, b: ScenarioDocument): boolean => JSON.stringify(a) === JSON.stringify(b)

export function useScenarioDraft(scenario: Scenario) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const [document, setDocument] = useState(scenario.document)
  const [base, setBase] = useState({ revision: scenario.revision, document: scenario.document })
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDirty = !isSame(document, base.document)

  // A newer version from the server replaces the shown one only while nothing is edited.
  if (scenario.revision > base.revision && !isDirty) {
    setBase({ revision: scenario.revision, document: scenario.document })
    setDocument(scenario.document)
  }

  const store = (saved: Scenario) => {
    client.setQueryData(scenarioKeys.one(projectId, scenario.id), saved)
    setBase({ revision: saved.revision, document: saved.document })
    void client.invalidateQueries({ queryKey: scenarioKeys.tree(projectId) })
  }

  async function saveAs(revision: number): Promise<boolean> {
    setSaving(true)
    try {
      const saved = await api.scenario.save({ projectId, id: scenario.id, revision, document })
      store(saved)
      // The server has filled in the present names of counters.
      setDocument(shown => (shown === document ? saved.document : shown))
      notify({ kind: 'success', text: t('scenario.saved') })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedMeanwhile') {
        setConflict({
          editor: String(error.params['editor'] ?? ''),
          at: Number(error.params['at'] ?? 0),
        })
      } else showError(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  const stored = () => api.scenario.get({ projectId, id: scenario.id })
  const save = () => saveAs(base.revision)
  return {
    document,
    change: (next: Partial<ScenarioDocument>) => setDocument(old => ({ ...old, ...next })),
    isDirty,
    isSaving,
    save,
    conflict,
    closeConflict: () => setConflict(null),
    loadTheirs: () => {
      setConflict(null)
      stored()
        .then(theirs => {
          setDocument(theirs.document)
          store(theirs)
        })
        .catch(showError)
    },
    overwrite: async () => {
      setConflict(null)
      try {
        await saveAs((await stored()).revision)
      } catch (error) {
        showError(error)
      }
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (shortcutIn('editor', event) !== 'save') return
      event.preventDefault()
      if (isDirty && !isSaving) void save()
    },
  }
}
