/** JSON schemas of the calls; entities that several calls use are defined once by name. */

import { failureSchema } from '@pone/contract/answer.ts'
import { clusterSchema } from '@pone/contract/entities/cluster.ts'
import {
  attachmentSchema,
  componentNodeSchema,
  componentSchema,
  parameterFileSchema,
} from '@pone/contract/entities/component.ts'
import { operationRecordSchema } from '@pone/contract/entities/operation-record.ts'
import {
  memberSchema,
  projectChoiceSchema,
  projectFieldsSchema,
  projectSchema,
  projectTemplateSchema,
  roleSchema,
} from '@pone/contract/entities/project.ts'
import { reportContentSchema as contentFrameSchema, reportSchema } from '@pone/contract/entities/report.ts'
import { runDetailSchema, runLiveSchema, runSchema } from '@pone/contract/entities/run.ts'
import { scenarioNodeSchema, scenarioSchema } from '@pone/contract/entities/scenario.ts'
import { sessionSchema, userSchema } from '@pone/contract/entities/user.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { loadModelSchema, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { stepSchema } from '@pone/plan/steps/registry.ts'
import { reportContentSchema } from '@pone/results/report/content.ts'
import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>

const named = {
  Cluster: clusterSchema,
  Component: componentSchema,
  ComponentDocument: componentDocumentSchema,
  ComponentNode: componentNodeSchema,
  Failure: failureSchema,
  LoadModel: loadModelSchema,
  Member: memberSchema,
  OperationRecord: operationRecordSchema,
  ParameterFile: parameterFileSchema,
  Attachment: attachmentSchema,
  Project: projectSchema,
  ProjectChoice: projectChoiceSchema,
  ProjectFields: projectFieldsSchema,
  ProjectTemplate: projectTemplateSchema,
  Report: reportSchema,
  ReportContent: contentFrameSchema,
  Role: roleSchema,
  Run: runSchema,
  RunDetail: runDetailSchema,
  RunLive: runLiveSchema,
  Scenario: scenarioSchema,
  ScenarioDocument: scenarioDocumentSchema,
  ScenarioNode: scenarioNodeSchema,
  Session: sessionSchema,
  Step: stepSchema,
  User: userSchema,
} as const satisfies Record<string, z.ZodType>

/** Schemas that the contract describes only in outline. */
const filled: Readonly<Record<string, z.ZodType>> = { ReportContent: reportContentSchema }

export interface SchemaBook {
  /** The schema of one side of a call; referenced schemas are collected for `components`. */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json
  components(): Json
}

export function createSchemaBook(): SchemaBook {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const components = new Map<string, Json>()

  const describe: SchemaBook['describe'] = (schema, io) => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: registry })
    const { $schema: _, $defs = {}, id: __, ...json } = converted
    for (const [name, definition] of Object.entries($defs)) {
      const { id: ___, ...content } = definition
      const whole = filled[name]
      components.set(nameOf(name, io), whole === undefined ? rename(content, io) : describe(whole, io))
    }
    return rename(json, io)
  }
  return {
    describe,
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
  }
}

/** Input and output schemas differ: defaults may be omitted in the input. */
const nameOf = (name: string, io: 'input' | 'output'): string => (io === 'input' ? `${name}Input` : name)

/** Rewrites references to the components of the document. */
function rename(schema: object, io: 'input' | 'output'): Json {
  const text = JSON.stringify(schema).replaceAll(
    /"\$ref":"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"$ref":"#/components/schemas/${nameOf(name, io)}"`,
  )
  return JSON.parse(text) as Json
}
