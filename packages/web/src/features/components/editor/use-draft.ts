/** Keeps unsaved work on a component; secrets that were typed are never written. */
import { useKeptDraft } from '../../../ui/editor/use-kept-draft.ts'
import { withoutTypedSecrets } from '../parameters/stored-secrets.ts'
import { drafts } from './draft-store.ts'
import { type EditorState, isDirty } from './editor-model.ts'

export function useDraft(componentId: string, state: EditorState): void {
  useKeptDraft(componentId, {
    state,
    store: drafts,
    draftOf: latest =>
      isDirty(latest)
        ? { document: withoutTypedSecrets(latest.document, latest.saved), revision: latest.revision }
        : null,
  })
}
