/** What a request step does with its answer: checkpoints judge it, extractors take values from it. */

import { checkpointSources, extractorSources } from '@pone/schema/protocol.ts'
import { template, variableNameSchema } from '@pone/schema/template.ts'
import { z } from 'zod'

export const checkpointOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'exists',
] as const
export const failureActions = ['continue', 'nextLoop', 'stopUser', 'stopTest'] as const
export const checkpointSchema = z.object({
  id: z.string(),
  source: z.enum(checkpointSources),
  /** Header name, JSONPath, XPath, CSS selector or regular expression, as the source needs it. */
  expression: template(2_000).default(''),
  operator: z.enum(checkpointOperators),
  /** Compared as text, or as number for the ordering operators; responseTime in ms, size in bytes. */
  expected: template().default(''),
  onFailure: z.enum(failureActions).default('continue'),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

export const extractorSchema = z.object({
  id: z.string(),
  source: z.enum(extractorSources),
  variable: variableNameSchema,
  /** JSONPath, XPath, CSS selector, regular expression, header or cookie name; for boundary the left boundary. */
  expression: template(2_000),
  /** Right boundary, for source boundary. */
  rightBoundary: template(2_000).default(''),
  /** Attribute to take of the element, for source css; empty = its text. */
  attribute: template(200).default(''),
  /** Capture group of a regular expression. */
  group: z.int().min(0).max(99).default(1),
  /** 1 = first match; 0 = a random one; -1 = all, joined by commas. */
  match: z.int().min(-1).max(10_000).default(1),
  /** Value when nothing matches; without one the request fails. */
  defaultValue: template().nullable().default(null),
})
export type Extractor = z.infer<typeof extractorSchema>
