/** The platform's own engine on a load machine: its workers are kept ready. */
import type { RunEngine } from './run-engine.ts'

export const pr: RunEngine = { fork: (outputPath, processes) => processes.take(outputPath) }
