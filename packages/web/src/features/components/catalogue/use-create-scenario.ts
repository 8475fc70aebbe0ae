/** Creates a scenario that runs one component, in the project's first scenario set, and opens it. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { freeSiblingName } from '../../../lib/free-sibling-name.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { scenarioPath } from './component-paths.ts'

export function useCreateScenario() {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useSession('projectId')
  return useMutation({
    mutationFn: async (component: ComponentNode) => {
      const nodes = await api.scenario.tree({ projectId })
      const set =
        nodes.find(node => node.kind === 'set') ??
        (await api.scenario.createSet({ projectId, name: t('component.catalogue.scenarioSet') }))
      return api.scenario.create({
        projectId,
        parentId: set.id,
        name: freeSiblingName(nodes, set.id, component.name),
        document: { bindings: [{ componentId: component.id, percentage: 100 }] },
      })
    },
    onSuccess: async scenario => {
      await client.invalidateQueries()
      void navigate(scenarioPath(scenario.id))
    },
  })
}
