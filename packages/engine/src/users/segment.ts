/** Divides users (or arrivals) among all workers of a run without messages between them: each computes from its share alone which are its own. */
import type { Share } from '@pone/contract/link/plan.ts'

/**
 * The users 0, 1, 2 … of a run that belong to one share. Users are divided into blocks of `blockSize` (the run's peak);
 * within a block a bit-reversed order spreads neighbours over [0, 1), so that at every moment of a ramp-up each share
 * has close to its part of the running users. Shares that divide [0, 1) without overlap divide the users without
 * overlap, exactly, and a whole block is divided at round(blockSize × from) and round(blockSize × to). A user never
 * changes its owner.
 */
export class Segment {
  readonly blockSize: number
  /** Own users of the first block, ascending. */
  readonly #own: Int32Array

  constructor(blockSize: number, share: Share) {
    this.blockSize = Math.max(1, Math.ceil(blockSize))
    const from = Math.round(this.blockSize * share.from01)
    const to = Math.round(this.blockSize * share.to01)
    this.#own = spreadOrder(this.blockSize).slice(from, to).sort()
  }

  /** Own users with an index below n. */
  countBelow(n: number): number {
    if (n <= 0) return 0
    const blocks = Math.floor(n / this.blockSize)
    return blocks * this.#own.length + lowerBound(this.#own, n % this.blockSize)
  }

  /** Index, in the whole run, of the j-th own user (from 0); -1 when the share is empty. */
  indexAt(j: number): number {
    const perBlock = this.#own.length
    if (perBlock === 0) return -1
    return Math.floor(j / perBlock) * this.blockSize + (this.#own[j % perBlock] ?? 0)
  }

  /** Whether the user with that index belongs to this share. */
  owns(index: number): boolean {
    const at = index % this.blockSize
    return this.#own[lowerBound(this.#own, at)] === at
  }
}

/** The numbers 0 … size − 1 ordered by their reversed bits. */
function spreadOrder(size: number): Int32Array {
  const order = new Int32Array(size)
  const bits = Math.max(0, 32 - Math.clz32(size - 1))
  let filled = 0
  for (let position = 0; position < 2 ** bits; position++) {
    const index = reverseBits(position, bits)
    if (index < size) order[filled++] = index
  }
  return order
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0
  for (let bit = 0; bit < bits; bit++) if (value & (1 << bit)) reversed |= 1 << (bits - 1 - bit)
  return reversed
}

function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
