/** Unsaved work on a plan. */
import { z } from 'zod'
import { createDraftStore } from '../../../lib/draft-store.ts'

/** An unsaved text and the revision it is based on. */
export const planDrafts = createDraftStore('jmeterDraft', z.object({ revision: z.int(), text: z.string() }))
