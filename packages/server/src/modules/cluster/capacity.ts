/** How many users machines can drive, and how a run's users are distributed among them: pure arithmetic. */

const usersPerCore = 2_000
/** Memory per virtual user, a generous estimate. */
const bytesPerUser = 256 * 1024

/** Default user limit of a machine until an administrator sets another one, e.g. from a calibration: 2,000 users per core, fewer if memory is below 256 KiB per user. */
export function defaultMaxUsers(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores * usersPerCore, Math.floor(memoryBytes / bytesPerUser)))
}

const leastScripts = 16
const scriptsPerCore = 4

/** Default limit of concurrent scripts of a machine until an administrator sets another one: 4 per core, at least 16. */
export const defaultMaxScripts = (cores: number): number => Math.max(leastScripts, cores * scriptsPerCore)

export interface MachineRoom {
  readonly id: string
  readonly remainingUsers: number
}

export interface Allotment {
  readonly id: string
  readonly users: number
}

/**
 * Distributes `users` in proportion to the free capacity of each machine by the largest-remainder method, in the machines'
 * order; machines that get none are omitted. `users` must not exceed the total free capacity.
 */
export function allot(users: number, machines: readonly MachineRoom[]): Allotment[] {
  const room = machines.reduce((sum, machine) => sum + machine.remainingUsers, 0)
  if (room <= 0) return []
  const exact = machines.map(machine => (users * machine.remainingUsers) / room)
  const whole = exact.map(Math.floor)
  const missing = users - whole.reduce((sum, each) => sum + each, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const topUp = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return machines
    .map((machine, index) => ({ id: machine.id, users: (whole[index] ?? 0) + (topUp.has(index) ? 1 : 0) }))
    .filter(allotment => allotment.users > 0)
}

export interface MachineShare extends Allotment {
  readonly from01: number
  readonly to01: number
}

/** Converts allotments to consecutive intervals of [0, 1], each as long as its share of the users. */
export function segment(allotments: readonly Allotment[]): MachineShare[] {
  const total = allotments.reduce((sum, each) => sum + each.users, 0)
  let before = 0
  return allotments.map(allotment => {
    const from01 = before / total
    before += allotment.users
    return { ...allotment, from01, to01: before / total }
  })
}
