/** The edited state of one chart group: saving, unsaved work over a reload, and conflicts between two editors. */
import { type ChartGroup, chartGroupContentSchema } from '@pone/contract/entities/chart-group.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../../lib/api.ts'
import { createDraftStore } from '../../../../lib/draft-store.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { beginHistory, historyReducer } from '../../../../ui/editor/history.ts'
import { useKeptDraft } from '../../../../ui/editor/use-kept-draft.ts'
import { useVersionedSave } from '../../../../ui/editor/use-versioned-save.ts'
import { groupQuery, groupsKey } from '../board-queries.ts'
import { contentOf, draftOf, type GroupDraft, newGroup } from './draft-model.ts'

const keptSchema = z.object({
  ...chartGroupContentSchema.shape,
  name: z.string(),
  revision: z.int(),
})
const drafts = createDraftStore('chartGroup', keptSchema)

/** The former draft when nothing differs, as when a chart at the edge is moved on, so that nothing is there to be undone. */
const unlessSame = (old: GroupDraft, next: GroupDraft): GroupDraft =>
  JSON.stringify(next) === JSON.stringify(old) ? old : next

/** What a new group begins with, and what it is made of: a draft that is kept belongs to that. */
export interface GroupStart {
  readonly key: string
  readonly draft: GroupDraft
}

interface EditedGroup {
  /** null: one that is not stored yet. */
  readonly group: ChartGroup | null
  /** Left out: it begins empty. */
  readonly start?: GroupStart | undefined
}

/** `onOpen` is called with the id of a group that was saved for the first time, or as a copy. */
export function useGroupDraft({ group, start }: EditedGroup, onOpen: (id: string) => void) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const draftId = group?.id ?? start?.key ?? newGroup
  const [kept] = useState(() => drafts.read(sessionStorage, draftId))
  const [base, setBase] = useState(() => ({
    draft: draftOf(group),
    revision: kept?.revision ?? group?.revision ?? 0,
  }))
  const [history, dispatch] = useReducer(historyReducer<GroupDraft>, null, () => {
    const work: GroupDraft | undefined =
      kept === null ? start?.draft : { name: kept.name, ...contentOf(kept) }
    return work === undefined ? beginHistory(base.draft) : { ...beginHistory(work), past: [base.draft] }
  })
  const draft = history.present
  const isClean = draft === base.draft
  const [savedId, setSavedId] = useState<string | null>(null)
  useKeptDraft(draftId, {
    state: { draft, isClean, revision: base.revision },
    store: drafts,
    draftOf: state => (state.isClean ? null : { ...state.draft, revision: state.revision }),
  })
  const remember = (saved: ChartGroup) => {
    client.setQueryData(groupQuery(projectId, saved.id).queryKey, saved)
    for (const part of ['list', 'names'])
      void client.invalidateQueries({ queryKey: [...groupsKey, projectId, part] })
  }
  const send = async (id: string | null, work: GroupDraft, revision: number) => {
    const saved = await api.chartGroup.save({
      projectId,
      id,
      revision,
      name: work.name.trim(),
      content: contentOf(work),
    })
    remember(saved)
    return saved
  }
  const saving = useVersionedSave<GroupDraft, ChartGroup>({
    work: draft,
    revision: base.revision,
    isClean,
    place: { name: draft.name, parentId: '' },
    store: async (work, revision) => {
      const saved = await send(group?.id ?? null, work, revision)
      if (group === null) setSavedId(saved.id)
      return saved
    },
    onStored: (work, revision) => setBase({ draft: work, revision }),
    readTheirs: () => api.chartGroup.get({ projectId, id: group?.id ?? '' }),
    onLoad: theirs => {
      const loaded = draftOf(theirs)
      remember(theirs)
      dispatch({ kind: 'load', present: loaded })
      setBase({ draft: loaded, revision: theirs.revision })
    },
    readCatalogue: async () => {
      const names = await api.chartGroup.names({ projectId })
      return names.map(({ id, name }) => ({ id, name, parentId: '' }))
    },
    storeCopy: (work, { name }) => send(null, { ...work, name }, 0),
    onOpen,
  })
  return {
    draft,
    history,
    dispatch,
    /** A change of `field` that follows another one of it is undone with it. */
    change: (next: (draft: GroupDraft) => GroupDraft, field?: string) =>
      dispatch({
        kind: 'change',
        next: old => unlessSame(old, next(old)),
        ...(field !== undefined && { field }),
      }),
    isClean,
    saving,
    savedId,
  }
}
