/** What the parts that understand a simulation share: what is gathered of it, and what its names stand for. */
import type { ScriptRecording } from '../script/script-recording.ts'
import { type Session, withExpressionLanguage } from './expression-language.ts'
import type { Expression, Link } from './expressions.ts'

export interface Simulation extends Session {
  readonly recording: ScriptRecording
  /** Expressions by the names that the script gives them. */
  readonly definitions: ReadonlyMap<string, Expression>
  readonly text: string
  readonly values: Map<string, string>
}

const maxReferences = 20

/** What a name stands for, if it stands alone or behind the names of what it is a part of, as `Search.search`. */
export function resolved({ definitions }: Simulation, expression: Expression): Expression {
  let found = expression
  for (let count = 0; count < maxReferences; count++) {
    const name = nameOf(found)
    const next = name === null ? undefined : definitions.get(name)
    if (next === undefined || next === found) return found
    found = next
  }
  return found
}

/** The last name of a chain that calls nothing; null for others. */
export function nameOf(expression: Expression): string | null {
  if (expression.kind !== 'chain' || expression.receiver !== null) return null
  return expression.links.every(({ lists }) => lists.length === 0)
    ? (expression.links.at(-1)?.name ?? null)
    : null
}

/** The text of a constant, as the script has it; null if it is none. */
export function rawTextOf(
  simulation: Simulation,
  expression: Expression | undefined,
  depth = 0,
): string | null {
  if (expression === undefined || depth > maxReferences) return null
  const of = resolved(simulation, expression)
  if (of.kind === 'number') return String(of.value)
  if (of.kind === 'pair' && of.sign === '+') {
    const [left, right] = [of.left, of.right].map(each => rawTextOf(simulation, each, depth + 1))
    return left === null || right === null || left === undefined || right === undefined ? null : left + right
  }
  if (of.kind !== 'text') return null
  return of.isInterpolated ? interpolated(simulation, of.text, depth) : of.text
}

/** With the constants that it names; null if one is none. */
function interpolated(simulation: Simulation, text: string, depth: number): string | null {
  let isKnown = true
  const made = text.replaceAll(/\$\$|\$\{(\w+)\}|\$(\w+)/g, (whole, braced?: string, plain?: string) => {
    const name = braced ?? plain
    if (name === undefined) return '$'
    const value = simulation.definitions.get(name)
    const constant = rawTextOf(simulation, value, depth + 1)
    if (constant === null) isKnown = false
    return constant ?? whole
  })
  return isKnown ? made : null
}

/** The text with references in place of expressions of Gatling; null if only a run knows it. */
export function textOf(simulation: Simulation, expression: Expression | undefined): string | null {
  const raw = rawTextOf(simulation, expression)
  return raw === null ? null : withExpressionLanguage(simulation.recording, raw, simulation)
}

export const numberOf = (simulation: Simulation, expression: Expression | undefined): number | null => {
  const of = expression === undefined ? undefined : resolved(simulation, expression)
  return of?.kind === 'number' ? of.value : null
}

const unitsMs: Readonly<Record<string, number | undefined>> = {
  millisecond: 1,
  milli: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/** Of `5`, `5.seconds`, `500 milliseconds`, `Duration.ofMinutes(1)`, `{amount: 5, unit: "seconds"}`; null if it is none. */
export function millisecondsOf(simulation: Simulation, expression: Expression | undefined): number | null {
  const of = expression === undefined ? undefined : resolved(simulation, expression)
  if (of === undefined) return null
  if (of.kind === 'number') return of.value * 1_000
  if (of.kind === 'fields') {
    const fields = new Map(of.pairs)
    const amount = numberOf(simulation, fields.get('amount'))
    const unit = unitsMs[(rawTextOf(simulation, fields.get('unit')) ?? '').replace(/s$/, '')]
    return amount === null || unit === undefined ? null : amount * unit
  }
  if (of.kind !== 'chain') return null
  const last = of.links.at(-1)
  if (of.receiver !== null && of.links.length === 1) {
    const amount = numberOf(simulation, of.receiver)
    const unit = unitsMs[(last?.name ?? '').replace(/s$/, '')]
    return amount === null || unit === undefined ? null : amount * unit
  }
  const unit = unitsMs[(last?.name ?? '').replace(/^of/, '').replace(/s$/, '').toLowerCase()]
  const amount = numberOf(simulation, last?.lists[0]?.[0])
  return of.links[0]?.name !== 'Duration' || unit === undefined || amount === null ? null : amount * unit
}

/** Tells a call that has no counterpart. */
export const leaveLink = ({ recording }: Simulation, link: Link): void =>
  recording.leave(link.from, 'scriptOption', { name: link.name })

/** Of a list in any of the languages; null if it is none. */
export function itemsOf(
  simulation: Simulation,
  expression: Expression | undefined,
): readonly Expression[] | null {
  const of = expression === undefined ? undefined : resolved(simulation, expression)
  if (of?.kind === 'items') return of.items
  const call = of?.kind === 'chain' ? of.links.at(-1) : undefined
  return call !== undefined && /^(Seq|List|Vector|of|asList|listOf)$/.test(call.name)
    ? (call.lists[0] ?? [])
    : null
}

/** Names with values, of a map or a list of pairs in any of the languages; null if one is not known. */
export function pairsOf(
  simulation: Simulation,
  expression: Expression | undefined,
): readonly (readonly [string, string])[] | null {
  const of = expression === undefined ? undefined : resolved(simulation, expression)
  const entries = of === undefined ? null : entriesOf(of)
  if (entries === null) return null
  const pairs = entries.map(([name, value]) => [
    typeof name === 'string' ? name : rawTextOf(simulation, name),
    textOf(simulation, value),
  ])
  return pairs.every((pair): pair is [string, string] => pair.every(each => each !== null)) ? pairs : null
}

function entriesOf(of: Expression): (readonly [string | Expression, Expression | undefined])[] | null {
  if (of.kind === 'fields') return [...of.pairs]
  const call = of.kind === 'chain' ? of.links.at(-1) : undefined
  if (call === undefined || !/^(Map|Seq|List|of|ofEntries|mapOf|asList|listOf)$/.test(call.name)) return null
  const items = call.lists[0] ?? []
  const pairs = items.map(pairIn)
  const known = pairs.filter(pair => pair !== null)
  if (known.length === items.length) return known
  return call.name === 'of'
    ? items.flatMap((each, at) => (at % 2 === 0 ? [[each, items[at + 1]] as const] : []))
    : null
}

/** `"a" -> "b"`, `"a" to "b"` and `Map.entry("a", "b")`. */
function pairIn(item: Expression): readonly [Expression, Expression | undefined] | null {
  if (item.kind === 'pair') return [item.left, item.right]
  const call = item.kind === 'chain' ? item.links.at(-1) : undefined
  const [name, value] = call !== undefined && /entry$/i.test(call.name) ? (call.lists[0] ?? []) : []
  return name === undefined ? null : [name, value]
}
