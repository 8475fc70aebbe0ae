/** Family `tools`: operations on the tools of the machine: install, start, stop, remove. */
import { z } from 'zod'
import { hostProblemSchema, operationKindSchema, toolSchema } from '../entities/host.ts'

export const toolPackageSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})
export type ToolPackage = z.infer<typeof toolPackageSchema>

export const toolTaskSchema = z.object({
  operationId: z.string(),
  tool: toolSchema,
  kind: operationKindSchema,
  version: z.string(),
  /** Set when the operation needs it. */
  package: toolPackageSchema.nullable(),
  installPath: z.string(),
  logPath: z.string(),
  /** The process that Arthas is attached to. */
  pid: z.int().nullable(),
  timeoutMs: z.int(),
})
export type ToolTask = z.infer<typeof toolTaskSchema>

export const toolOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), path: z.string(), note: z.string() }),
  z.object({ kind: z.literal('failed'), code: hostProblemSchema, detail: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
])
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>

export const tools = {
  commands: [
    /** Begins the operation; of one that is known already the agent only reports the end again. */
    z.object({ kind: z.literal('toolOperation'), task: toolTaskSchema }),
    z.object({ kind: z.literal('cancelToolOperation'), operationId: z.string() }),
    /** The end is stored: the agent may forget the operation. */
    z.object({ kind: z.literal('forgetToolOperation'), operationId: z.string() }),
  ],
  reports: [
    z.object({
      kind: z.literal('toolProgress'),
      operationId: z.string(),
      step: z.string(),
      progress01: z.number().min(0).max(1).nullable(),
      lines: z.array(
        z.object({ at: z.int(), level: z.enum(['info', 'warn', 'error']), text: z.string().max(4_000) }),
      ),
    }),
    /** Repeated after each reconnect until forgetToolOperation. */
    z.object({ kind: z.literal('toolEnded'), operationId: z.string(), outcome: toolOutcomeSchema }),
  ],
} as const
