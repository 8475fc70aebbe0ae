/** Collects a handler's notes about a change, for the operation record. */
import type { AuditNotes } from '../calls/handler.ts'

export interface CollectedNotes {
  readonly notes: AuditNotes
  read(): { target: string; before: unknown; after: unknown; account: string | undefined }
}

export function collectNotes(): CollectedNotes {
  let target = ''
  let before: unknown = null
  let after: unknown = null
  let account: string | undefined
  return {
    notes: {
      target: text => {
        target = text
      },
      before: value => {
        before = value
      },
      after: value => {
        after = value
      },
      account: name => {
        account = name
      },
    },
    read: () => ({ target, before, after, account }),
  }
}
