/** Protection of unsaved changes: confirmation before leaving the page, and the conflict dialog. */
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { useScenarioDraft } from './use-scenario-draft.ts'

export function DraftGuards({ draft }: { readonly draft: ReturnType<typeof useScenarioDraft> }) {
  return (
    <>
      <UnsavedGuard isDirty={draft.isDirty} onSave={draft.save} />
      <ConflictDialog
        conflict={draft.conflict}
        onTheirs={draft.loadTheirs}
        onMine={() => void draft.overwrite()}
        onClose={draft.closeConflict}
      />
    </>
  )
}
