/** What the scenario pages ask of a load engine; an engine is a file or folder beside this one and a line in registry.ts. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { api } from '../../../lib/api.ts'

/** A bound component, and where its document is read and kept. */
export interface BoundComponent {
  readonly projectId: string
  readonly id: string
  readonly client: QueryClient
}

/** Load of a scenario as far as a component has to carry it. */
export type CarriedLoad = Pick<ScenarioDocument, 'loadModel' | 'drive' | 'maxUsers'>

export interface EngineSettingsProps {
  readonly document: ScenarioDocument
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<ScenarioDocument>) => void
}

export interface ScenarioEngine {
  /** Page on which its components are designed. */
  readonly designPage: 'prComponentDesign' | 'jmeterComponentDesign'
  /** The query of the catalogue of its components. */
  readonly catalogue: (projectId: string) => {
    readonly queryKey: readonly string[]
    readonly queryFn: (at: { signal: AbortSignal }) => Promise<Awaited<ReturnType<typeof api.component.tree>>>
  }
  /** Key of the query of a component; what is read out of it stands below. */
  readonly componentKey: (projectId: string, id: string) => readonly string[]
  /** The thread groups that a component designs. */
  readonly groups: (component: BoundComponent) => Promise<DrivenGroup[]>
  /** Names that rules can be chosen from where labels are not known before the start. */
  readonly suggestedLabels?: (component: BoundComponent) => Promise<string[]>
  /** Why the component cannot carry the load; none = it can. */
  readonly reasons?: (component: BoundComponent, load: CarriedLoad) => Promise<readonly Bilingual[]>
  /** What is wrong with the engine's settings, by field. */
  readonly settingsProblems?: (
    document: ScenarioDocument,
  ) => readonly (Bilingual & { readonly field: string })[]
  /** Why these machines cannot run the scenario, the ones that it would take. */
  readonly machineReasons?: (
    document: ScenarioDocument,
    machines: readonly MachineFacts[],
  ) => readonly Bilingual[]
  /** The section of the editor with the engine's settings. */
  readonly Settings?: ComponentType<EngineSettingsProps>
  /** Title of that section, a key of messages. */
  readonly settingsTitle?: 'scenario.section.jmeter'
}

/** What a machine has told of itself. */
export type MachineFacts = Pick<LoadMachine, 'name' | 'jmeter'>
