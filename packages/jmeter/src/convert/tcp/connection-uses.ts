/** Which TCP connection a step of a component uses, and after which request it is closed: JMeter has both in the sampler. */
import type { RequestOver, Step } from '@pone/plan/steps/registry.ts'
import { childrenOf } from '@pone/plan/steps/walk.ts'
import type { TcpUse } from '../plan-writer.ts'
import { requestFor, type TcpConnect } from './request-for.ts'

interface Opened {
  readonly connect: TcpConnect
  readonly isKept: boolean
  /** Steps that are done one after the other, each of them. */
  readonly sequence: object
  /** Request of a sampler. */
  last: { readonly use: TcpUse; readonly sequence: object } | null
}

interface Within {
  readonly sequence: object
  readonly isOnce: boolean
  readonly isEnabled: boolean
}

/** By the id of the step; disabled ones change nothing for others. */
export function tcpUses(steps: readonly Step[]): ReadonlyMap<string, TcpUse> {
  const connections = new Connections()
  const visit = (children: readonly Step[], { sequence, isOnce, isEnabled }: Within): void => {
    for (const step of children) {
      const isOn = isEnabled && step.enabled
      if (isTcp(step)) connections.take(step, { sequence, isOnce, isEnabled: isOn })
      else {
        const own = step.kind === 'transaction' ? sequence : {}
        visit(childrenOf(step), {
          sequence: own,
          isOnce: isOnce || step.kind === 'once',
          isEnabled: isOn,
        })
      }
    }
  }
  visit(steps, { sequence: {}, isOnce: false, isEnabled: true })
  return connections.end()
}

class Connections {
  readonly #uses = new Map<string, TcpUse>()
  readonly #open = new Map<string, Opened>()
  /** Also those that are closed, for steps that are disabled behind that. */
  readonly #known = new Map<string, Pick<TcpUse, 'connect' | 'isKept'>>()

  take({ id, tcp }: RequestOver<'tcp'>, { sequence, isOnce, isEnabled }: Within): void {
    const opened = this.#open.get(tcp.connection)
    if (tcp.kind === 'connect') {
      const own = { connect: tcp, isKept: isOnce && tcp.keptFor === 'user' }
      this.#uses.set(id, { ...own, closes: false })
      if (isEnabled || !this.#known.has(tcp.connection)) this.#known.set(tcp.connection, own)
      if (!isEnabled) return
      closeAfterLast(opened, sequence)
      this.#open.set(tcp.connection, { ...own, sequence, last: null })
      return
    }
    const found = isEnabled ? opened : (opened ?? this.#known.get(tcp.connection))
    const use: TcpUse = { connect: found?.connect, isKept: found?.isKept ?? false, closes: false }
    this.#uses.set(id, use)
    if (!isEnabled || opened === undefined) return
    if (tcp.kind === 'close') {
      use.closes = closeAfterLast(opened, sequence)
      this.#open.delete(tcp.connection)
    } else if (typeof requestFor(tcp, opened.connect) === 'object') opened.last = { use, sequence }
  }

  /** A connection of an iteration ends with it. */
  end(): ReadonlyMap<string, TcpUse> {
    for (const opened of this.#open.values()) closeAfterLast(opened, opened.sequence)
    return this.#uses
  }
}

/** Whether the last request over it is certain to come, and no other after it. */
function closeAfterLast(opened: Opened | undefined, sequence: object): boolean {
  if (opened === undefined || opened.isKept || opened.last?.sequence !== sequence) return false
  opened.last.use.closes = true
  return true
}

export const isTcp = (step: Step): step is RequestOver<'tcp'> =>
  step.kind === 'request' && step.protocol === 'tcp'

/** Steps without a sampler of their own: JMeter connects and closes within a request. */
export const isWithinRequest = (step: Step): boolean =>
  isTcp(step) && (step.tcp.kind === 'connect' || step.tcp.kind === 'close')

/** Holds nothing but steps without a sampler of their own. */
export function isOnlyWithinRequests(step: Step): boolean {
  if (isWithinRequest(step)) return true
  const children = childrenOf(step)
  return step.kind === 'once' && children.length > 0 && children.every(isWithinRequest)
}
