/** Calls of the component catalogue; standalone execution is answered by modules/debug. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import { catalogueApi } from '../catalogue/catalogue.api.ts'
import { toComponentNode } from '../catalogue/component-node.ts'
import { type ComponentService, toComponent } from './component.service.ts'

type DebugCall = 'startDebug' | 'stopDebug' | 'debugEvents'

export function componentApi(service: ComponentService): Omit<Handlers<Calls['component']>, DebugCall> {
  return {
    ...catalogueApi(service, { toNode: toComponentNode, toLeaf: toComponent }),
    stepCounts: ({ projectId, ids }) => service.stepCounts(projectId, ids),
    async createFolder({ projectId, parentId, name }, caller) {
      caller.audit.target(name)
      const folder = { parentId, kind: 'folder', name, document: null }
      return toComponentNode(await service.create(projectId, caller.user.account, folder))
    },
    async create({ projectId, parentId, name, document, secretsOf }, caller) {
      caller.audit.target(name)
      const component = { parentId, kind: 'component', name, document, secretsOf }
      return toComponent(await service.create(projectId, caller.user.account, component))
    },
  }
}
