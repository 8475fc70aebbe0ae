/** What planning and driving a run asks of its load engine; an engine is a file beside this one and a line in registry.ts. */

import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Component } from '@pone/contract/entities/component.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { JmeterSource } from './jmeter-source.ts'

export type PlanFile = RunPlan['files'][number]

/** Where an engine's components are read from, as they are at this moment. @throws AppError NotFound */
export interface EngineComponents {
  readonly pr: (projectId: string, id: string) => Promise<Component>
  readonly jmeter: (projectId: string, id: string) => Promise<JmeterSource>
}

export interface PlanSources {
  readonly components: EngineComponents
  /** @throws AppError NotFound */
  readonly file: (projectId: string, id: string) => Promise<PlanFile>
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
  /** Machines of the cluster that can take a run now, the one with the most room first. */
  readonly ableMachines: (projectId: string, clusterId: string) => Promise<readonly LoadMachine[]>
}

export interface PlanInput {
  readonly runId: string
  readonly projectId: string
  readonly scenario: Scenario
}

/** What an engine makes of a scenario. */
export interface EnginePlan {
  /** The scenario's, with the thread groups where they drive the run. */
  readonly document: Scenario['document']
  /** The engine's own part, under its name, besides what all have. */
  readonly parts: Omit<RunPlan, 'runId' | 'drive' | 'maxUsers' | 'loadModel' | 'sampleLog'>
  /** Everything against the run; empty when it can start. */
  readonly reasons: readonly Bilingual[]
}

export interface EnginePlanner {
  readonly plan: (input: PlanInput, sources: PlanSources) => Promise<EnginePlan>
  /** How many components the plan executes on each machine. */
  readonly scriptCount: (plan: RunPlan) => number
  /** How much longer than usual machines may take to prepare, ms. */
  readonly extraPrepareMs: (plan: RunPlan) => number
  /** How long the longest sample of the plan may take, ms. */
  readonly longestSampleMs: (plan: RunPlan) => number
}
