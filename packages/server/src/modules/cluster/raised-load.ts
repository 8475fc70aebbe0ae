/** Whether the machines of an active run have room for a load set by hand, their own users counted once; pure. */
import { AppError } from '@pone/contract/errors.ts'
import type { Allotment } from './capacity.ts'

export interface RaisedLoad {
  readonly runId: string
  readonly users: number
  /** How so many users of the run stand on its machines; on none fewer where there are more in all. */
  readonly allotted: (users: number) => readonly Allotment[]
}

/** `own` is what the run has reserved on the machine, `free` what others leave of it, `own` included. */
export interface DrivenRoom {
  readonly id: string
  readonly own: number
  readonly free: number
}

/** What to reserve; a machine may always keep what it has. @throws AppError RunMachinesExceeded */
export function raisedShares({ users, allotted }: RaisedLoad, rooms: readonly DrivenRoom[]): Allotment[] {
  const most = new Map(rooms.map(({ id, own, free }) => [id, Math.max(own, free)]))
  const fits = (load: number) => allotted(load).every(each => each.users <= (most.get(each.id) ?? 0))
  if (fits(users)) return [...allotted(users)]
  let remaining = 0
  for (let tooMany = users; tooMany - remaining > 1; ) {
    const middle = Math.floor((remaining + tooMany) / 2)
    if (fits(middle)) remaining = middle
    else tooMany = middle
  }
  throw new AppError('RunMachinesExceeded', { wanted: users, remaining, missing: users - remaining })
}
