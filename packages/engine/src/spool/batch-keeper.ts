/**
 * Keeps a worker's batches also when the disk is full: first in reserved space, then in memory, from which they are
 * sent to the agent directly. Log lines and samples are left out first.
 */

import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Batch } from '@pone/contract/link/batch.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import { SpoolWriter } from './spool.ts'

/** Batches without log and samples take a few KiB each. */
const reserveBytes = 1024 ** 2
/** A full disk is checked again after so many batches, which is about as many seconds. */
const lookAgainAfter = 15
/** Hours of an unreachable server together with a full disk. */
const maxWaiting = 20_000

export const reservePath = (spoolPath: string): string => `${spoolPath}.reserve`

/** Frees the reserved space for the last batch of an ended worker. */
export const releaseReserve = (spoolPath: string): void => rmSync(reservePath(spoolPath), { force: true })

export const isDiskFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')

export class BatchKeeper {
  readonly #spool: SpoolWriter
  readonly #spoolPath: string
  readonly #onUnspooled: (batch: Batch) => void
  /** In order; the agent has received them too. */
  #waiting: Batch[] = []
  #hasReserve: boolean
  #isTight = false
  #sinceLook = 0

  /** `onUnspooled` is called with batches that do not fit into the spool at present. @throws the system's error */
  constructor(spoolPath: string, onUnspooled: (batch: Batch) => void) {
    this.#spoolPath = spoolPath
    this.#onUnspooled = onUnspooled
    this.#spool = new SpoolWriter(spoolPath)
    this.#hasReserve = makeReserve(spoolPath)
  }

  /** Returns whether the spool contains it. @throws the system's error, unless the disk is full */
  keep(batch: Batch): boolean {
    this.#lookAgain()
    if (!this.#isTight && this.#append(batch)) return true
    const note = this.#isTight ? [] : [noteOf(batch)]
    this.#isTight = true
    const slim = { ...batch, errors: batch.errors.map(each => ({ ...each, sample: null })), log: note }
    if (this.#appendWaiting() && this.#appendWithReserve(slim)) return true
    if (this.#waiting.length >= maxWaiting) throw new CauseError('diskFullAndOffline')
    this.#waiting.push(slim)
    this.#onUnspooled(slim)
    return false
  }

  /** The disk may have free space again. */
  #lookAgain(): void {
    if (!this.#isTight || ++this.#sinceLook < lookAgainAfter) return
    this.#sinceLook = 0
    this.#hasReserve ||= makeReserve(this.#spoolPath)
    if (this.#hasReserve && this.#appendWaiting()) this.#isTight = false
  }

  #appendWaiting(): boolean {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!this.#append(next)) return false
      this.#waiting.shift()
    }
    return true
  }

  #appendWithReserve(batch: Batch): boolean {
    if (this.#append(batch)) return true
    if (!this.#hasReserve) return false
    releaseReserve(this.#spoolPath)
    this.#hasReserve = false
    return this.#append(batch)
  }

  #append(batch: Batch): boolean {
    try {
      this.#spool.append(batch)
      return true
    } catch (cause) {
      if (isDiskFull(cause)) return false
      throw cause
    }
  }
}

const noteOf = ({ workerId }: Batch) => ({
  at: Date.now(),
  level: 'warn' as const,
  source: workerId,
  message: toldCause('diskFull'),
})

/** False when there is no room for it. */
function makeReserve(spoolPath: string): boolean {
  try {
    const file = openSync(reservePath(spoolPath), 'w', 0o600)
    try {
      // Written bytes allocate their blocks, which a size alone does not.
      const part = Buffer.alloc(64 * 1024, 0x20)
      for (let at = 0; at < reserveBytes; ) at += writeSync(file, part)
      fsyncSync(file)
      return true
    } finally {
      closeSync(file)
    }
  } catch {
    releaseReserve(spoolPath)
    return false
  }
}
