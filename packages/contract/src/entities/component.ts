/** The catalogue of components, and the files that they use. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

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
