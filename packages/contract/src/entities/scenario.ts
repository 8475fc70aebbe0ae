/** The tree of scenarios. */
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** A node of the scenario tree: the root, sets under it, scenarios as leaves in sets. */
export const scenarioNodeSchema = z.object({
  id: idSchema,
  parentId: idSchema.nullable(),
  kind: z.enum(['root', 'set', 'scenario']),
  name: nameSchema,
  position: z.int(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
})
export type ScenarioNode = z.infer<typeof scenarioNodeSchema>

export const scenarioSchema = scenarioNodeSchema.extend({
  document: scenarioDocumentSchema,
  revision: z.int().min(1),
})
export type Scenario = z.infer<typeof scenarioSchema>
