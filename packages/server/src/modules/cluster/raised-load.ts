/** Whether the machines of an active run have capacity for a manual load, with the run's own users counted once; pure. */
import { AppError } from '@pone/contract/errors.ts'
import type { Allotment } from './capacity.ts'

export interface RaisedLoad {
  readonly runId: string
  readonly users: number
  /** Users per machine for a total number of users of the run; a higher total never gives a machine fewer users. */
  readonly allotted: (users: number) => readonly Allotment[]
}

/** `own` is what the run has reserved on the machine, `free` is what other runs leave of it, including `own`. */
export interface DrivenRoom {
  readonly id: string
  readonly own: number
  readonly free: number
}

/** The reservations; a machine may always keep its present one. @throws AppError RunMachinesExceeded */
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
