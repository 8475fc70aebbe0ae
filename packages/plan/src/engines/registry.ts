/** The load engines; a name without its definition does not compile. Safe in a browser, and without schemas. */
import { type Engine, type EngineDefinition, engineNames } from './engine.ts'
import { jmeter } from './jmeter.ts'
import { pr } from './pr.ts'

export const engines = { pr, jmeter } as const satisfies Readonly<Record<Engine, EngineDefinition>>

/** The engine of this name, or of this displayed name, which versions before 0.8 wrote in task sets, clusters, runs and addresses. */
export const engineNamed = (name: unknown): Engine | null =>
  engineNames.find(each => each === name || engines[each].displayName === name) ?? null

/** What drives a scenario whose engine nobody has chosen. */
export const defaultEngine: Engine = 'pr'
