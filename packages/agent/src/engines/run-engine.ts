/** The contract of a load engine for the agent; an engine is a file beside this one and a line in registry.ts. */
import type { ChildProcess } from 'node:child_process'
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'

/** A version of the program that an engine needs on the machine. */
export interface EngineTool {
  readonly version: string
  readonly path: string
}

/** Folders in which such programs may be installed. */
export interface ToolPlaces {
  /** An agent's data folder; null = none. */
  readonly dataFolder: string | null
  /** Folders with a JMeter per subfolder, and similar; null = none. */
  readonly jmeterFolder: string | null
}

/** Files of a worker. */
export interface WorkerFiles {
  readonly spoolPath: string
  readonly samplePath: string
}

export interface RunEngine {
  /** Forks a worker whose output is written to that file; `processes` keeps some of PR's ready. */
  readonly fork: (outputPath: string, processes: Pick<EngineProcesses, 'take'>) => ChildProcess
  /** The versions on this machine. Searched at each call, because they may be added or removed. Never rejects. */
  readonly findTools?: (places: ToolPlaces) => Promise<EngineTool[]>
  /** The machine's status for this engine. */
  readonly status?: (tools: readonly EngineTool[]) => Partial<AgentStatus>
  /** Requests that a dead worker had sent and not reported, read from the files beside its spool; null = not a worker of this engine. */
  readonly takeLeftBehind?: (files: WorkerFiles) => number | null
}
