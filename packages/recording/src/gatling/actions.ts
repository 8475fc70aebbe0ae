/** Follows the chain of a scenario: requests, pauses, groups and loops. @see https://docs.gatling.io/concepts/scenario/ */
import type { Expression, Link } from './expressions.ts'
import type { Protocol } from './protocol.ts'
import { readRequest } from './requests.ts'
import {
  itemsOf,
  leaveLink,
  millisecondsOf,
  numberOf,
  rawTextOf,
  resolved,
  type Simulation,
} from './simulation.ts'

const maxDepth = 100
const maxActions = 50_000
/** Of a loop over constants that is followed pass by pass. */
const maxPasses = 100

/** What runs its contents as often as only a run knows. */
const loops = new Set([
  'forever',
  'during',
  'asLongAs',
  'asLongAsDuring',
  'doWhile',
  'doWhileDuring',
  'foreach',
  'tryMax',
])
const conditions = new Set([
  'doIf',
  'doIfOrElse',
  'doIfEquals',
  'doIfEqualsOrElse',
  'doSwitch',
  'doSwitchOrElse',
  'randomSwitch',
  'randomSwitchOrElse',
  'uniformRandomSwitch',
  'roundRobinSwitch',
])
/** What holds the contents of another action, in Java and Kotlin. */
const holders = new Set(['on', 'then', 'orElse', 'endIf', 'onMatch'])

export class Actions {
  readonly #simulation: Simulation
  readonly #protocol: Protocol
  #depth = 0
  #count = 0

  constructor(simulation: Simulation, protocol: Protocol) {
    this.#simulation = simulation
    this.#protocol = protocol
  }

  /** A chain, or a name of one. */
  run(expression: Expression): void {
    const { recording } = this.#simulation
    const of = resolved(this.#simulation, expression)
    this.#count += 1
    if (this.#count > maxActions) return recording.left.add('', 'scriptTooLong', { limit: maxActions })
    if (this.#depth >= maxDepth) return recording.leave(expression.from, 'scriptTooDeep', { limit: maxDepth })
    this.#depth += 1
    if (of.kind !== 'chain' || of.receiver !== null) this.#leave(expression)
    else if (of.links[0]?.name === 'http') readRequest(this.#simulation, of, this.#protocol)
    else this.#runLinks(of.links)
    this.#depth -= 1
  }

  #leave(expression: { readonly from: number; readonly to: number }): void {
    const { recording } = this.#simulation
    recording.leave(expression.from, 'computed', { code: recording.codeOf(expression) })
  }

  #runLinks(links: readonly Link[]): void {
    const [first] = links
    let at = 0
    if (first !== undefined && first.name === 'scenario') at = 1
    else if (first !== undefined && !isAction(first.name)) {
      // A chain that another name begins, as `Search.search.pause(1)` or `search.pause(1)`.
      const names = links.findIndex(({ lists }) => lists.length > 0)
      const begin = links[(names < 0 ? links.length : names) - 1]
      const known = begin === undefined ? undefined : this.#simulation.definitions.get(begin.name)
      if (known === undefined) return this.#leave({ from: first.from, to: links.at(-1)?.to ?? first.to })
      this.run(known)
      at = names < 0 ? links.length : names
    }
    for (; at < links.length; at++) {
      const link = links[at]
      const next = links[at + 1]
      const holder = next !== undefined && holders.has(next.name) ? next : null
      if (link !== undefined) this.#act(link, holder)
      if (holder !== null) at += 1
    }
  }

  #act(link: Link, holder: Link | null): void {
    const { name, lists, from } = link
    const { recording } = this.#simulation
    const given = lists[0] ?? []
    const contents = holder?.lists[0] ?? lists[1] ?? []
    if (name === 'exec') return this.#all(given)
    if (name === 'pause') return this.#pause(link)
    if (name === 'group') {
      recording.enter(rawTextOf(this.#simulation, given[0]) ?? '')
      this.#all(contents)
      return recording.leaveLast()
    }
    if (name === 'repeat') return this.#repeat(link, contents)
    if (name === 'foreach' && this.#forEach(link, contents)) return
    if (name === 'exitBlockOnFail') {
      leaveLink(this.#simulation, link)
      return this.#all(holder === null ? given : contents)
    }
    if (name === 'feed') {
      const code = given[0] === undefined ? '' : firstTextIn(resolved(this.#simulation, given[0]))
      return recording.leave(from, 'dataFile', { name: (code || recording.codeOf(link)).slice(0, 200) })
    }
    if (conditions.has(name)) return recording.leave(from, 'condition', { code: recording.codeOf(link) })
    if (!loops.has(name)) return leaveLink(this.#simulation, link)
    const { requests } = recording
    this.#all(contents.length > 0 ? contents : given)
    if (recording.requests > requests) recording.leave(from, 'unknownLoop')
    else leaveLink(this.#simulation, link)
  }

  #all(expressions: readonly Expression[]): void {
    for (const expression of expressions) this.run(expression)
  }

  #pause(link: Link): void {
    const [first, second] = (link.lists[0] ?? []).map(each => millisecondsOf(this.#simulation, each))
    if (typeof first !== 'number' || second === null) return leaveLink(this.#simulation, link)
    this.#simulation.recording.pause(first, Math.max(first, second ?? first))
  }

  /** Whether it is a loop over constants. */
  #forEach({ lists }: Link, contents: readonly Expression[]): boolean {
    const [list, given] = lists[0] ?? []
    const name = rawTextOf(this.#simulation, given)
    const values = itemsOf(this.#simulation, list)?.map(item => rawTextOf(this.#simulation, item)) ?? []
    const known = values.filter(value => value !== null)
    if (name === null || known.length === 0 || known.length < values.length || known.length > maxPasses)
      return false
    this.#passes(name, known, contents)
    return true
  }

  /** Whether the simulation takes it of the session anywhere. */
  #isUsed(name: string): boolean {
    return new RegExp(`[#$]\\{${RegExp.escape(name)}\\}`).test(this.#simulation.text)
  }

  #passes(name: string, values: readonly string[], contents: readonly Expression[]): void {
    const session = this.#simulation.values
    const before = session.get(name)
    for (const value of values) {
      session.set(name, value)
      this.#all(contents)
    }
    if (before === undefined) session.delete(name)
    else session.set(name, before)
  }

  #repeat(link: Link, contents: readonly Expression[]): void {
    const { recording } = this.#simulation
    const count = numberOf(this.#simulation, link.lists[0]?.[0])
    const counter = rawTextOf(this.#simulation, link.lists[0]?.[1])
    if (count !== null && counter !== null && count <= maxPasses && this.#isUsed(counter))
      return this.#passes(
        counter,
        Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => String(at)),
        contents,
      )
    if (count === null) {
      this.#all(contents)
      return recording.leave(link.from, 'unknownLoop')
    }
    recording.enter('', { kind: 'loop', count: Math.max(0, Math.floor(count)) })
    this.#all(contents)
    recording.leaveLast()
  }
}

const isAction = (name: string): boolean =>
  ['exec', 'pause', 'group', 'repeat', 'feed', 'exitBlockOnFail', 'pace', 'rendezVous'].includes(name) ||
  loops.has(name) ||
  conditions.has(name)

/** The first text in a chain, such as the name of the file of a feeder. */
function firstTextIn(expression: Expression): string {
  if (expression.kind === 'text') return expression.text
  if (expression.kind !== 'chain') return ''
  for (const { lists } of expression.links) {
    const text = lists[0]?.[0]
    if (text?.kind === 'text') return text.text
  }
  return ''
}
