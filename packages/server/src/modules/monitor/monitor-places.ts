/** Where the targets of a project's monitors are on the network. */
import { type NetworkAddress, targetAddresses } from '@pone/monitors/target-address.ts'
import { isBoundToMachine } from '@pone/monitors/type.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { MonitorRepository } from './monitor.repository.ts'

/** A monitor with the addresses of its target. */
export interface MonitorPlace {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly addresses: readonly NetworkAddress[]
  /** The machine that collects it, which its loopback addresses mean; null: none. */
  readonly machineId: string | null
}

/** By name. */
export async function monitorPlaces(
  {
    monitors,
    types,
  }: { readonly monitors: Pick<MonitorRepository, 'all'>; readonly types: Pick<MonitorTypes, 'of'> },
  projectId: string,
): Promise<MonitorPlace[]> {
  const rows = await monitors.all(projectId)
  const typeOf = await types.of(rows)
  return rows.map(row => {
    const type = typeOf(row)
    const machineId = row.agent_id ?? row.collector_id
    const addresses =
      type === undefined ? [] : targetAddresses(type, row.params, isBoundToMachine(type, row.params))
    return { id: row.id, name: row.name, type: row.type, addresses, machineId }
  })
}
