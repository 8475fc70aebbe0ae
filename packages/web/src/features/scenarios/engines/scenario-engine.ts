/** The contract of a load engine on the scenario pages; an engine is a file or folder beside this one and a line in registry.ts. */
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { catalogueTrees } from '../../../lib/catalogue-trees.ts'

/** A bound component, and the query client that caches its document. */
export interface BoundComponent {
  readonly projectId: string
  readonly id: string
  readonly client: QueryClient
}

/** The part of a scenario that determines the load of a component. */
export type CarriedLoad = Pick<ScenarioDocument, 'loadModel' | 'drive' | 'maxUsers'>

export interface EngineSettingsProps {
  readonly document: ScenarioDocument
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<ScenarioDocument>) => void
}

export interface ScenarioEngine {
  /** Page on which its components are designed. */
  readonly designPage: 'prComponentDesign' | 'jmeterComponentDesign'
  /** The query of its component catalogue. */
  readonly catalogue: typeof catalogueTrees.component | typeof catalogueTrees.jmeter
  /** Query key of a component; the functions below read from that query. */
  readonly componentKey: (projectId: string, id: string) => readonly string[]
  /** The thread groups of a component. */
  readonly groups: (component: BoundComponent) => Promise<DrivenGroup[]>
  /** Suggested label names for SLA rules, for an engine whose labels are not known before the start. */
  readonly suggestedLabels?: (component: BoundComponent) => Promise<string[]>
  /** Why the component cannot generate the load; empty: it can. */
  readonly reasons?: (component: BoundComponent, load: CarriedLoad) => Promise<readonly Bilingual[]>
  /** Section of the design page on which such reasons are repaired, and the text of the link to it. */
  readonly repair: {
    readonly area: 'steps' | 'files'
    readonly title: 'scenario.binding.toSteps' | 'scenario.binding.toFiles'
  }
  /** Problems of the engine's settings, by field. */
  readonly settingsProblems?: (
    document: ScenarioDocument,
  ) => readonly (Bilingual & { readonly field: string })[]
  /** Why the given machines, those that a run would use, cannot execute the scenario. */
  readonly machineReasons?: (
    document: ScenarioDocument,
    machines: readonly MachineFacts[],
  ) => readonly Bilingual[]
  /** The section of the editor with the engine's settings. */
  readonly Settings?: ComponentType<EngineSettingsProps>
  /** Title of that section, a message key. */
  readonly settingsTitle?: 'scenario.section.jmeter'
}

/** Facts that a machine has reported. */
export type MachineFacts = Pick<LoadMachine, 'name' | 'jmeter'>
