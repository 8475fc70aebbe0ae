/** Stores in the browser which upload belongs to a file, so that selecting it again after a reload continues where it stopped. */
import { uploadLifeMs } from '@pone/schema/limits.ts'
import { z } from 'zod'

const prefix = 'pone.upload.'
const entrySchema = z.object({ id: z.uuid(), at: z.number() })

/** The values that identify an upload when a file is selected again. */
export interface UploadIdentity {
  readonly userId: string
  /** Key of the call that uses the file. */
  readonly call: string
  readonly projectId: string | null
  readonly file: { readonly name: string; readonly size: number; readonly lastModified: number }
}

export interface UploadMemory {
  /** The id of the upload that was started, null if there is none or it must have expired. */
  recall(identity: UploadIdentity): string | null
  remember(identity: UploadIdentity, id: string): void
  forget(identity: UploadIdentity): void
}

const keyOf = ({ userId, call, projectId, file }: UploadIdentity): string =>
  prefix + JSON.stringify([userId, call, projectId, file.name, file.size, file.lastModified])

export function createUploadMemory(storage: Storage, now: () => number): UploadMemory {
  const read = (key: string): string | null => {
    try {
      const { id, at } = entrySchema.parse(JSON.parse(storage.getItem(key) ?? ''))
      return now() - at < uploadLifeMs ? id : null
    } catch {
      return null
    }
  }
  const prune = (): void => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of keys) if (key.startsWith(prefix) && read(key) === null) storage.removeItem(key)
  }
  return {
    recall: identity => read(keyOf(identity)),
    remember(identity, id) {
      prune()
      try {
        storage.setItem(keyOf(identity), JSON.stringify({ id, at: now() }))
      } catch {
        // A full or forbidden storage: the upload works, but cannot be continued after a reload.
      }
    },
    forget: identity => storage.removeItem(keyOf(identity)),
  }
}
