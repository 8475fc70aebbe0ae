/** The requests of a simulation: of the scenarios that `setUp` injects users into, with their load and its assertions. */
import type { RecordedLoad, Recording } from '../model/recording.ts'
import { ScriptRecording } from '../script/script-recording.ts'
import { Actions } from './actions.ts'
import { ruleOfAssertion } from './assertions.ts'
import { type Expression, ExpressionReader, type Link } from './expressions.ts'
import { loadOf } from './load.ts'
import { isProtocol, noProtocol, type Protocol, protocolOf } from './protocol.ts'
import { leaveLink, rawTextOf, resolved, type Simulation } from './simulation.ts'
import { type ScriptLanguage, tokensOf } from './tokens.ts'

const maxRules = 50
/** Tokens of a type between a name and its value. */
const maxTypeTokens = 12

export function readSimulation(text: string): Recording {
  const recording = new ScriptRecording(text)
  const language = languageOf(text)
  const tokens = tokensOf(text, language)
  if (tokens === null) {
    recording.left.add('', 'entryTooLarge', { limit: 5 })
    return recording.end('gatling')
  }
  const reader = new ExpressionReader(tokens, language === 'scala' || language === 'kotlin')
  const definitions = new Map<string, Expression>()
  const setUps: Expression[] = []
  while (reader.token !== undefined) {
    const { token, at } = reader
    const valueAt = token.kind === 'name' ? valueOffset(reader) : null
    if (token.kind === 'name' && token.text === 'setUp' && reader.is('(', 1)) setUps.push(reader.read(false))
    else if (valueAt !== null) {
      reader.at += valueAt
      const value = reader.read(false)
      if (!definitions.has(token.text)) definitions.set(token.text, value)
    }
    if (reader.at === at) reader.at += 1
  }
  const values = new Map<string, string>()
  const simulation = { recording, definitions, text, values, hasDollar: !text.includes('#{') }
  const populations = setUps.flatMap(setUp => populationsOf(simulation, setUp))
  if (populations.length > 0) new Reading(simulation).readAll(populations, setUps)
  else new Reading(simulation).readAll(scenariosIn(definitions), [])
  return recording.end('gatling')
}

function languageOf(text: string): ScriptLanguage {
  if (/@gatling\.io\//.test(text)) return 'javascript'
  if (!/io\.gatling\.javaapi/.test(text)) return 'scala'
  return /^\s*class\s+\w+\s*:\s*Simulation|^\s*(import\s+[\w.*]+\s*$)/m.test(text) ? 'kotlin' : 'java'
}

/** Tokens from a name to its value, as of `name = value` and `name: Type = value`; null without one. */
function valueOffset(reader: ExpressionReader): number | null {
  if (reader.is('=', 1)) return 2
  if (reader.is('(', 1) && reader.is(')', 2) && reader.is('=', 3)) return 4
  if (!reader.is(':', 1)) return null
  for (let offset = 2; offset < maxTypeTokens; offset++) {
    if (reader.is('=', offset)) return offset + 1
    if ([')', '{', '}', ';', '('].some(sign => reader.is(sign, offset))) return null
  }
  return null
}

/** A scenario with the users that are injected into it. */
interface Population {
  readonly scenario: Expression
  readonly injected: Link | null
  readonly links: readonly Link[]
}

const isInjection = ({ name }: Link): boolean => /^inject(Open|Closed)?$/.test(name)

function populationsOf(simulation: Simulation, setUp: Expression): Population[] {
  const [call] = setUp.kind === 'chain' ? setUp.links : []
  return (call?.lists[0] ?? []).flatMap(each => {
    const of = resolved(simulation, each)
    const at = of.kind === 'chain' ? of.links.findIndex(isInjection) : -1
    const injected = of.kind === 'chain' ? of.links[at] : undefined
    if (of.kind !== 'chain' || injected === undefined || at === 0) {
      simulation.recording.leave(each.from, 'computed', { code: simulation.recording.codeOf(each) })
      return []
    }
    return [{ scenario: { ...of, links: of.links.slice(0, at) }, injected, links: of.links.slice(at + 1) }]
  })
}

/** Of a file without `setUp`. */
const scenariosIn = (definitions: ReadonlyMap<string, Expression>): Population[] =>
  [...definitions.values()]
    .filter(each => each.kind === 'chain' && each.receiver === null && each.links[0]?.name === 'scenario')
    .map(scenario => ({ scenario, injected: null, links: [] }))

class Reading {
  readonly #simulation: Simulation

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  readAll(populations: readonly Population[], setUps: readonly Expression[]): void {
    const { recording } = this.#simulation
    const [first, ...more] = populations
    const common = setUps.flatMap(setUp => (setUp.kind === 'chain' ? setUp.links.slice(1) : []))
    const protocol = this.#protocolOf([...populations.flatMap(({ links }) => links), ...common])
    if (first !== undefined && more.length > 0 && first.injected !== null)
      recording.leave(first.injected.from, 'severalLoads', { count: populations.length })
    for (const { scenario } of populations) {
      if (more.length > 0) recording.enter(this.#titleOf(scenario))
      new Actions(this.#simulation, protocol).run(scenario)
      if (more.length > 0) recording.leaveLast()
    }
    for (const link of [...populations.flatMap(({ links }) => links), ...common])
      if (link.name !== 'protocols' && link.name !== 'assertions') leaveLink(this.#simulation, link)
    const load = first === undefined || more.length > 0 ? null : this.#loadOf(first)
    const sla = this.#rulesOf(common)
    if (load !== null || sla.length > 0) recording.load = { ...load, ...(sla.length > 0 && { sla }) }
  }

  #titleOf(scenario: Expression): string {
    const of = resolved(this.#simulation, scenario)
    const [start] = of.kind === 'chain' ? of.links : []
    return (start === undefined ? null : rawTextOf(this.#simulation, start.lists[0]?.[0])) ?? ''
  }

  /** The one that is named, else the first of the file. */
  #protocolOf(links: readonly Link[]): Protocol {
    const named = links.flatMap(({ name, lists }) => (name === 'protocols' ? (lists[0] ?? []) : []))
    const candidates = [
      ...named.map(each => resolved(this.#simulation, each)),
      ...this.#simulation.definitions.values(),
    ]
    const protocol = candidates.find(isProtocol)
    return protocol === undefined ? noProtocol : protocolOf(this.#simulation, protocol)
  }

  #loadOf({ injected }: Population): RecordedLoad | null {
    if (injected === null) return null
    const load = loadOf(this.#simulation, injected.lists[0] ?? [])
    const { recording } = this.#simulation
    if (load === null) recording.leave(injected.from, 'scriptLoad', { name: recording.codeOf(injected) })
    return load
  }

  #rulesOf(links: readonly Link[]) {
    const assertions = links.flatMap(({ name, lists }) => (name === 'assertions' ? (lists[0] ?? []) : []))
    return assertions.flatMap((assertion, at) => {
      const rule = at < maxRules ? ruleOfAssertion(this.#simulation, assertion, String(at + 1)) : null
      const { recording } = this.#simulation
      if (rule === null) recording.leave(assertion.from, 'threshold', { name: recording.codeOf(assertion) })
      return rule ?? []
    })
  }
}
