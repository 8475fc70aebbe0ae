/** The state of each load machine of an active run, from sending the plan to its last report. */
import type { HeldShare, RunMachine } from '@pone/results/run-record.ts'
import type { MachineEnd } from './run-machine.ts'

/**
 * After this time without a connection a machine is reported as lost and others take over its load; its agent pauses
 * its users well before.
 */
export const moveAfterMs = 8_000
/** After this longer time it is not waited for any more. */
export const machinePatienceMs = 30_000

export interface WatchedMachine {
  readonly agentId: string
  readonly name: string
  /** Its first share. */
  readonly from01: number
  readonly to01: number
  /** The shares that it drives, or drove to the end. */
  shares: HeldShare[]
  phase: 'waiting' | 'prepared' | 'driving' | 'ended'
  /** null while it is connected. */
  offlineSince: number | null
  /** Its loss is reported, and its load moved, after this. */
  noticeMs: number
  /** It is not waited for any more after this. */
  patienceMs: number
  isLossTold: boolean
  startSkewMs: number | null
  end: MachineEnd | null
}

export class MachineWatch {
  readonly #machines: WatchedMachine[]

  constructor(machines: readonly RunMachine[]) {
    this.#machines = machines.map(({ endCause, endDetail, ...machine }) => ({
      ...fresh(machine),
      shares: [...machine.shares],
      startSkewMs: machine.startSkewMs,
      phase: endCause === null ? 'waiting' : 'ended',
      end: endCause === null ? null : { cause: endCause, detail: endDetail },
    }))
  }

  get all(): readonly WatchedMachine[] {
    return this.#machines
  }

  /** Adds machines that were created for the run after its start. */
  add(machines: readonly RunMachine[]): void {
    this.#machines.push(...new MachineWatch(machines).all)
  }

  get(agentId: string): WatchedMachine | undefined {
    return this.#machines.find(machine => machine.agentId === agentId)
  }

  /** Gives a machine a further share; one that is new to the run joins it, one that had ended starts again. */
  give({ agentId, name }: Pick<WatchedMachine, 'agentId' | 'name'>, share: HeldShare): WatchedMachine {
    const machine = this.get(agentId) ?? fresh({ agentId, name, ...share })
    if (!this.#machines.includes(machine)) this.#machines.push(machine)
    machine.shares.push(share)
    machine.phase = 'driving'
    machine.end = null
    return machine
  }

  /** Those that have not reported their end. */
  active(): WatchedMachine[] {
    return this.#machines.filter(machine => machine.phase !== 'ended')
  }

  isEveryPrepared(): boolean {
    return this.#machines.every(machine => machine.phase === 'prepared')
  }

  ends(): MachineEnd[] {
    return this.#machines.flatMap(machine => machine.end ?? [])
  }

  nameOf(agentId: string): string {
    return this.get(agentId)?.name ?? agentId
  }

  /** Machines whose loss must be reported now; each is returned once per loss. */
  takeLosses(now: number): WatchedMachine[] {
    const lost = this.active().filter(
      ({ offlineSince, noticeMs, isLossTold }) =>
        !isLossTold && offlineSince !== null && now - offlineSince > noticeMs,
    )
    for (const machine of lost) machine.isLossTold = true
    return lost
  }

  /** Machines that are not waited for any more. */
  givenUp(now: number): WatchedMachine[] {
    return this.active().filter(
      ({ offlineSince, patienceMs }) => offlineSince !== null && now - offlineSince > patienceMs,
    )
  }
}

const fresh = (machine: Pick<WatchedMachine, 'agentId' | 'name' | 'from01' | 'to01'>): WatchedMachine => ({
  agentId: machine.agentId,
  name: machine.name,
  from01: machine.from01,
  to01: machine.to01,
  shares: [],
  phase: 'waiting',
  offlineSince: null,
  noticeMs: moveAfterMs,
  patienceMs: machinePatienceMs,
  isLossTold: false,
  startSkewMs: null,
  end: null,
})

/** As it is stored. */
export const toRunMachine = (machine: WatchedMachine): RunMachine => ({
  agentId: machine.agentId,
  name: machine.name,
  from01: machine.from01,
  to01: machine.to01,
  shares: machine.shares,
  startSkewMs: machine.startSkewMs,
  endCause: machine.end?.cause ?? null,
  endDetail: machine.end?.detail ?? '',
})
