/** Where each load machine of an active run stands, from the plan on its way to the last word. */
import type { RunMachine } from '../modules/run/run-record.ts'
import type { MachineEnd } from './run-machine.ts'

/** Without a line for this long, a machine is told as lost; after the longer time nobody waits for it any more. */
export const noticeLossMs = 10_000
export const machinePatienceMs = 30_000

export interface WatchedMachine {
  readonly agentId: string
  readonly name: string
  phase: 'waiting' | 'prepared' | 'driving' | 'ended'
  /** null while its line stands. */
  offlineSince: number | null
  /** Nobody waits for it any more after this. */
  patienceMs: number
  isLossTold: boolean
  end: MachineEnd | null
}

export class MachineWatch {
  readonly all: readonly WatchedMachine[]

  constructor(machines: readonly RunMachine[]) {
    this.all = machines.map(({ agentId, name, endCause, endDetail }) => ({
      agentId,
      name,
      phase: endCause === null ? 'waiting' : 'ended',
      offlineSince: null,
      patienceMs: machinePatienceMs,
      isLossTold: false,
      end: endCause === null ? null : { cause: endCause, detail: endDetail },
    }))
  }

  get(agentId: string): WatchedMachine | undefined {
    return this.all.find(machine => machine.agentId === agentId)
  }

  /** Those that have not told their end. */
  active(): WatchedMachine[] {
    return this.all.filter(machine => machine.phase !== 'ended')
  }

  isEveryPrepared(): boolean {
    return this.all.every(machine => machine.phase === 'prepared')
  }

  ends(): MachineEnd[] {
    return this.all.flatMap(machine => machine.end ?? [])
  }

  nameOf(agentId: string): string {
    return this.get(agentId)?.name ?? agentId
  }

  /** Machines whose loss is to be told now; each is answered once per loss. */
  takeLosses(now: number): WatchedMachine[] {
    const lost = this.active().filter(
      ({ offlineSince, isLossTold }) =>
        !isLossTold && offlineSince !== null && now - offlineSince > noticeLossMs,
    )
    for (const machine of lost) machine.isLossTold = true
    return lost
  }

  /** Machines that nobody waits for any more. */
  givenUp(now: number): WatchedMachine[] {
    return this.active().filter(
      ({ offlineSince, patienceMs }) => offlineSince !== null && now - offlineSince > patienceMs,
    )
  }
}
