/** The tree of scenarios, and their list with the result of the last run of each. */
import { engineSchema } from '@pone/plan/engines/schema.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { runSchema } from './run.ts'

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

/** The newest run of a scenario, active or ended. */
export const lastRunSchema = runSchema.pick({
  id: true,
  number: true,
  state: true,
  cause: true,
  causeDetail: true,
  createdAt: true,
  startedAt: true,
  endedAt: true,
  peakUsers: true,
  usersBasis: true,
  requests: true,
  failed: true,
  requestsPerSecond: true,
  p95Ms: true,
  sla: true,
})

/** A row of the list of scenarios. */
export const scenarioRowSchema = z.object({
  id: idSchema,
  name: nameSchema,
  /** Name of the set that holds it; '' directly under the root. */
  setName: z.string(),
  engine: engineSchema,
  updatedAt: instantSchema,
  updatedBy: z.string(),
  /** null when it has never been run, or its records were deleted. */
  last: lastRunSchema.nullable(),
})
export type ScenarioRow = z.infer<typeof scenarioRowSchema>
