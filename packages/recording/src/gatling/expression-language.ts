/** The expression language of Gatling, `#{name}` and `${name}`. @see https://docs.gatling.io/concepts/session/el/ */
import type { ScriptRecording } from '../script/script-recording.ts'

const expression = /(\\|\$)?[#$]\{([^{}]*)\}/g

/** The text with references; null if it has an expression without a counterpart. @param values of the session that are known */
export function withExpressionLanguage(
  recording: ScriptRecording,
  text: string,
  values: ReadonlyMap<string, string>,
): string | null {
  let made = ''
  let at = 0
  for (const match of text.matchAll(expression)) {
    const [whole, escape, inside = ''] = match
    const reference =
      escape === undefined ? referenceOf(recording, inside.trim(), values) : whole.slice(escape.length)
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
