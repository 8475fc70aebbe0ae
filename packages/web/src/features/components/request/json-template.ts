/** JSON that contains `${…}`: validated and formatted with the placeholders treated as values, which replace them when the request is sent. */

const holePattern = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g
/** Placeholders, and numbers that parsing and serializing would change: long ones, `1.0`, `1e3`. */
const keptPattern = /\$\{(?:[^{}]|\{[^{}]*\})*\}|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

interface Fault {
  /** From 1. */
  readonly line: number
  readonly column: number
}

/** Replaces placeholders by markers that are valid JSON: plain text inside strings, a string elsewhere. */
function masked(text: string, pattern = holePattern): { json: string; holes: string[]; marks: boolean[] } {
  const holes: string[] = []
  const marks: boolean[] = []
  let isInString = false
  let json = ''
  let at = 0
  const scan = (part: string) => {
    for (let n = 0; n < part.length; n += 1) {
      if (isInString && part[n] === '\\') n += 1
      else if (part[n] === '"') isInString = !isInString
    }
    json += part
  }
  for (const match of text.matchAll(pattern)) {
    if (!match[0].startsWith('$') && String(Number(match[0])) === match[0]) continue
    scan(text.slice(at, match.index))
    const name = `@@${String(holes.length).padStart(Math.max(1, match[0].length - 6), '0')}@@`
    json += isInString ? name : `"${name}"`
    marks.push(isInString)
    holes.push(match[0])
    at = match.index + match[0].length
  }
  scan(text.slice(at))
  return { json, holes, marks }
}

/** Position of the first JSON error; null if the text is valid or empty. */
export function checkJson(text: string): Fault | null {
  if (text.trim() === '') return null
  const { json } = masked(text)
  try {
    JSON.parse(json)
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const given = /line (\d+) column (\d+)/.exec(message)
    if (given) return { line: Number(given[1]), column: Number(given[2]) }
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? json.length)
    const before = json.slice(0, position).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  }
}

/** The JSON indented by two spaces, placeholders unchanged; null if it is invalid. */
export function formatJson(text: string): string | null {
  const { json, holes, marks } = masked(text, keptPattern)
  try {
    const formatted = JSON.stringify(JSON.parse(json), null, 2)
    return formatted.replace(/"?@@0*(\d+)@@"?/g, (mark, number: string) => {
      const hole = holes[Number(number)] ?? ''
      if (marks[Number(number)] === false) return hole
      return `${mark.startsWith('"') ? '"' : ''}${hole}${mark.endsWith('"') ? '"' : ''}`
    })
  } catch {
    return null
  }
}
