/** What requests of a simulation have in common: base address and headers. @see https://docs.gatling.io/reference/script/http/protocol/ */
import { basicAuthorization } from '../http/base64.ts'
import type { Pair } from '../model/recording.ts'
import type { Expression, Link } from './expressions.ts'
import { itemsOf, leaveLink, pairsOf, resolved, type Simulation, textOf } from './simulation.ts'

export interface Protocol {
  readonly baseUrl: string
  readonly headers: readonly Pair[]
}

export const noProtocol: Protocol = { baseUrl: '', headers: [] }

export const isProtocol = (expression: Expression): boolean =>
  expression.kind === 'chain' &&
  expression.receiver === null &&
  expression.links.length > 1 &&
  expression.links[0]?.name === 'http' &&
  expression.links[0].lists.length === 0

export function protocolOf(simulation: Simulation, expression: Expression): Protocol {
  const of = resolved(simulation, expression)
  let protocol = noProtocol
  for (const link of of.kind === 'chain' ? of.links.slice(1) : []) {
    const part = partOf(simulation, link)
    if (part === null) leaveLink(simulation, link)
    else
      protocol = {
        baseUrl: part.baseUrl ?? protocol.baseUrl,
        headers: [...protocol.headers, ...(part.headers ?? [])],
      }
  }
  return protocol
}

/** null if it has no counterpart, or only a run knows it. */
function partOf(simulation: Simulation, { name, lists, from }: Link): Partial<Protocol> | null {
  const given = lists[0] ?? []
  if (/^baseU(rls?|RL)$/.test(name)) {
    const addresses = itemsOf(simulation, given[0]) ?? given
    const baseUrl = textOf(simulation, addresses[0])
    if (baseUrl !== null && addresses.length > 1)
      simulation.recording.leave(from, 'server', { count: addresses.length, name: baseUrl })
    return baseUrl === null ? null : { baseUrl: baseUrl.replace(/\/+$/, '') }
  }
  const headers = headersOf(simulation, name, given)
  if (headers !== null) return { headers }
  const header = /^([a-z]\w*)Header$/.exec(name)?.[1]
  const value = header === undefined ? null : textOf(simulation, given[0])
  if (header === undefined || value === null) return null
  const words = header.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
  const spelled = words === 'do-Not-Track' ? 'DNT' : words.charAt(0).toUpperCase() + words.slice(1)
  return { headers: [{ name: spelled, value }] }
}

/** Of `header`, `headers` and `basicAuth`, which requests have, too; null for others. */
export function headersOf(simulation: Simulation, name: string, given: readonly Expression[]): Pair[] | null {
  const [first, second] = given
  if (name === 'headers')
    return pairsOf(simulation, first)?.map(([key, value]) => ({ name: key, value })) ?? null
  const [key, value] = [textOf(simulation, first), textOf(simulation, second)]
  if (key === null || value === null) return null
  if (name === 'header') return [{ name: key, value }]
  return name === 'basicAuth' ? [basicAuthorization(`${key}:${value}`)] : null
}
