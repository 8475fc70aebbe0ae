/**
 * Assigns the rows of parameters with unique selection to the workers of a run, in blocks: by the controller for all
 * machines, or within one process. Grants are stored by the request, so that an answer can be repeated; safe in a
 * browser.
 */
import type { RowGrant, RowRequest } from '@pone/contract/link/coordination.ts'

/** Rows that a worker has been given. */
export interface Lease extends Omit<RowGrant, 'isLast'> {
  readonly rowCount: number
  readonly isReusable: boolean
  /** Its worker has ended, and others may use the rows. */
  readonly isGivenBack: boolean
}

interface Space {
  readonly rowCount: number
  /** First row that was never given. */
  next: number
  /** Returned blocks, oldest first. */
  readonly free: Block[]
}
interface Block {
  readonly from: number
  readonly to: number
}

export class RowLeases {
  readonly #spaces = new Map<string, Space>()
  readonly #leases = new Map<string, Lease>()

  /** Restores earlier grants: call with all leases, before anything else. */
  restore(leases: readonly Lease[]): void {
    const held = new Set(leases.filter(({ isGivenBack }) => !isGivenBack).map(placeOf))
    const isFree = new Set<string>()
    for (const lease of leases) {
      this.#leases.set(idOf(lease), lease)
      const space = this.#spaceOf(lease)
      space.next = Math.max(space.next, lease.to)
      const place = placeOf(lease)
      if (!lease.isGivenBack || held.has(place) || isFree.has(place)) continue
      isFree.add(place)
      space.free.push({ from: lease.from, to: lease.to })
    }
  }

  /**
   * Rows for a request; the same ones when it is repeated, unless they have gone to another worker since. The lease
   * must be stored before the grant is sent; null when it was given before, or no row was left.
   */
  grant(request: RowRequest): { grant: RowGrant; lease: Lease | null } {
    const { workerId, key, isReusable } = request
    const space = this.#spaceOf(request)
    const known = this.#leases.get(idOf(request))
    const mayRepeat = known !== undefined && (!known.isGivenBack || takeFrom(space.free, known))
    const { from, to } = mayRepeat ? known : take(space, request.size)
    const isLast = space.next >= space.rowCount && space.free.length === 0
    const given = { workerId, key, request: request.request, from, to }
    const grant = { ...given, isLast }
    if (from === to || known?.isGivenBack === false) return { grant, lease: null }
    const lease = { ...given, rowCount: space.rowCount, isReusable, isGivenBack: false }
    this.#leases.set(idOf(request), lease)
    return { grant, lease }
  }

  /** Makes the reusable rows of workers that have ended available; returns those leases in their new state. */
  giveBack(isGone: (workerId: string) => boolean): Lease[] {
    const back: Lease[] = []
    for (const [id, lease] of this.#leases) {
      if (!lease.isReusable || lease.isGivenBack || !isGone(lease.workerId)) continue
      const changed = { ...lease, isGivenBack: true }
      this.#leases.set(id, changed)
      back.push(changed)
      this.#spaceOf(lease).free.push({ from: lease.from, to: lease.to })
    }
    return back
  }

  /** Rows of a worker counted as lost that another one has by now. */
  countRegiven(workerId: string): number {
    let rows = 0
    for (const lease of this.#leases.values()) {
      if (!lease.isGivenBack || lease.workerId !== workerId) continue
      const isFree = this.#spaceOf(lease).free.some(({ from }) => from === lease.from)
      if (!isFree) rows += lease.to - lease.from
    }
    return rows
  }

  #spaceOf({ key, rowCount }: Pick<RowRequest, 'key' | 'rowCount'>): Space {
    const space = this.#spaces.get(key) ?? { rowCount, next: 0, free: [] }
    this.#spaces.set(key, space)
    return space
  }
}

/** Rows never given come first; returned blocks are given whole. */
function take(space: Space, size: number): Block {
  const { next, rowCount } = space
  if (next >= rowCount) return space.free.shift() ?? { from: rowCount, to: rowCount }
  space.next = Math.min(rowCount, next + size)
  return { from: next, to: space.next }
}

/** Removes the block from the free ones; false when it is not among them. */
function takeFrom(free: Block[], { from }: Block): boolean {
  const at = free.findIndex(block => block.from === from)
  if (at < 0) return false
  free.splice(at, 1)
  return true
}

const idOf = ({ workerId, key, request }: Pick<RowGrant, 'workerId' | 'key' | 'request'>): string =>
  `${workerId} ${key} ${request}`
const placeOf = ({ key, from }: Pick<RowGrant, 'key' | 'from'>): string => `${key} ${from}`
