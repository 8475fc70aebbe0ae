/** The protocols that a component uses, each opened when the first of its steps is compiled; users open a session of each on first use. */

import { settingsOf } from '@pone/plan/settings/protocol-settings.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import { protocolClient } from '@pone/protocols/clients.ts'
import type { ProtocolName } from '@pone/protocols/definitions.ts'
import type { ComponentContext, ComponentProtocol, Session, SessionUser } from '@pone/protocols/protocol.ts'

/** Options with which they are opened. */
export type ProtocolOptions = Omit<
  ComponentContext,
  'settings' | 'connectTimeoutMs' | 'responseTimeoutMs'
> & {
  readonly settings: RunSettings
}

export class ComponentProtocols {
  readonly #options: ProtocolOptions
  readonly #slots = new Map<ProtocolName, number>()
  readonly #opened: ComponentProtocol[] = []

  constructor(options: ProtocolOptions) {
    this.#options = options
  }

  /** Index of the protocol's session in users of the component. @throws Error with a sentence for the user */
  slotOf(name: ProtocolName): number {
    const known = this.#slots.get(name)
    if (known !== undefined) return known
    const { settings, ...rest } = this.#options
    const { connectTimeoutMs, responseTimeoutMs } = settings
    const context = { ...rest, settings: settingsOf(settings, name), connectTimeoutMs, responseTimeoutMs }
    const slot = this.#opened.push(protocolClient(name).open(context)) - 1
    this.#slots.set(name, slot)
    return slot
  }

  /** The protocol of an index that slotOf returned. */
  at(slot: number): ComponentProtocol {
    const protocol = this.#opened[slot]
    if (protocol === undefined) throw new RangeError(`no protocol has the slot ${slot}`)
    return protocol
  }

  openSession(slot: number, user: SessionUser): Session {
    return this.at(slot).openSession(user)
  }
}
