/** What deployment needs of other modules, no wider than that. */
import type { Readable } from 'node:stream'
import type { Tool } from '@pone/contract/entities/host.ts'
import type { PackagePlaces } from './package-places.ts'

/** A machine whose agent has joined. */
export interface Machine {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly version: string
  /** x64, arm64 … */
  readonly architecture: string
  readonly isOnline: boolean
  /** It takes new runs. */
  readonly isInService: boolean
  readonly since: number
}

export interface Machines {
  all(): Promise<Machine[]>
  setInService(machineId: string, isInService: boolean): Promise<void>
  /** Under which address and port clusters show it; '' and null: as its line tells. */
  setPlace(machineId: string, place: { localIp: string; openPort: number | null }): Promise<void>
  /** A token by which one machine joins within the day: as the machine of this id, which keeps its limits and clusters, or as a new one. */
  joinToken(name: string, by: string, machineId: string | null): Promise<{ id: string; token: string }>
  revokeJoinToken(id: string): Promise<void>
}

export interface ToolPackage {
  readonly id: string
  readonly version: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  /** What it says of where it is to lie. */
  readonly places?: PackagePlaces | undefined
}

export interface Packages {
  /** Those that fit a machine, newest first; waits for those that the server still makes itself when `isPatient`. */
  fitting(tool: Tool, architecture: string, isPatient: boolean): Promise<ToolPackage[]>
  /** The server makes packages of this tool itself. */
  isMade(tool: Tool): boolean
  open(id: string): Promise<{ sizeBytes: number; body: Readable }>
}
