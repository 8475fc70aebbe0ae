/** The PR engine on the scenario pages. */
import { groupOf } from '@pone/plan/load-models/thread-groups.ts'
import { api } from '../../../lib/api.ts'
import type { ScenarioEngine } from './scenario-engine.ts'

export const pr: ScenarioEngine = {
  designPage: 'prComponentDesign',
  catalogue: projectId => ({
    queryKey: ['component', 'tree', projectId],
    queryFn: ({ signal }) => api.component.tree({ projectId }, { signal }),
  }),
  componentKey: (projectId, id) => ['component', 'one', projectId, id],
  groups: async ({ projectId, id }) => [
    groupOf('', (await api.component.get({ projectId, id })).document.threadGroup),
  ],
}
