/** Saves a component under its revision, and offers what can be done if another user saved in between. */
import type { Component } from '@pone/contract/entities/component.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useVersionedSave, type VersionedSave } from '../../../ui/editor/use-versioned-save.ts'
import { designPath } from '../catalogue/component-paths.ts'
import { type EditorAction, type EditorState, isDirty } from '../model/editor-model.ts'

export function useComponentSave(
  component: Component,
  state: EditorState,
  dispatch: (action: EditorAction) => void,
): VersionedSave<Component> {
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useSession('projectId')
  const { id } = component
  const refresh = () => {
    void client.invalidateQueries(catalogueTrees.component(projectId))
    // What scenarios know of it: labels, thread group, reasons against a run.
    void client.invalidateQueries({ queryKey: ['component', 'one', projectId, id] })
  }
  return useVersionedSave<ComponentDocument, Component>({
    work: state.document,
    revision: state.revision,
    isClean: !isDirty(state),
    place: component,
    store: async (document, revision) => {
      const answer = await api.component.save({ projectId, id, revision, document })
      client.setQueryData(['component', projectId, id], answer)
      refresh()
      return answer
    },
    onStored: (document, revision) => dispatch({ kind: 'saved', document, revision }),
    readTheirs: () => api.component.get({ projectId, id }),
    onLoad: ({ document, revision }) => dispatch({ kind: 'load', document, revision }),
    readCatalogue: () => api.component.tree({ projectId }),
    storeCopy: async (document, place) => {
      const copy = await api.component.create({ projectId, ...place, document, secretsOf: id })
      refresh()
      return copy
    },
    onOpen: copyId => void navigate(designPath(copyId)),
  })
}
