/**
 * The contract of a load engine for planning and controlling a run; an engine is a file beside this one and a line in
 * registry.ts.
 */

import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Component } from '@pone/contract/entities/component.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { LabelAddress } from '@pone/plan/scenario/label-addresses.ts'
import type { LabelRequest } from '@pone/plan/scenario/label-requests.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { JmeterSource } from './jmeter-source.ts'

export type PlanFile = RunPlan['files'][number]

/** Source of an engine's components, in their present state. @throws AppError NotFound */
export interface EngineComponents {
  readonly pr: (projectId: string, id: string) => Promise<Component>
  readonly jmeter: (projectId: string, id: string) => Promise<JmeterSource>
}

export interface PlanSources {
  readonly components: EngineComponents
  /** @throws AppError NotFound */
  readonly file: (projectId: string, id: string) => Promise<PlanFile>
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
  /** Machines of the cluster that can accept a run now, the one with the most room first. */
  readonly ableMachines: (projectId: string, clusterId: string) => Promise<readonly LoadMachine[]>
}

export interface PlanInput {
  readonly runId: string
  readonly projectId: string
  readonly scenario: Scenario
  /** The most that its load is meant to become; left out: what the load model says. */
  readonly maxLoad?: number | undefined
  /** Further reasons against the run, such as monitors that its rules name and that are gone. */
  readonly reasons?: readonly Bilingual[]
}

/** The engine's plan of a scenario. */
export interface EnginePlan {
  /** The scenario's, with the thread groups where they drive the run. */
  readonly document: Scenario['document']
  /** The engine's own part, under its name, besides the parts that all engines have. */
  readonly parts: Omit<
    RunPlan,
    'runId' | 'drive' | 'maxUsers' | 'loadModel' | 'maxLoad' | 'sampleLog' | 'traces'
  >
  /** Every reason against the run; empty when it can start. */
  readonly reasons: readonly Bilingual[]
}

export interface EnginePlanner {
  readonly plan: (input: PlanInput, sources: PlanSources) => Promise<EnginePlan>
  /** How many components the plan executes on each machine. */
  readonly scriptCount: (plan: RunPlan) => number
  /** Additional time that machines may take to prepare, ms. */
  readonly extraPrepareMs: (plan: RunPlan) => number
  /** Maximum duration of a sample of the plan, ms. */
  readonly longestSampleMs: (plan: RunPlan) => number
  /** Where the requests of the run's labels go, by the index of the label; null: the plan cannot be read. */
  readonly labelAddresses: (
    plan: RunPlan,
    labels: readonly RunLabel[],
  ) => ReadonlyMap<number, readonly LabelAddress[]> | null
  /** Method and path of the labels of HTTP requests; null: the plan cannot be read. */
  readonly labelRequests: (plan: RunPlan, labels: readonly RunLabel[]) => readonly LabelRequest[] | null
}
