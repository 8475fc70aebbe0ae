/** Keeps unsaved work on a component; typed secrets are never stored. */
import { useKeptDraft } from '../../../ui/editor/use-kept-draft.ts'
import { type EditorState, isDirty } from '../model/editor-model.ts'
import { withoutTypedSecrets } from '../model/stored-secrets.ts'
import { drafts } from './draft-store.ts'

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
