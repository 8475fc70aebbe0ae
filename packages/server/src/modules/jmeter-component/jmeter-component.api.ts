/** Calls of the catalogue of JMeter components, their plans and files; standalone execution is handled by modules/debug. */
import { readFile } from 'node:fs/promises'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import { catalogueTreeApi } from '../catalogue/catalogue.api.ts'
import { toComponentNode } from '../catalogue/component-node.ts'
import { emptyPlan } from './empty-plan.ts'
import { type JmeterComponentService, toJmeterComponentFacts } from './jmeter-component.service.ts'
import type { JmeterFileService } from './jmeter-file.service.ts'

export interface JmeterComponentApiDeps {
  readonly service: JmeterComponentService
  readonly files: JmeterFileService
}

export function jmeterComponentApi({
  service,
  files,
}: JmeterComponentApiDeps): Omit<Handlers<Calls['jmeterComponent']>, 'startTrial'> {
  return {
    ...catalogueTreeApi(service, toComponentNode),
    get: ({ projectId, id }) => service.component(projectId, id),
    async createFolder({ projectId, parentId, name }, { audit, user }) {
      audit.target(name)
      return toComponentNode(await service.createFolder(projectId, user.account, { parentId, name }))
    },
    async create({ projectId, parentId, name }, { audit, user, language }) {
      audit.target(name)
      const component = { parentId, name, plan: { bytes: emptyPlan(language), language } }
      return toJmeterComponentFacts(await service.create(projectId, user.account, component))
    },
    async import({ projectId, parentId, name }, { audit, user, upload, language }) {
      audit.target(upload.name)
      const wanted = name === '' ? upload.name.replace(/\.jmx$/i, '').trim() || upload.name : name
      const plan = { bytes: await readFile(upload.path), language }
      const isNameFlexible = name === ''
      const component = { parentId, name: wanted, plan, isNameFlexible }
      const created = toJmeterComponentFacts(await service.create(projectId, user.account, component))
      audit.target(created.name)
      audit.after(created.document)
      return created
    },
    async save({ projectId, id, revision }, { audit, user, upload, language }) {
      const save = { id, revision, plan: { bytes: await readFile(upload.path), language } }
      const { before, after } = await service.savePlan(projectId, user.account, save)
      const [old, stored] = [toJmeterComponentFacts(before), toJmeterComponentFacts(after)]
      audit.target(stored.name)
      audit.before(old.document)
      audit.after(stored.document)
      return stored
    },
    async download({ projectId, id }) {
      const { name, bytes } = await service.plan(projectId, id)
      return { name: `${name}.jmx`, contentType: 'application/octet-stream', body: bytes }
    },
    async files({ projectId, id }) {
      await service.get(projectId, id)
      return files.list(projectId, id)
    },
    async uploadFile({ projectId, id, replaces }, { audit, user, upload }) {
      audit.target(upload.name)
      await service.get(projectId, id)
      const file = await files.upload(projectId, user.account, { componentId: id, upload, replaces })
      audit.after(file)
      return file
    },
    async downloadFile({ projectId, id, fileId }) {
      const { name, body } = await files.open(projectId, id, fileId)
      return { name, contentType: 'application/octet-stream', body }
    },
    async deleteFile({ projectId, id, fileId }, { audit }) {
      audit.target((await files.delete(projectId, id, fileId)).name)
      return {}
    },
  }
}
