/** The edited state of one monitoring link: its drawing with undo and redo, what is wrong with it, saving, and conflicts between two editors. */
import { linkTopologySchema, type MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { linkProblems } from '@pone/contract/entities/monitor-link-rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../../lib/api.ts'
import { createDraftStore } from '../../../../lib/draft-store.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { beginHistory, historyReducer } from '../../../../ui/editor/history.ts'
import { useKeptDraft } from '../../../../ui/editor/use-kept-draft.ts'
import { useVersionedSave } from '../../../../ui/editor/use-versioned-save.ts'
import { linkQuery, linksKey } from '../link-queries.ts'
import type { Drawing } from './topology.ts'

const draftSchema = linkTopologySchema.extend({ name: z.string(), revision: z.int() })
const drafts = createDraftStore('monitorLink', draftSchema)

export const newLink = 'new'
const drawingOf = (link: MonitorLink | null): Drawing =>
  link === null ? { name: '', nodes: [], edges: [] } : { name: link.name, ...link.topology }
/** The schema without the name, so that nothing of the draft is sent that is not asked for. */
const topologyOf = ({ nodes, edges, background }: Drawing) => ({
  nodes,
  edges,
  ...(background !== undefined && { background }),
})

export type LinkDraft = ReturnType<typeof useLinkDraft>

/** `onOpen` is called with the id of a link that was saved for the first time, or as a copy. */
export function useLinkDraft(link: MonitorLink | null, onOpen: (id: string) => void) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const draftId = link?.id ?? newLink
  const [kept] = useState(() => drafts.read(sessionStorage, draftId))
  const [base, setBase] = useState(() => ({
    drawing: drawingOf(link),
    revision: kept?.revision ?? link?.revision ?? 0,
  }))
  const [history, dispatch] = useReducer(historyReducer<Drawing>, null, () =>
    kept === null
      ? beginHistory(base.drawing)
      : { ...beginHistory({ name: kept.name, ...topologyOf(kept) }), past: [base.drawing] },
  )
  const drawing = history.present
  const isClean = drawing === base.drawing
  const problems = useMemo(() => linkProblems(drawing), [drawing])
  const [savedId, setSavedId] = useState<string | null>(null)
  useKeptDraft(draftId, {
    state: { drawing, isClean, revision: base.revision },
    store: drafts,
    draftOf: state => (state.isClean ? null : { ...state.drawing, revision: state.revision }),
  })
  const remember = (saved: MonitorLink) => {
    client.setQueryData(linkQuery(projectId, saved.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: [...linksKey, projectId, 'list'] })
  }
  const send = async (id: string | null, work: Drawing, revision: number) => {
    const saved = await api.monitorView.saveMonitorView({
      projectId,
      id,
      revision,
      name: work.name.trim(),
      topology: topologyOf(work),
    })
    remember(saved)
    return saved
  }
  const saving = useVersionedSave<Drawing, MonitorLink>({
    work: drawing,
    revision: base.revision,
    isClean,
    place: { name: drawing.name, parentId: '' },
    store: async (work, revision) => {
      const saved = await send(link?.id ?? null, work, revision)
      if (link === null) setSavedId(saved.id)
      return saved
    },
    onStored: (work, revision) => setBase({ drawing: work, revision }),
    readTheirs: () => api.monitorView.getMonitorView({ projectId, id: link?.id ?? '' }),
    onLoad: theirs => {
      const loaded = drawingOf(theirs)
      remember(theirs)
      dispatch({ kind: 'load', present: loaded })
      setBase({ drawing: loaded, revision: theirs.revision })
    },
    readCatalogue: async () => {
      const { links } = await api.monitorView.getLinksByUserId({ projectId })
      return links.map(({ id, name }) => ({ id, name, parentId: '' }))
    },
    storeCopy: (work, { name }) => send(null, { ...work, name }, 0),
    onOpen,
  })
  return { drawing, history, dispatch, isClean, problems, saving, savedId }
}
