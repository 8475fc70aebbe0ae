/** The plans of an agent and their types, as orders for a collector process. */
import type { MonitorPlan } from '@pone/contract/link/monitors.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { CollectorOrder } from '../collector/protocol.ts'

/** The first order of a process. */
export const beginOrder = (
  limits: MachineLimits,
  profilerFolders: readonly string[] = [],
): CollectorOrder => ({
  kind: 'begin',
  profilerFolders: [...profilerFolders],
  limits: {
    slowLogFolders: [...limits.slowLogFolders],
    databaseSockets: [...limits.databaseSockets],
    containerSockets: [...limits.containerSockets],
    jvmAccounts: [...limits.jvmAccounts],
  },
})

export interface Planned {
  readonly plan: MonitorPlan
  readonly type: MonitorType
}

/** Types are told once per process, by a number. */
export class ToldTypes {
  readonly #ids = new Map<string, number>()

  /** The orders that start or change a monitor. */
  ordersFor({ plan, type }: Planned, except: readonly string[]): CollectorOrder[] {
    const text = JSON.stringify(type)
    const known = this.#ids.get(text)
    const id = known ?? this.#ids.size + 1
    this.#ids.set(text, id)
    const { monitorId, params, frequencyMs, ownFrequencyMs } = plan
    const put: CollectorOrder = {
      kind: 'put',
      monitorId,
      typeId: id,
      params,
      frequencyMs,
      ownFrequencyMs,
      except: [...except],
    }
    return known === undefined ? [{ kind: 'type', id, type: JSON.parse(text) }, put] : [put]
  }

  reset(): void {
    this.#ids.clear()
  }
}
