/** Creates the component and the scenario of a production mix, and opens the scenario. */
import type { ProductionMix } from '@pone/contract/entities/production-mix.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { componentOfMix } from '@pone/recording/mix/scenario-of-mix.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { freeSiblingName } from '../../../lib/free-sibling-name.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { newId } from '../../../lib/new-id.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { withSoleCluster } from '../../../lib/scenarios/sole-cluster.ts'
import type { LoadPreview } from './scenario-model.ts'

export interface ScenarioOrder {
  readonly name: string
  readonly baseUrl: string
  readonly load: LoadPreview
  /** Where in the mix the load begins, s. */
  readonly fromSeconds: number
}

export function useMakeScenario({ id, document }: ProductionMix) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useProjectId()
  return async ({ name, baseUrl, load, fromSeconds }: ScenarioOrder): Promise<void> => {
    const [components, scenarios, clusters] = await Promise.all([
      api.component.tree({ projectId }),
      api.scenario.tree({ projectId }),
      api.scenario.clusters({ projectId }),
    ])
    const rootOf = (nodes: readonly { readonly id: string; readonly parentId: string | null }[]) =>
      nodes.find(({ parentId }) => parentId === null)?.id ?? ''
    const component = await api.component.create({
      projectId,
      parentId: rootOf(components),
      name: freeSiblingName(components, rootOf(components), name),
      document: componentOfMix(document, { baseUrl, newId }),
    })
    try {
      const scenario = await api.scenario.create({
        projectId,
        parentId: rootOf(scenarios),
        name: freeSiblingName(scenarios, rootOf(scenarios), name),
        document: withSoleCluster(
          scenarioDocumentSchema.parse({
            bindings: [{ componentId: component.id, percentage: 100 }],
            drive: 'arrivals',
            loadModel: load.loadModel,
            productionMix: { id, fromSeconds },
          }),
          clusters,
        ),
      })
      notify({ kind: 'success', text: t('mix.created') })
      await client.invalidateQueries()
      void navigate(links.openScenario(scenario.id))
    } catch (error) {
      // Nothing is left of what could not be finished.
      await api.component.delete({ projectId, ids: [component.id] }).catch(showError)
      throw error
    }
  }
}
