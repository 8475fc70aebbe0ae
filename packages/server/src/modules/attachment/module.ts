/** Files that component steps send or compare with. */
import { randomUUID } from 'node:crypto'
import type { Nouns } from '../../calls/nouns.ts'
import type { ComponentService } from '../component/component.service.ts'
import type { ModuleBase } from '../module.ts'
import { attachmentApi } from './attachment.api.ts'
import { createAttachmentRepository } from './attachment.repository.ts'
import { createAttachmentService } from './attachment.service.ts'

export const attachmentNouns: Nouns = {
  attachment: { zh: '文件', en: 'The file' },
}

export interface AttachmentModuleDeps extends ModuleBase {
  readonly components: Pick<ComponentService, 'componentsUsing'>
}

export function attachmentModule({ database, clock, files, components }: AttachmentModuleDeps) {
  const attachments = createAttachmentService({
    repository: createAttachmentRepository(database),
    files,
    componentsUsing: (projectId, fileId) => components.componentsUsing(projectId, fileId),
    now: clock,
    newId: randomUUID,
  })
  return { handlers: { attachment: attachmentApi(attachments) }, services: { attachments } }
}
