/** Saves a plan under its revision, and offers what can be done if another user saved in between. */
import type { JmeterComponent, JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useVersionedSave, type VersionedSave } from '../../../ui/editor/use-versioned-save.ts'
import { useJmeterCatalogue } from '../jmeter-queries.ts'
import { isDirty, type PlanAction, type PlanState, textOf } from '../plan/plan-model.ts'
import { fromBase64, planFile } from './plan-bytes.ts'

/** The version of another user with its text. */
interface StoredPlan extends JmeterComponent {
  readonly text: string
}

interface PlanSaveInput {
  readonly node: JmeterComponentNode
  readonly state: PlanState
  readonly dispatch: (action: PlanAction) => void
  readonly onOpen: (id: string) => void
}

export function usePlanSave({ node, state, dispatch, onOpen }: PlanSaveInput): VersionedSave<StoredPlan> {
  const projectId = useSession('projectId')
  const language = useSession('language')
  const { importPlan, refresh } = useJmeterCatalogue()
  const { id } = node
  return useVersionedSave<string, StoredPlan>({
    work: textOf(state),
    revision: state.revision,
    isClean: !isDirty(state),
    place: node,
    store: async (text, revision) => {
      const file = planFile(node.name, text)
      const answer = await api.jmeterComponent.save({ projectId, id, revision }, { file })
      void refresh()
      return answer
    },
    onStored: (text, revision) => dispatch({ kind: 'saved', text, revision }),
    readTheirs: async () => {
      const theirs = await api.jmeterComponent.get({ projectId, id })
      const decoded = decodePlan(fromBase64(theirs.document.base64))
      if (!decoded.ok) throw new Error(jmxProblemText(decoded.problem)[language])
      return { ...theirs, text: decoded.text }
    },
    onLoad: ({ text, revision }) => dispatch({ kind: 'load', text, revision }),
    readCatalogue: () => api.jmeterComponent.tree({ projectId }),
    storeCopy: (text, { name, parentId }) =>
      importPlan.mutateAsync({ parentId, name, file: planFile(name, text) }),
    onOpen,
  })
}
