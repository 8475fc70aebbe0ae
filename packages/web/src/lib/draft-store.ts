/** Unsaved work, kept over a reload of the page in the storage of this tab. */
import type { z } from 'zod'

export interface DraftStore<T> {
  /** False if the storage is full or forbidden. */
  keep(storage: Storage, id: string, draft: T): boolean
  /** Null if there is none or it cannot be parsed. */
  read(storage: Storage, id: string): T | null
  drop(storage: Storage, id: string): void
}

/** `name` is the kind of work. */
export function createDraftStore<T>(name: string, schema: z.ZodType<T>): DraftStore<T> {
  const keyOf = (id: string) => `pone.${name}.${id}`
  return {
    keep(storage, id, draft) {
      try {
        storage.setItem(keyOf(id), JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    read(storage, id) {
      try {
        const text = storage.getItem(keyOf(id))
        const parsed = text === null ? null : schema.safeParse(JSON.parse(text))
        return parsed?.success ? parsed.data : null
      } catch {
        return null
      }
    },
    drop(storage, id) {
      try {
        storage.removeItem(keyOf(id))
      } catch {
        // A forbidden storage contains no draft.
      }
    },
  }
}
