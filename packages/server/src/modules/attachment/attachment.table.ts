/** Table of attachments; the bytes lie in the file store under `attachments/<id>`. */
import type { Attachment } from '@pone/contract/entities/component.ts'

export interface AttachmentTable {
  id: string
  project_id: string
  kind: Attachment['kind']
  name: string
  size_bytes: number
  sha256: string
  uploaded_at: number
  uploaded_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    attachments: AttachmentTable
  }
}
