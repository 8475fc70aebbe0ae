/** The PR engine on the scenario pages; the check of components is loaded with the first one. */
import { groupOf } from '@pone/plan/load-models/thread-groups.ts'
import { api } from '../../../lib/api.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import type { ScenarioEngine } from './scenario-engine.ts'

export const pr: ScenarioEngine = {
  designPage: 'prComponentDesign',
  catalogue: catalogueTrees.component,
  componentKey: (projectId, id) => ['component', 'one', projectId, id],
  groups: async ({ projectId, id }) => [
    groupOf('', (await api.component.get({ projectId, id })).document.threadGroup),
  ],
  reasons: async ({ projectId, id }) => {
    const { errorsOf, validateComponent } = await import('@pone/plan/check/validate.ts')
    const { document } = await api.component.get({ projectId, id })
    return errorsOf(validateComponent(document)).map(({ text }) => text)
  },
  repair: { area: 'steps', title: 'scenario.binding.toSteps' },
}
