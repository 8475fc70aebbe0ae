/** A PR component: the document that a tester designs, a thread group and a tree of steps, and what the engine compiles. Its parts are in component/. */
import { z } from 'zod'
import { maxSteps } from '../limits.ts'
import { idSchema, instantSchema, nameSchema } from './common.ts'
import { parameterSchema } from './component/parameters.ts'
import { runSettingsSchema } from './component/run-settings.ts'
import { stepSchema } from './component/steps.ts'
import { nameValueSchema } from './component/template.ts'

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

export const componentDocumentSchema = z.object({
  threadGroup: threadGroupSchema.prefault({}),
  settings: runSettingsSchema.prefault({}),
  parameters: z.array(parameterSchema).max(100).default([]),
  /** User-defined variables with their first values. */
  variables: z.array(variableSchema).max(200).default([]),
  steps: z.array(stepSchema).max(maxSteps).default([]),
})
export type ComponentDocument = z.infer<typeof componentDocumentSchema>

/** A node of the component catalogue. */
export const componentNodeSchema = z.object({
  id: idSchema,
  /** null for the root, of which there is one per project. */
  parentId: idSchema.nullable(),
  kind: z.enum(['folder', 'component']),
  name: nameSchema,
  position: z.int(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
})
export type ComponentNode = z.infer<typeof componentNodeSchema>

export const componentSchema = componentNodeSchema.extend({
  document: componentDocumentSchema,
  /** Grows by one with each save; a save names the revision it is based on. */
  revision: z.int().min(1),
})
export type Component = z.infer<typeof componentSchema>

export const parameterFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  /** Lines with content, the header included. */
  lines: z.int(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
})
export type ParameterFile = z.infer<typeof parameterFileSchema>

/** What files besides parameter files are for: certificates and keys, or bodies and parts of requests. */
export const attachmentKinds = ['certificate', 'body'] as const
export const attachmentSchema = z.object({
  id: idSchema,
  kind: z.enum(attachmentKinds),
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
})
export type Attachment = z.infer<typeof attachmentSchema>
