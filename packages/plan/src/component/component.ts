/** A PR component: the document that a tester designs, a thread group and a tree of steps, and what the engine compiles. */

import { maxSteps } from '@pone/schema/limits.ts'
import { nameValueSchema } from '@pone/schema/template.ts'
import { z } from 'zod'
import { parameterSchema } from '../parameters/parameters.ts'
import { formatVersion, upgradeDocument } from '../settings/format.ts'
import { runSettingsSchema } from '../settings/run-settings.ts'
import { stepSchema } from '../steps/registry.ts'

export const threadGroupSchema = z.object({
  /** Virtual users when the component runs by itself; a scenario's load model overrides it. */
  threads: z.int().min(1).max(1_000_000).default(1),
  rampUpSeconds: z.number().min(0).max(86_400).default(0),
  /** Iterations per user; 0 = forever. */
  loops: z.int().min(0).max(1_000_000_000).default(1),
  /** Ends the group after this many seconds; 0 = no limit. */
  durationSeconds: z.number().min(0).max(604_800).default(0),
  startDelaySeconds: z.number().min(0).max(86_400).default(0),
  /** On: the user keeps cookies, connections and variables into its next iteration. Off: each iteration is a new user. */
  reuseThreads: z.boolean().default(true),
})
export type ThreadGroup = z.infer<typeof threadGroupSchema>

/** A user-defined variable. The value of a secret one is stored encrypted; reading gives `secretMask` in its place, and saving that mask keeps the value. */
export const variableSchema = nameValueSchema.extend({ secret: z.boolean().default(false) })

/** The present form of a document, without what reads earlier ones. */
export const documentFormSchema = z.object({
  formatVersion: z.literal(formatVersion).default(formatVersion),
  threadGroup: threadGroupSchema.prefault({}),
  settings: runSettingsSchema.prefault({}),
  parameters: z.array(parameterSchema).max(100).default([]),
  /** User-defined variables with their first values. */
  variables: z.array(variableSchema).max(200).default([]),
  steps: z.array(stepSchema).max(maxSteps).default([]),
})
export type ComponentDocument = z.infer<typeof documentFormSchema>

type SettingsInput = z.input<typeof runSettingsSchema>
/** What is read: the present form, or version 1 with the settings of HTTP at the top. */
type DocumentInput = Omit<z.input<typeof documentFormSchema>, 'formatVersion' | 'settings'> & {
  formatVersion?: number
  settings?: SettingsInput & NonNullable<SettingsInput['http']>
}

/** Reads a document of any version. */
export const componentDocumentSchema: z.ZodType<ComponentDocument, DocumentInput> = z.preprocess(
  upgradeDocument,
  documentFormSchema,
) as z.ZodType<ComponentDocument, DocumentInput>
