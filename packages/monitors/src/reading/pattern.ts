/** Regular expressions of types of one's own: RE2, whose time grows only with the length of the text. */
import { RE2JS } from 're2js'

/** Steps of a compiled expression; what it costs is steps × characters at most. */
export const maxPatternSteps = 2_000

/** An expression that was read: its named groups, and how many steps it has. */
export interface ReadPattern {
  readonly groups: readonly string[]
  readonly steps: number
}

/** Or what the engine says against it. */
export function readPattern(expression: string): ReadPattern | { readonly problem: string } {
  try {
    const compiled = compile(expression)
    return { groups: Object.keys(compiled.namedGroups()), steps: compiled.programSize() }
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message.replace('error parsing regexp: ', '') : '' }
  }
}

/** The named groups of every match, in order, `limit` of them at most. @throws RE2JSException for an expression that is none */
export function matchesOf(text: string, expression: string, limit: number): Record<string, string>[] {
  const compiled = compile(expression)
  const groups = Object.entries(compiled.namedGroups())
  const matcher = compiled.matcher(text)
  const found: Record<string, string>[] = []
  while (found.length < limit && matcher.find())
    found.push(
      Object.fromEntries(
        groups.flatMap(([name, index]) => {
          const value = matcher.group(index)
          return value === null || value === undefined ? [] : [[name, value]]
        }),
      ),
    )
  return found
}

const compile = (expression: string): RE2JS => RE2JS.compile(expression, RE2JS.MULTILINE)
