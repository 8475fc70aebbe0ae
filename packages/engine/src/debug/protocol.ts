/** Messages between an agent and the process of a standalone execution, forked with `serialization: 'advanced'`; the process sends DebugEvents, each as one message, the last one `ended`. */

import { debugLoadSchema } from '@pone/contract/link/plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { z } from 'zod'

/** Module to fork for a standalone execution. */
export const debugEntry = new URL('./main.ts', import.meta.url)

export const debugCommandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** The component's name. */
    name: z.string(),
    document: componentDocumentSchema,
    ...debugLoadSchema.shape,
    /** Path of each parameter file by its id. */
    filePaths: z.record(z.string(), z.string()),
    /** Rows of parameters that were read from a database, by parameter. */
    tables: z.record(z.string(), z.array(z.array(z.string()))).optional(),
  }),
  z.object({ kind: z.literal('stop') }),
])
export type DebugCommand = z.input<typeof debugCommandSchema>
