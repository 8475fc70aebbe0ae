/** Keeps unsaved work on a component; secrets that were typed are never written. */
import { useKeptDraft } from '../../ui/editor/use-kept-draft.ts'
import { drafts } from './draft-store.ts'
import { type EditorState, isDirty } from './editor-model.ts'
import { withoutTypedSecrets } from './stored-secrets.ts'

export function useDraft(componentId: string, state: EditorState): void {
  useKeptDraft(componentId, {
    state,
    write: latest => write(componentId, latest),
    drop: () => drafts.drop(sessionStorage, componentId),
  })
}

function write(componentId: string, state: EditorState): void {
  if (isDirty(state))
    drafts.keep(sessionStorage, componentId, {
      document: withoutTypedSecrets(state.document, state.saved),
      revision: state.revision,
    })
  else drafts.drop(sessionStorage, componentId)
}
