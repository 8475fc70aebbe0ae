/** What keeps an edited scenario from being lost: the question before the page is left, and the one when another person saved first. */
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { useScenarioDraft } from './use-scenario-draft.ts'

export function DraftGuards({ draft }: { readonly draft: ReturnType<typeof useScenarioDraft> }) {
  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} />
      <ConflictDialog
        conflict={draft.conflict}
        onTheirs={draft.loadTheirs}
        onMine={() => void draft.overwrite()}
        onClose={draft.closeConflict}
      />
    </>
  )
}
