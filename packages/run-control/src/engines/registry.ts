/** The engines that runs are planned for; a name without its planner does not compile. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { EnginePlanner } from './engine-planner.ts'
import { jmeter } from './jmeter.ts'
import { pr } from './pr.ts'

export const enginePlanners: Readonly<Record<Engine, EnginePlanner>> = { pr, jmeter }
