/** The interfaces that deployment needs of other modules. */
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
  /** It accepts new runs. */
  readonly isInService: boolean
  readonly since: number
}

export interface Machines {
  all(): Promise<Machine[]>
  setInService(machineId: string, isInService: boolean): Promise<void>
  /** Address and port that clusters show for it; '' and null: those of its connection. */
  setPlace(machineId: string, place: { localIp: string; openPort: number | null }): Promise<void>
  /** A token with which one machine can join within a day: as the machine of this id, which keeps its limits and clusters, or as a new one. */
  joinToken(name: string, by: string, machineId: string | null): Promise<{ id: string; token: string }>
  revokeJoinToken(id: string): Promise<void>
}

export interface ToolPackage {
  readonly id: string
  readonly version: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  /** Its folder settings. */
  readonly places?: PackagePlaces | undefined
}

export interface Packages {
  /** Packages that fit a machine, newest first; waits for packages that the server is still building when `isPatient`. */
  fitting(tool: Tool, architecture: string, isPatient: boolean): Promise<ToolPackage[]>
  /** Whether the server builds packages of this tool itself. */
  isMade(tool: Tool): boolean
  open(id: string): Promise<{ sizeBytes: number; body: Readable }>
}
