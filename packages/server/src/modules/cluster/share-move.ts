/** Moves the share of a run's lost machine to other machines of its cluster: selection, and reservation. */
import type { ShareMove } from '@pone/run-control/share-move.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { drivenRun } from '../run/driven-run.ts'
import { type RunOwnership, soleOwner } from '../run/run-ownership.ts'
import { type Allotment, allot, type MachineRoom } from './capacity.ts'

/** Uses the preferred machines first, in proportion to their free capacity, then the others. */
export function chooseTakers(
  users: number,
  preferred: readonly MachineRoom[],
  others: readonly MachineRoom[],
): Allotment[] {
  const roomOf = (machines: readonly MachineRoom[]) =>
    machines.reduce((sum, machine) => sum + machine.remainingUsers, 0)
  const first = allot(Math.min(users, roomOf(preferred)), preferred)
  const left = users - first.reduce((sum, taker) => sum + taker.users, 0)
  return [...first, ...allot(Math.min(left, roomOf(others)), others)]
}

export function createShareMove(options: {
  database: Database
  link: Pick<AgentLink, 'onlineMachines'>
  now: () => number
  /** A server that no longer drives the run reserves nothing for it. */
  ownership?: RunOwnership
}): ShareMove {
  const { database, link, now, ownership = soleOwner } = options
  return {
    reserveMore: ({ runId, clusterId, users, scripts, holding, excluded }) =>
      database.transaction().execute(async transaction => {
        // Locked in the order of their ids, to avoid deadlocks between reservations.
        const rows = await transaction
          .selectFrom('load_machines')
          .innerJoin('cluster_machines', 'cluster_machines.machine_id', 'load_machines.id')
          .select(['id', 'name', 'max_users', 'max_scripts', 'is_in_service', 'revoked_at'])
          .where('cluster_machines.cluster_id', '=', clusterId)
          .orderBy('load_machines.id')
          .forUpdate('load_machines')
          .execute()
        const own = await drivenRun(transaction, ownership, runId).forShare().executeTakeFirst()
        if (own === undefined) return []
        const others = await transaction
          .selectFrom('run_reservations')
          .select(['machine_id as id', 'users', 'scripts'])
          .where('run_id', '!=', runId)
          .execute()
        const reserved = [...others, ...holding.map(each => ({ ...each, scripts }))]
        const held = new Map(holding.map(each => [each.id, each.users]))
        const present = new Set(link.onlineMachines().map(machine => machine.agentId))
        const rooms = rows.flatMap((row): MachineRoom[] => {
          const own = reserved.filter(each => each.id === row.id)
          const total = (figure: (each: (typeof own)[number]) => number) =>
            own.reduce((sum, each) => sum + figure(each), 0)
          const isAble =
            present.has(row.id) && row.is_in_service && row.revoked_at === null && !excluded.includes(row.id)
          const hasScripts = held.has(row.id) || row.max_scripts - total(each => each.scripts) >= scripts
          const remainingUsers = row.max_users - total(each => each.users)
          return isAble && hasScripts && remainingUsers > 0 ? [{ id: row.id, remainingUsers }] : []
        })
        const isPreferred = ({ id }: MachineRoom) => held.has(id)
        const chosen = chooseTakers(
          users,
          rooms.filter(isPreferred),
          rooms.filter(room => !isPreferred(room)),
        )
        if (chosen.length === 0) return []
        for (const { id, users: taken } of chosen) held.set(id, (held.get(id) ?? 0) + taken)
        await transaction.deleteFrom('run_reservations').where('run_id', '=', runId).execute()
        await transaction
          .insertInto('run_reservations')
          .values(
            [...held].map(([machineId, all]) => ({
              run_id: runId,
              machine_id: machineId,
              users: all,
              scripts,
              created_at: now(),
            })),
          )
          .execute()
        const names = new Map(rows.map(row => [row.id, row.name]))
        return chosen.map(({ id, users: taken }) => ({
          agentId: id,
          name: names.get(id) ?? id,
          users: taken,
        }))
      }),
  }
}
