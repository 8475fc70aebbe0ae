/** Moves the load of a lost machine to others during the run: which machine takes it, the commands to it, and which seconds are invalid. */
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { HeldShare, RunMachine, RunRecord } from '@pone/results/run-record.ts'
import { type MachineWatch, toRunMachine, type WatchedMachine } from './machine-watch.ts'
import type { RunCommands } from './run-commands.ts'
import type { RunNotes } from './run-notes.ts'
import type { RunWriter } from './run-writer.ts'
import { cutShare, gapsBetween, usersOf } from './share-cut.ts'
import type { ShareMove, ShareTaker } from './share-move.ts'

export interface ShareMoverParts {
  readonly record: RunRecord
  readonly machines: MachineWatch
  readonly live: LiveRun
  readonly notes: RunNotes
  readonly commands: RunCommands
  readonly shares: ShareMove
  readonly save: (machine: RunMachine) => Promise<void>
  readonly writer: RunWriter
  readonly now: () => number
  readonly newId: () => string
  /** Called when a machine drives nothing of the run any more. */
  readonly onFree: (machine: WatchedMachine) => void
  /** Whether load may still be given to machines. */
  readonly isOpen: () => boolean
  readonly onFailure: (cause: unknown) => void
}

/** A share that no machine drives, or whose machine is silent. */
interface Orphan {
  readonly share: HeldShare
  /** The silent machine; null when it is certain that it does not drive the share any more. */
  owner: WatchedMachine | null
  readonly from: string
  readonly fromSecond: number
  /** Machines that could not drive it. */
  readonly refusedBy: readonly string[]
  isTold: boolean
}

export class ShareMover {
  readonly #parts: ShareMoverParts
  readonly #plan: RunPlan
  #orphans: Orphan[] = []
  /** The one for which room is being searched. */
  #moving: Orphan | null = null
  /** Shares that have been given and are not driven yet, by id. */
  readonly #given = new Map<string, Pick<Orphan, 'fromSecond' | 'from' | 'refusedBy'>>()

  constructor(plan: RunPlan, parts: ShareMoverParts) {
    this.#plan = plan
    this.#parts = parts
  }

  /** Whether some of the load waits for a machine. */
  get isWaiting(): boolean {
    return this.#orphans.length > 0
  }

  /** Machines whose load has not been driven since before that second. */
  leftUndriven(beforeSecond: number): string[] {
    return this.#orphans.filter(orphan => orphan.fromSecond < beforeSecond).map(orphan => orphan.from)
  }

  /** Whether the share has been sent to its machine, which may not have received it yet. */
  isOnItsWay(shareId: string): boolean {
    return this.#given.has(shareId)
  }

  /** After a restart of the server: shares without a machine were about to be moved. */
  findGaps(): void {
    const held = this.#parts.machines.all.flatMap(machine => machine.shares)
    const fromSecond = Math.max(0, this.#parts.live.merge.lastSecond)
    for (const gap of gapsBetween(held)) {
      const share = { id: this.#parts.newId(), ...gap }
      this.#orphans.push({ share, owner: null, from: '', fromSecond, refusedBy: [], isTold: false })
    }
  }

  /** The machine is silent: other machines are searched for its shares, which stay its own until some are found. */
  seek(machine: WatchedMachine): void {
    this.#add(machine, machine.shares, machine)
  }

  /** The machine does not drive these shares any more; one without any has ended. */
  lose(machine: WatchedMachine, shareIds: readonly string[]): void {
    const lost = machine.shares.filter(share => shareIds.includes(share.id))
    for (const orphan of this.#orphans) if (orphan.owner === machine) orphan.owner = null
    this.#add(machine, lost, null)
    this.#takeFrom(machine, shareIds)
    this.#save(machine)
  }

  /** The machine is back and still drives its shares: those that have not been moved stay with it. */
  keep(machine: WatchedMachine): void {
    // A share that is being moved at this moment belongs to the other machines as soon as they are found.
    if (this.#moving?.owner === machine) this.lose(machine, [this.#moving.share.id])
    this.#orphans = this.#orphans.filter(orphan => orphan.owner !== machine)
  }

  /** A machine drives the share it was given since that instant, or cannot. */
  taken(machine: WatchedMachine, answer: { shareId: string; at: number; error: string | null }): void {
    const given = this.#given.get(answer.shareId)
    if (given === undefined) return
    this.#given.delete(answer.shareId)
    const { live, notes } = this.#parts
    live.markSuspect(given.fromSecond, Math.max(given.fromSecond, this.#secondOf(answer.at)))
    const share = machine.shares.find(each => each.id === answer.shareId)
    if (answer.error === null || share === undefined) return
    notes.tell('shareNotMoved', { from: machine.name, percent: percentOf(share), detail: answer.error })
    this.#orphans.push({
      ...given,
      share,
      owner: null,
      refusedBy: [...given.refusedBy, machine.agentId],
      isTold: true,
    })
    this.#takeFrom(machine, [share.id])
    this.#save(machine)
  }

  /** Marks what is not driven, and continues to search for machines. */
  tick(): void {
    const { live, isOpen, onFailure, now } = this.#parts
    const second = this.#secondOf(now())
    for (const { fromSecond } of [...this.#orphans, ...this.#given.values()]) {
      live.markSuspect(fromSecond, Math.max(fromSecond, second))
    }
    if (this.#moving !== null || !this.isWaiting || !isOpen()) return
    void this.#moveAll().catch(onFailure)
  }

  async #moveAll(): Promise<void> {
    for (const orphan of this.#orphans) {
      if (!this.#orphans.includes(orphan)) continue
      this.#moving = orphan
      try {
        const takers = await this.#reserve(orphan)
        if (this.#parts.isOpen() && this.#orphans.includes(orphan)) await this.#give(orphan, takers)
      } finally {
        this.#moving = null
      }
    }
  }

  #reserve({ share, owner, refusedBy }: Orphan): Promise<ShareTaker[]> {
    const { record, machines, shares } = this.#parts
    const holding = machines.active().flatMap(machine => {
      const kept = machine.shares.filter(each => machine !== owner || each !== share)
      const users = kept.reduce((sum, each) => sum + usersOf(each, this.#users), 0)
      return users === 0 ? [] : [{ id: machine.agentId, users }]
    })
    return shares.reserveMore({
      runId: record.id,
      clusterId: record.clusterId,
      users: usersOf(share, this.#users),
      scripts: this.#plan.components.length,
      holding,
      excluded: refusedBy,
    })
  }

  async #give(orphan: Orphan, takers: readonly ShareTaker[]): Promise<void> {
    const { machines, notes, writer, newId, isOpen, commands } = this.#parts
    const { share, from } = orphan
    if (takers.length === 0) {
      if (!orphan.isTold) notes.tell('shareNotMoved', { from, percent: percentOf(share), detail: '' })
      orphan.isTold = true
      return
    }
    const { pieces, rest } = cutShare(share, usersOf(share, this.#users), takers)
    const { owner } = orphan
    this.#orphans = this.#orphans.filter(each => each !== orphan)
    if (rest !== null) this.#orphans.push({ ...orphan, owner: null, share: { id: newId(), ...rest } })
    if (owner !== null) {
      this.#takeFrom(owner, [share.id])
      commands.retire(owner, [share.id])
      this.#save(owner)
    }
    const names = new Map(takers.map(taker => [taker.agentId, taker.name]))
    const given = pieces.map(({ agentId, share: piece }) => {
      const held = { id: newId(), ...piece }
      this.#given.set(held.id, orphan)
      return { machine: machines.give({ agentId, name: names.get(agentId) ?? agentId }, held), held }
    })
    const to = given.map(({ machine }) => machine.name).join(', ')
    const percent = given.reduce((sum, { held }) => sum + percentOf(held), 0)
    notes.tell('shareMoved', { from, to, percent: Number(percent.toFixed(1)) })
    for (const { machine } of given) this.#save(machine)
    // A server that resumes the run must know which machine drives what.
    await writer.stored()
    for (const { machine, held } of given) {
      if (isOpen()) commands.addShare(machine, this.#plan, held, this.#firstSlotOf(machine))
      else this.#giveUp(machine, held)
    }
  }

  /** The run was stopped meanwhile. */
  #giveUp(machine: WatchedMachine, { id }: HeldShare): void {
    this.#given.delete(id)
    this.#takeFrom(machine, [id])
    this.#save(machine)
  }

  #add(machine: WatchedMachine, shares: readonly HeldShare[], owner: WatchedMachine | null): void {
    for (const share of shares) {
      if (this.#orphans.some(orphan => orphan.share.id === share.id)) continue
      const given = this.#given.get(share.id)
      this.#given.delete(share.id)
      this.#orphans.push({
        share,
        owner,
        from: machine.name,
        fromSecond: given?.fromSecond ?? this.#parts.live.merge.workers.lastSecondOf(machine.agentId),
        refusedBy: [],
        isTold: false,
      })
    }
  }

  #takeFrom(machine: WatchedMachine, shareIds: readonly string[]): void {
    machine.shares = machine.shares.filter(share => !shareIds.includes(share.id))
    if (machine.shares.length > 0 || machine.phase === 'ended') return
    machine.phase = 'ended'
    machine.end = { cause: 'moved', detail: '' }
    this.#parts.onFree(machine)
  }

  #save(machine: WatchedMachine): void {
    const { writer, save } = this.#parts
    const row = toRunMachine(machine)
    writer.add('machine', () => save({ ...row, shares: [...row.shares] }))
  }

  get #users(): number {
    const { drive, maxUsers, loadModel } = this.#plan
    if (drive === 'arrivals') return maxUsers
    return Math.max(1, Math.ceil(peak(loadModel)), this.#parts.record.manualLoad ?? 0)
  }

  /** Above all slots that the machine has used in this run, as far as its reports show. */
  #firstSlotOf({ agentId }: WatchedMachine): number {
    const slots = this.#parts.live.merge.workers
      .ofAgent(agentId)
      .map(({ workerId }) => Number.parseInt(workerId.slice(agentId.length + 1), 10))
    return 1 + Math.max(0, ...slots.filter(Number.isInteger))
  }

  #secondOf(at: number): number {
    return Math.max(0, Math.floor((at - (this.#parts.record.startedAt ?? at)) / 1_000))
  }
}

const percentOf = ({ from01, to01 }: HeldShare): number => Number(((to01 - from01) * 100).toFixed(1))
