/** The engines on the scenario pages; a name without its entry does not compile. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import { jmeter } from './jmeter/jmeter.tsx'
import { pr } from './pr.ts'
import type { ScenarioEngine } from './scenario-engine.ts'

export const scenarioEngines: Readonly<Record<Engine, ScenarioEngine>> = { pr, jmeter }
