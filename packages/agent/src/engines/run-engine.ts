/** What an agent must know of a load engine to drive runs by it; an engine is a file beside this one and a line in registry.ts. */
import type { ChildProcess } from 'node:child_process'
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'

/** A version of the program that an engine needs on the machine. */
export interface EngineTool {
  readonly version: string
  readonly path: string
}

/** Where such programs may lie. */
export interface ToolPlaces {
  /** An agent's; null = none. */
  readonly dataFolder: string | null
  /** Folders that hold a JMeter per folder, and the like; null = none. */
  readonly jmeterFolder: string | null
}

/** Of a worker. */
export interface WorkerFiles {
  readonly spoolPath: string
  readonly samplePath: string
}

export interface RunEngine {
  /** A worker whose output goes to that file; `processes` keeps some of the own engine's ready. */
  readonly fork: (outputPath: string, processes: Pick<EngineProcesses, 'take'>) => ChildProcess
  /** The versions on this machine. Looks each time, because one may have come or gone. Never rejects. */
  readonly findTools?: (places: ToolPlaces) => Promise<EngineTool[]>
  /** What the machine tells of itself for this engine. */
  readonly status?: (tools: readonly EngineTool[]) => Partial<AgentStatus>
  /** Requests that a dead worker had sent and not reported, taken from what lies beside its spool; null = not a worker of this engine. */
  readonly takeLeftBehind?: (files: WorkerFiles) => number | null
}
