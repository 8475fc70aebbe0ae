/** Replaces literals of statements and arguments of commands by `?`, since they may be passwords or data of persons. Pure, browser-safe. */
import type { Masking } from '../type.ts'
import type { Records } from './records.ts'

/** Records with the texts of counters that say so masked. */
export function maskRecords(
  counters: readonly {
    readonly key: string
    readonly from?: string | undefined
    readonly masks?: Masking | undefined
  }[],
  records: Records,
): Records {
  const masked = counters.flatMap(({ key, from, masks }) => (masks ? [[from ?? key, masks] as const] : []))
  if (masked.length === 0) return records
  return records.map(record => ({
    ...record,
    ...Object.fromEntries(
      masked.flatMap(([field, masking]) => {
        const text = record[field]
        return text === undefined ? [] : [[field, maskText(text, masking)]]
      }),
    ),
  }))
}

export const maskText = (text: string, masking: Masking): string =>
  masking === 'command' ? maskCommand(text) : maskSql(text, masking)

/** A text that is cut off within a literal is masked to its end. */
const partsOfSql = {
  // Comments; quoted names (kept); literals; dollar-quoted texts; parameters and words (kept); numbers.
  postgresql:
    /(?<comment>\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*)|(?<name>"(?:[^"]|"")*(?:"|$))|(?<literal>\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|(?:\b(?:[bBxXnN]|[uU]&))?'(?:[^']|'')*(?:'|$)|(?<tag>\$[A-Za-z_]*\$)[\s\S]*?(?:\k<tag>|$))|(?<word>\$\d+|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<number>(?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[+-]?\d+)?)/g,
  // Texts in marks of one's own choice, q'[...]'.
  oracle:
    /(?<comment>\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*)|(?<name>"[^"]*(?:"|$))|(?<literal>\b[nN]?[qQ]'(?:\[[\s\S]*?(?:\]'|$)|\{[\s\S]*?(?:\}'|$)|\([\s\S]*?(?:\)'|$)|<[\s\S]*?(?:>'|$)|(?<mark>[^\s])[\s\S]*?(?:\k<mark>'|$))|(?:\b[nN])?'(?:[^']|'')*(?:'|$))|(?<word>:\w+|[A-Za-z_\u0080-\uffff][\w$#\u0080-\uffff]*)|(?<number>(?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[+-]?\d+)?)/g,
  // By a setting of the session, what stands in quotation marks is a name or a text: masked. Comments hold comments.
  sqlserver:
    /(?<comment>\/\*(?:\/\*[\s\S]*?(?:\*\/|$)|(?!\*\/)[\s\S])*(?:\*\/|$)|--[^\n]*)|(?<name>\[(?:[^\]]|\]\])*(?:\]|$))|(?<literal>(?:\b[nN])?'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$))|(?<word>[A-Za-z_@#\u0080-\uffff][\w$@#\u0080-\uffff]*)|(?<number>[$]?(?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[+-]?\d+)?)/g,
  mysql:
    /(?<comment>\/\*[\s\S]*?(?:\*\/|$)|--[ \t][^\n]*|#[^\n]*)|(?<name>`(?:[^`]|``)*(?:`|$))|(?<literal>(?:\b[bBxXnN]|\b_\w+\s*)?(?:'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|"(?:[^"\\]|\\[\s\S]|"")*(?:"|$)))|(?<word>[A-Za-z_@$\u0080-\uffff][\w$\u0080-\uffff]*)|(?<number>(?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[+-]?\d+)?)/g,
} as const

const lists = /\(\s*\?(?:\s*,\s*\?)+\s*\)/g
const repeated = /(\(\?\))(?:\s*,\s*\(\?\))+/g

function maskSql(text: string, dialect: keyof typeof partsOfSql): string {
  const masked = text.replace(partsOfSql[dialect], (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1)
    if (typeof groups !== 'object' || groups === null) return found
    const isOf = (name: string) =>
      Object.entries(groups).some(([key, value]) => key === name && value !== undefined)
    if (isOf('comment')) return ' '
    return isOf('literal') || isOf('number') ? '?' : found
  })
  return masked.replaceAll(/\s+/g, ' ').trim().replaceAll(lists, '(?)').replaceAll(repeated, '$1')
}

/** Commands whose second word is a part of their name. */
const containers = new Set(
  'ACL CLIENT CLUSTER COMMAND CONFIG DEBUG FUNCTION LATENCY MEMORY MODULE OBJECT PUBSUB SCRIPT SLOWLOG XGROUP XINFO'.split(
    ' ',
  ),
)
/** Commands whose first argument is no key. */
const keyless = new Set(
  'AUTH HELLO EVAL EVALSHA EVAL_RO EVALSHA_RO FCALL ECHO PING PUBLISH MIGRATE SELECT'.split(' '),
)

/** `SET user:4711 secret` → `SET user:? ?`: the name of the command, of its key what stands before the first colon, and no argument. */
function maskCommand(text: string): string {
  const [name = '', first, ...others] = text.trim().split(/\s+/)
  if (first === undefined) return name
  const command = name.toUpperCase()
  const rest = others.length > 0 ? ' ?' : ''
  if (containers.has(command)) return `${name} ${/^[A-Za-z]{2,20}$/.test(first) ? first : '?'}${rest}`
  if (keyless.has(command)) return `${name} ?`
  const prefix = /^([A-Za-z][\w.-]{0,40}?):/.exec(first)?.[1]
  const plain = /^[A-Za-z_.-]{1,40}$/.test(first) ? first : '?'
  return `${name} ${prefix === undefined ? plain : `${prefix}:?`}${rest}`
}
