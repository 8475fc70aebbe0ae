/** Components that the engine of Pone executes, with their secrets sealed. */
import { randomUUID } from 'node:crypto'
import type { Nouns } from '../../calls/nouns.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import type { ModuleBase } from '../module.ts'
import { scenariosUsing } from '../scenario/scenario.service.ts'
import { componentApi } from './component.api.ts'
import { createComponentService } from './component.service.ts'

export const componentNouns: Nouns = {
  component: { zh: '组件', en: 'The component' },
  componentFolder: { zh: '目录', en: 'The folder' },
  node: { zh: '节点', en: 'The node' },
}

export function componentModule({ database, clock, secrets }: ModuleBase) {
  const repository = createCatalogueRepository(database)
  const components = createComponentService({
    repository,
    scenariosUsing: scenariosUsing(repository),
    secrets,
    now: clock,
    newId: randomUUID,
  })
  return { handlers: { component: componentApi(components) }, services: { components } }
}
