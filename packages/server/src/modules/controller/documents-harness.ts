/** Components, test plans and scenarios of a test, in memory; the run harness serves them to the server. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Component } from '@pone/contract/entities/component.ts'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { JmeterSource } from '@pone/run-control/engines/jmeter-source.ts'

export type TestDocuments = ReturnType<typeof createTestDocuments>

export function createTestDocuments() {
  const components = new Map<string, Component>()
  const jmeters = new Map<string, JmeterSource>()
  const scenarios = new Map<string, Scenario>()
  /** By id. */
  const jmeterFiles = new Map<string, Buffer>()
  return {
    component: (id: string) => present(components.get(id)),
    jmeterComponent: (id: string) => present(jmeters.get(id)),
    scenario: (id: string) => present(scenarios.get(id)),
    openFile: async (id: string) => {
      const bytes = jmeterFiles.get(id)
      return bytes === undefined ? null : { sizeBytes: bytes.length, body: Readable.from([bytes]) }
    },
    addComponent: (document: ComponentDocument): string => {
      const component = { ...node('component'), kind: 'component' as const, document, revision: 1 }
      components.set(component.id, component)
      return component.id
    },
    addJmeterComponent: (name: string, plan: string, contents: Readonly<Record<string, string>>): string => {
      const files = Object.entries(contents).map(([fileName, text]) => {
        const id = randomUUID()
        const bytes = Buffer.from(text)
        jmeterFiles.set(id, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        return { id, name: fileName, sizeBytes: bytes.length, sha256 }
      })
      const id = randomUUID()
      jmeters.set(id, { name, bytes: Buffer.from(plan), files })
      return id
    },
    /** A scenario that binds the component, or the bindings of `partial`. */
    bind: (componentId: string, clusterId: string, partial: Partial<ScenarioDocument>): string => {
      const document = scenarioDocumentSchema.parse({
        bindings: [{ componentId, percentage: 100 }],
        clusterId,
        ...partial,
      })
      const scenario = { ...node('scenario'), kind: 'scenario' as const, revision: 1, document }
      scenarios.set(scenario.id, scenario)
      return scenario.id
    },
  }
}

/** @throws AppError NotFound */
export const present = <T>(found: T | null | undefined): T => {
  if (found === null || found === undefined) throw new AppError('NotFound', { what: 'component' })
  return found
}

const node = (name: string) => ({
  id: randomUUID(),
  parentId: null,
  name,
  position: 0,
  updatedAt: 0,
  updatedBy: 'tester',
})
