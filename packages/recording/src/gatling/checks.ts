/** Checks of Gatling as checkpoints and extractors. @see https://docs.gatling.io/concepts/checks/ */
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import type { TakenValue } from '../script/script-recording.ts'
import { variableOf } from './expression-language.ts'
import type { Expression, Link } from './expressions.ts'
import { numberOf, rawTextOf, resolved, type Simulation } from './simulation.ts'

type Source = Checkpoint['source']

/** What a check looks at. */
interface Looked {
  /** null where no checkpoint looks at it. */
  readonly checked: { readonly source: Source; readonly expression: string } | null
  readonly taken: TakenValue | null
  /** What it demands if nothing else is said. */
  readonly isFound: readonly [operator: Checkpoint['operator'], expected: string]
}

export function readCheck(simulation: Simulation, request: number, expression: Expression): void {
  const { recording } = simulation
  const of = resolved(simulation, expression)
  const links = of.kind === 'chain' && of.receiver === null ? of.links : []
  const [first, ...more] = links
  const looked = first === undefined ? null : lookedAt(simulation, first)
  const made = looked === null ? null : new Check(simulation, looked).read(more)
  if (made === null)
    return recording.left.add(recording.placeAt(expression.from), 'scriptCheck', {
      name: recording.codeOf(expression),
    })
  for (const status of made.statuses) recording.expectStatus(request, status)
  for (const rule of made.rules) recording.check(request, rule)
  if (made.variable !== null && looked?.taken !== null && looked !== null)
    recording.takenAs(request, { ...looked.taken, match: made.match }, variableOf(made.variable))
}

/** null for what neither checkpoints nor extractors see. */
function lookedAt(simulation: Simulation, { name, lists }: Link): Looked | null {
  const [argument, second] = lists[0] ?? []
  const text = rawTextOf(simulation, argument)
  const exists = ['exists', ''] as const
  const of = (source: Source, expression: string): Looked => ({
    checked: { source, expression },
    taken: null,
    isFound: exists,
  })
  if (name === 'status') return of('status', '')
  if (name === 'responseTimeInMillis') return of('responseTime', '')
  if (name === 'bodyString') return of('body', '')
  if (name === 'bodyLength') return of('size', '')
  // Values of the session in it are not known.
  if (text === null || /[#$]\{/.test(text)) return null
  switch (name) {
    case 'regex':
      return {
        ...of('regex', text),
        taken: { source: 'regex', expression: text, group: /\((?!\?)/.test(text) ? 1 : 0 },
      }
    case 'jsonPath':
    case 'header':
      return { ...of(name, text), taken: { source: name, expression: text } }
    case 'css': {
      const attribute = second === undefined ? '' : rawTextOf(simulation, second)
      if (attribute === null) return null
      const taken = { source: 'css' as const, expression: text, attribute }
      return attribute === '' ? { ...of('css', text), taken } : { checked: null, taken, isFound: exists }
    }
    case 'xpath':
      return { ...of('xpath', text), taken: { source: 'xpath', expression: text } }
    case 'substring':
      return { checked: { source: 'body', expression: '' }, taken: null, isFound: ['contains', text] }
    default:
      return null
  }
}

const comparisons: Readonly<Record<string, Checkpoint['operator'] | undefined>> = {
  is: 'equals',
  shouldBe: 'equals',
  not: 'notEquals',
  lt: 'less',
  lte: 'lessOrEqual',
  gt: 'greater',
  gte: 'greaterOrEqual',
}

/** Kotlin, of which `in` is a keyword, has another name for it. */
const isListed = (name: string): boolean => name === 'in' || name === 'within'

interface Rule {
  readonly source: Source
  readonly expression: string
  readonly operator: Checkpoint['operator']
  readonly expected: string
}

class Check {
  readonly #simulation: Simulation
  readonly #looked: Looked
  readonly #rules: Rule[] = []
  readonly #statuses: number[] = []
  #match = 1
  #variable: string | null = null

  constructor(simulation: Simulation, looked: Looked) {
    this.#simulation = simulation
    this.#looked = looked
  }

  /** null if a part of it has no counterpart. */
  read(links: readonly Link[]) {
    const isDemanded = links.some(({ name }) => name in comparisons || isListed(name))
    if (!links.every(link => this.#take(link))) return null
    const { checked, isFound } = this.#looked
    // A value that is taken has to be there in any case.
    if (!isDemanded && this.#variable === null) {
      if (checked === null) return null
      this.#rules.push({ ...checked, operator: isFound[0], expected: isFound[1] })
    }
    return { rules: this.#rules, statuses: this.#statuses, variable: this.#variable, match: this.#match }
  }

  #take({ name, lists }: Link): boolean {
    const [argument] = lists[0] ?? []
    switch (name) {
      case 'find': {
        const position = argument === undefined ? 0 : numberOf(this.#simulation, argument)
        this.#match = (position ?? 0) + 1
        return position !== null && position < 10_000
      }
      case 'findRandom':
        this.#match = 0
        return argument === undefined
      case 'findAll':
        this.#match = -1
        return true
      case 'exists':
      case 'notNull':
      case 'name':
        return true
      case 'saveAs':
        this.#variable = rawTextOf(this.#simulation, argument)
        return this.#variable !== null && this.#looked.taken !== null
      default:
        return this.#compare(name, lists[0] ?? [])
    }
  }

  #compare(name: string, given: readonly Expression[]): boolean {
    const { checked } = this.#looked
    const values = given.map(each => rawTextOf(this.#simulation, each))
    const [expected = null] = values
    const operator = comparisons[name]
    if (checked === null || expected === null || values.some(value => value === null || /[#$]\{/.test(value)))
      return false
    if (isListed(name)) {
      // Other statuses fail the request before a checkpoint sees them.
      if (checked.source !== 'status' || values.some(value => !/^[123]\d\d$/.test(value ?? ''))) return false
      this.#rules.push({ ...checked, operator: 'matches', expected: `^(${values.join('|')})$` })
      return true
    }
    if (operator === undefined) return false
    if (checked.source === 'status' && operator === 'equals') {
      if (!/^[1-5]\d\d$/.test(expected)) return false
      this.#statuses.push(Number(expected))
    } else this.#rules.push({ ...checked, operator, expected })
    return true
  }
}
