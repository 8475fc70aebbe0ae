/** Saving a drawing: only what keeps all rules, and the address of a drawing that is stored for the first time. */
import { useEffect } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import type { LinkDraft } from './use-link-draft.ts'

/** Saves what keeps all rules; else shows the problems and selects the first. */
export function useCheckedSave(
  draft: LinkDraft,
  use: {
    readonly isReadOnly: boolean
    readonly select: (ids: ReadonlySet<string>) => void
    readonly onProblems: () => void
  },
): () => Promise<boolean> {
  const t = useT()
  return async () => {
    if (use.isReadOnly) return false
    const [first] = draft.problems
    if (first === undefined) return draft.saving.save()
    use.onProblems()
    use.select(new Set(first.at === 'map' ? [] : [first.id]))
    notify({ kind: 'error', text: t('monitorLink.notSaved', { count: draft.problems.length }) })
    return false
  }
}

/** After the first save the address names the link; once nothing is unsaved, so that leaving asks nothing. */
export function useOpenSaved({ savedId, isClean }: LinkDraft, onOpen: (id: string) => void): void {
  useEffect(() => {
    if (savedId !== null && isClean) onOpen(savedId)
  }, [savedId, isClean, onOpen])
}
