/** Unsaved work on a component. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { z } from 'zod'
import { createDraftStore } from '../../../lib/draft-store.ts'

/** An unsaved document and the revision it is based on. */
const draftSchema = z.object({ revision: z.int(), document: componentDocumentSchema })

export const drafts = createDraftStore('componentDraft', draftSchema)
