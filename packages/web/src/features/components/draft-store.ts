/** Unsaved work on a component, kept over a reload of the page in this tab's storage. */
import { type ComponentDocument, componentDocumentSchema } from '@pone/contract/entities/component.ts'
import { z } from 'zod'

/** An unsaved document and the revision that it is based on. */
export interface Draft {
  readonly document: ComponentDocument
  readonly revision: number
}

const draftSchema = z.object({ revision: z.int(), document: componentDocumentSchema })
const keyOf = (componentId: string) => `pone.componentDraft.${componentId}`

/** Keeps a draft. @returns false when the storage has no room or is forbidden */
export function keepDraft(storage: Storage, componentId: string, draft: Draft): boolean {
  try {
    storage.setItem(keyOf(componentId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** The draft kept for a component; null when there is none that can be read. */
export function readDraft(storage: Storage, componentId: string): Draft | null {
  try {
    const text = storage.getItem(keyOf(componentId))
    const parsed = text === null ? null : draftSchema.safeParse(JSON.parse(text))
    return parsed?.success ? parsed.data : null
  } catch {
    return null
  }
}

export function dropDraft(storage: Storage, componentId: string): void {
  try {
    storage.removeItem(keyOf(componentId))
  } catch {
    // A forbidden storage holds no draft either.
  }
}
