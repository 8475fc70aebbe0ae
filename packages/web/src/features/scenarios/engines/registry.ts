/** The engines on the scenario pages; an engine name without an entry is a compile error. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import { jmeter } from './jmeter/jmeter.tsx'
import { pr } from './pr.ts'
import type { ScenarioEngine } from './scenario-engine.ts'

export const scenarioEngines: Readonly<Record<Engine, ScenarioEngine>> = { pr, jmeter }
