/** Replaces single values in a JSON text, which need not be valid and keeps its form. */

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null|[[\]{}]/g

export interface JsonLeaf {
  /** Of the object that holds it, or of the list that it is an element of; empty without one. */
  readonly key: string
  /** Of a text without its quotes and escapes. */
  readonly value: string
  readonly isText: boolean
}

/** @param change gives the new text as it stands in the file, quotes included; null keeps the old one */
export function replaceJsonLeaves(text: string, change: (leaf: JsonLeaf) => string | null): string {
  /** Keys of the open lists; null for an object. */
  const open: (string | null)[] = []
  let key = ''
  const keyHere = () => open.at(-1) ?? key
  return text.replaceAll(token, (whole, quoted: string | undefined, colon: string | undefined) => {
    if (whole === '[' || whole === '{') {
      open.push(whole === '[' ? keyHere() : null)
      key = ''
    } else if (whole === ']' || whole === '}') {
      open.pop()
      key = ''
    } else if (quoted !== undefined && colon !== undefined) key = unquoted(quoted)
    else {
      const leaf = {
        key: keyHere(),
        value: quoted === undefined ? whole : unquoted(quoted),
        isText: quoted !== undefined,
      }
      key = ''
      // Neither true nor false nor null is worth a change.
      if (leaf.isText || /\d/.test(whole)) return change(leaf) ?? whole
    }
    return whole
  })
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return json.slice(1, -1)
  }
}

/** As it stands between the quotes of a JSON text. */
export const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1)
