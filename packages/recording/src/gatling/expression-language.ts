/** The expression language of Gatling, `#{name}` and `${name}`. @see https://docs.gatling.io/concepts/session/el/ */
import type { ScriptRecording } from '../script/script-recording.ts'

const expression = /(\\|\$)?([#$])\{([^{}]*)\}/g

/** What is known of the sessions of a simulation. */
export interface Session {
  /** While loops over constants are followed. */
  readonly values: ReadonlyMap<string, string>
  /** `${name}` is an expression, too, as in versions before 3.7; simulations that have `#{name}` send it as it is. */
  readonly hasDollar: boolean
}

/** The text with references; null if it has an expression without a counterpart. */
export function withExpressionLanguage(
  recording: ScriptRecording,
  text: string,
  { values, hasDollar }: Session,
): string | null {
  let made = ''
  let at = 0
  for (const match of text.matchAll(expression)) {
    const [whole, escape = '', sign, inside = ''] = match
    const isExpression = escape === '' && (sign === '#' || hasDollar)
    const reference = isExpression
      ? referenceOf(recording, inside.trim(), values)
      : hasDollar
        ? whole.slice(escape.length)
        : whole
    if (reference === null) return null
    made += recording.literal(text.slice(at, match.index)) + reference
    at = match.index + whole.length
  }
  return made + recording.literal(text.slice(at))
}

/** The name of a variable for one of Gatling. */
export const variableOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(?![A-Za-z_])/, '_')
    .slice(0, 60)

function referenceOf(
  recording: ScriptRecording,
  inside: string,
  values: ReadonlyMap<string, string>,
): string | null {
  const value = values.get(inside)
  if (value !== undefined) return recording.literal(value)
  if (/^[\w-]+$/.test(inside)) return recording.variable(variableOf(inside), null)
  const [, name = '', given = ''] = /^(\w+)\(([\d\s,]*)\)$/.exec(inside) ?? []
  const [first, second] = given.split(',').map(each => each.trim())
  switch (name) {
    case 'currentTimeMillis':
      return recording.computed('${timestamp()}')
    case 'randomUuid':
    case 'randomSecureUuid':
      return recording.computed('${uuid()}')
    case 'randomInt':
      // The second bound is left out.
      return first === undefined || first === '' || second === undefined
        ? null
        : recording.computed(`\${randomInt(${first}, ${Number(second) - 1})}`)
    case 'randomAlphanumeric':
      return first === undefined || first === '' ? null : recording.computed(`\${randomString(${first})}`)
    default:
      return null
  }
}
