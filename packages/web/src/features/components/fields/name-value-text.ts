/** Names and values as lines of text, for editing many at once and for pasting from developer tools. */
import type { NameValue } from '@pone/schema/template.ts'

/** One `name: value` line per row; disabled rows start with `//`. */
export function rowsToText(rows: readonly NameValue[]): string {
  return rows.map(row => `${row.enabled ? '' : '// '}${row.name}: ${row.value}`).join('\n')
}

/** Parses lines `name: value`, `name=value` or `name<tab>value`; empty lines are skipped. */
export function rowsFromText(text: string): NameValue[] {
  return text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => {
      const isOff = /^\s*\/\//.test(line)
      const bare = line.replace(/^\s*\/\/\s?/, '')
      const cut = /:\s|:$|\t|=|:/.exec(bare)
      if (!cut) return { name: bare.trim(), value: '', enabled: !isOff }
      return {
        name: bare.slice(0, cut.index).trim(),
        value: bare.slice(cut.index + cut[0].length).trim(),
        enabled: !isOff,
      }
    })
}
