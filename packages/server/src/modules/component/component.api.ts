/** Calls of the component catalogue; standalone execution is answered by modules/debug. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import { type ComponentService, toComponent, toComponentNode } from './component.service.ts'

type DebugCall = 'startDebug' | 'stopDebug' | 'debugEvents'
const names = (nodes: readonly { name: string }[]): string => nodes.map(node => node.name).join(', ')

export function componentApi(service: ComponentService): Omit<Handlers<Calls['component']>, DebugCall> {
  return {
    tree: async (input, caller) =>
      (await service.tree(input.projectId, caller.user.account)).map(toComponentNode),
    async createFolder(input, caller) {
      caller.audit.target(input.name)
      return toComponentNode(
        await service.create(input.projectId, caller.user.account, {
          parentId: input.parentId,
          kind: 'folder',
          name: input.name,
          document: null,
        }),
      )
    },
    async create(input, caller) {
      caller.audit.target(input.name)
      return toComponent(
        await service.create(input.projectId, caller.user.account, {
          parentId: input.parentId,
          kind: 'component',
          name: input.name,
          document: input.document,
        }),
      )
    },
    async rename(input, caller) {
      caller.audit.target(input.name)
      const { node, oldName } = await service.rename(
        input.projectId,
        caller.user.account,
        input.id,
        input.name,
      )
      caller.audit.before({ name: oldName })
      caller.audit.after({ name: node.name })
      return toComponentNode(node)
    },
    async move(input, caller) {
      caller.audit.target(names(await service.move(input.projectId, input)))
      return {}
    },
    async copy(input, caller) {
      const copies = await service.copy(input.projectId, caller.user.account, input)
      caller.audit.target(names(copies))
      return copies.map(toComponentNode)
    },
    async delete(input, caller) {
      const gone = await service.delete(input.projectId, input.ids)
      caller.audit.target(names(gone))
      return {}
    },
    get: input => service.component(input.projectId, input.id),
    async save(input, caller) {
      const { before, after } = await service.save(input.projectId, caller.user.account, input)
      caller.audit.target(after.name)
      caller.audit.before(before.document)
      caller.audit.after(after.document)
      return toComponent(after)
    },
  }
}
