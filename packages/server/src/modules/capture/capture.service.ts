/** Captures of packets by agents: one per person and machine, none of them seen by others; files are removed when they were discarded or an hour after the end. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { InputOf } from '@pone/contract/call.ts'
import type { captureCalls } from '@pone/contract/calls/capture.ts'
import { type Capture, captureBounds } from '@pone/contract/entities/capture.ts'
import { AppError } from '@pone/contract/errors.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MachineLine } from '../host/machine-line.ts'
import { HeldCapture } from './held-capture.ts'

/** Several times within the time after which an agent gives up. */
const keepEveryMs = 5_000

interface Owner {
  readonly projectId: string
  readonly userId: string
}

export interface CaptureMachine {
  readonly id: string
  readonly name: string
  readonly address: string
  /** No other project may use it. */
  readonly isOwn: boolean
}

interface CaptureServiceDeps {
  /** On a disk of this machine, used by this server alone. */
  readonly folder: string
  /** Those that the project may use. */
  readonly machinesOf: (projectId: string) => Promise<CaptureMachine[]>
  readonly link: Pick<AgentLink, 'send' | 'on' | 'isOnline'>
  readonly line: MachineLine
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export class CaptureService {
  readonly #deps: CaptureServiceDeps
  /** By person. */
  readonly #held = new Map<string, HeldCapture>()
  #keeping: Repeated | undefined

  constructor(deps: CaptureServiceDeps) {
    this.#deps = deps
    const of = (agentId: string, id: string): HeldCapture | undefined =>
      [...this.#held.values()].find(({ facts }) => facts.id === id && facts.agentId === agentId)
    deps.link.on({
      captureProgress: (agentId, report) => of(agentId, report.recordingId)?.progress(report),
      captureEnded: (agentId, report) => of(agentId, report.recordingId)?.ended(report),
      recordingLost: (agentId, { recordingId }) => of(agentId, recordingId)?.fail(toldCause('captureLost')),
      recordingPiece: (agentId, report) => void of(agentId, report.recordingId)?.piece(report),
      // A new connection does not know yet that it may report on it.
      agentOnline: agentId => {
        for (const held of this.#held.values()) if (held.facts.agentId === agentId) held.keep()
      },
    })
  }

  /** What an earlier process has left is not complete, or belongs to nobody any more. */
  async start(): Promise<void> {
    const { folder, onFailure } = this.#deps
    await rm(folder, { recursive: true, force: true })
    this.#keeping = repeatedly(
      () => this.#keep(),
      keepEveryMs,
      cause => onFailure('captures of packets', cause),
    )
  }

  async machines(projectId: string): Promise<(CaptureMachine & { isOnline: boolean })[]> {
    const { machinesOf, link } = this.#deps
    return (await machinesOf(projectId)).map(each => ({ ...each, isOnline: link.isOnline(each.id) }))
  }

  /** @throws AppError NotFound, CaptureMachineSilent */
  async interfaces(projectId: string, agentId: string) {
    const machine = await this.#machine(projectId, agentId)
    const { hasProgram, right, interfaces } = await this.#deps.line
      .ask(agentId, { about: 'captureInterfaces' })
      .catch((cause: unknown) => {
        throw new AppError('CaptureMachineSilent', { name: machine.name }, { cause })
      })
    return { hasProgram, right, isOwn: machine.isOwn, interfaces }
  }

  /** @throws AppError NotFound, CaptureUnderWay, CaptureMachineBusy, CapturesFull, CaptureMachineSilent */
  async begin(owner: Owner, wish: InputOf<typeof captureCalls.start>): Promise<Capture> {
    const { folder, link } = this.#deps
    const { projectId, agentId, ...order } = wish
    const machine = await this.#machine(projectId, agentId)
    if (!link.isOnline(agentId)) throw new AppError('CaptureMachineSilent', { name: machine.name })
    const before = this.#held.get(owner.userId)
    if (before?.isUnderWay === true) throw new AppError('CaptureUnderWay')
    const underWay = [...this.#held.values()].filter(({ isUnderWay }) => isUnderWay)
    if (underWay.some(({ facts }) => facts.agentId === agentId))
      throw new AppError('CaptureMachineBusy', { name: machine.name })
    const { atOnce } = captureBounds
    if (underWay.length >= atOnce) throw new AppError('CapturesFull', { limit: atOnce })
    const id = randomUUID()
    const held = new HeldCapture(
      { ...this.#deps, send: (to, command) => link.send(to, command) },
      {
        id,
        ...owner,
        agentId,
        machine: machine.name,
        order,
        isOwn: machine.isOwn,
        path: join(folder, `${id}.pcap`),
      },
    )
    // Taken before anything is awaited, so that two starts at once make one capture.
    this.#held.set(owner.userId, held)
    await before?.remove()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    held.begin()
    return held.shown
  }

  current({ projectId, userId }: Owner): Capture | null {
    const held = this.#held.get(userId)
    return held?.facts.projectId === projectId ? held.shown : null
  }

  /** @throws AppError NotFound */
  stop(owner: Owner, id: string): Capture {
    const held = this.#find(owner, id)
    held.stop()
    return held.shown
  }

  /** Path of the complete file. @throws AppError NotFound, CaptureNotComplete */
  file(owner: Owner, id: string): string {
    const held = this.#find(owner, id)
    if (!held.isComplete) throw new AppError('CaptureNotComplete')
    return held.facts.path
  }

  /** Stops it and removes its file. @throws AppError NotFound */
  async discard(owner: Owner, id: string): Promise<void> {
    await this.#remove(this.#find(owner, id))
  }

  async deleteOfProject(projectId: string): Promise<void> {
    for (const held of this.#held.values()) if (held.facts.projectId === projectId) await this.#remove(held)
  }

  async close(): Promise<void> {
    await this.#keeping?.close()
    await Promise.all([...this.#held.values()].map(held => this.#remove(held)))
  }

  /** A machine that the project may not use is like one that does not exist. @throws AppError NotFound */
  async #machine(projectId: string, agentId: string): Promise<CaptureMachine> {
    const found = (await this.#deps.machinesOf(projectId)).find(({ id }) => id === agentId)
    if (found === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
    return found
  }

  #find({ projectId, userId }: Owner, id: string): HeldCapture {
    const held = this.#held.get(userId)
    if (held?.facts.projectId !== projectId || held.facts.id !== id)
      throw new AppError('NotFound', { what: 'capture' })
    return held
  }

  async #remove(held: HeldCapture): Promise<void> {
    const { userId } = held.facts
    if (this.#held.get(userId) === held) this.#held.delete(userId)
    await held.remove()
  }

  async #keep(): Promise<void> {
    const { now, machinesOf } = this.#deps
    for (const held of this.#held.values()) {
      const { projectId, agentId, isOwn } = held.facts
      if (held.removedAt !== null && held.removedAt <= now()) await this.#remove(held)
      else if (held.isUnderWay) {
        const machine = (await machinesOf(projectId)).find(({ id }) => id === agentId)
        const isAllotted = machine !== undefined && (machine.isOwn || !isOwn)
        if (isAllotted) held.keep()
        else held.fail(toldCause('captureNotAllotted'))
      }
    }
  }
}
