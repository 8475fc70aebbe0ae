/** Unsaved work that editors have kept in this tab, see lib/draft-store.ts. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { links } from '../../lib/navigation/links.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan } from '../../lib/session/session.ts'

/** By the name of the store: where its work is opened, and how its name is found. */
const kinds = {
  componentDraft: {
    to: links.component,
    nameOf: async (projectId: string, id: string) => (await api.component.get({ projectId, id })).name,
  },
  jmeterDraft: {
    to: links.jmeterComponent,
    nameOf: async (projectId: string, id: string) => (await api.jmeterComponent.get({ projectId, id })).name,
  },
} as const
type DraftKind = keyof typeof kinds
const kindNames = Object.keys(kinds) as DraftKind[]
const mostDrafts = 5

export interface KeptDraft {
  readonly id: string
  readonly name: string
  readonly to: string
}

/** Kinds and ids of the drafts in a storage, at most five. */
export function draftsIn(storage: Storage): { kind: DraftKind; id: string }[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys
    .flatMap(key => {
      const kind = kindNames.find(name => key.startsWith(`pone.${name}.`))
      return kind === undefined ? [] : [{ kind, id: key.slice(`pone.${kind}.`.length) }]
    })
    .slice(0, mostDrafts)
}

/** Drafts of this project; one whose component is gone, or belongs to another project, is left out. */
export function useKeptDrafts(): readonly KeptDraft[] {
  const projectId = useProjectId()
  const canEdit = useCan('component.edit')
  const found = canEdit ? draftsIn(sessionStorage) : []
  const { data } = useQuery({
    queryKey: ['home', projectId, 'drafts', found.map(({ id }) => id)],
    queryFn: async () => {
      const named = found.map(async ({ kind, id }): Promise<KeptDraft> => {
        const { nameOf, to } = kinds[kind]
        return { id, name: await nameOf(projectId, id), to: to(id) }
      })
      const settled = await Promise.allSettled(named)
      return settled.flatMap(draft => (draft.status === 'fulfilled' ? [draft.value] : []))
    },
    enabled: found.length > 0,
  })
  return data ?? []
}
