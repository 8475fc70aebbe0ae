/**
 * Whether a statement of a type of one's own only reads: one statement, of reading words, without functions that change
 * or stop the server. The sessions of monitors only read besides. Pure.
 */

import type { Bilingual } from '@pone/schema/bilingual.ts'
import { problemText } from './type-problem.ts'

const beginnings = new Set(['select', 'with', 'show'])

/** Words that change something, wait for locks or write files, wherever they stand unquoted. */
const writingWords = new Set(
  `insert update delete merge truncate drop alter create grant revoke copy call do execute prepare deallocate set reset lock unlock
  into outfile dumpfile vacuum analyze refresh reindex cluster listen notify load handler kill flush shutdown begin commit rollback savepoint`.split(
    /\s+/,
  ),
)

/** Functions with an effect, or that wait. */
const effects = [
  /^pg_(terminate|cancel)_backend$/,
  /^pg_(reload_conf|rotate_logfile\w*|switch_wal|promote|notify|import_system_collations)$/,
  /^pg_(read|ls|stat_reset|stat_statements_reset|sleep|log|logical|create|drop|copy|wal_replay)\w*$/,
  /^pg_(advance|backup|start_backup|stop_backup|replication_(origin|slot))\w*$/,
  /^pg_(try_)?advisory\w*$/,
  /^pg_(file|export|extension_config)\w*$/,
  /^pg_(stat_(file|force)|clear|restore|nextoid|stop_making|sync|hba|ident|buffercache_evict|prewarm)\w*$/,
  /^(binary_upgrade|brin_\w*summarize|gin_clean)\w*$/,
  /^lo_creat$/,
  // Their text is a statement.
  /^(ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table|dblink\w*)$/,
  /^(lo|dblink|xp|sys|lib_mysqludf)_?\w*(exec|eval|import|export|connect|send|put|unlink|create|open|write|truncate|from_bytea)\w*$/,
  /^(set_config|setval|nextval|txid_current|pg_current_xact_id)$/,
  /^(query|cursor|table|schema|database)_to_xml\w*$/,
  /^(sleep|benchmark|load_file|get_lock|release_lock|release_all_locks|sys_exec|sys_eval)$/,
  /^(group_replication|asynchronous_connection_failover|version_tokens|audit_log|audit_api|keyring_key)_\w+$/,
  /^service_(get|release)_\w+$|^wsrep_sync_wait_upto_gtid$/,
  /^(master|source)_(pos|gtid)_wait$|^wait_for_executed_gtid_set$|^wait_until_sql_thread_after_gtids$/,
]

interface Token {
  /** In small letters; of a quoted name what stands between the quotation marks. */
  readonly text: string
  readonly isQuoted: boolean
}

/** Databases count every character beyond ASCII among those of names. */
const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|[eE]?'(?:[^']|'')*'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*)|([\s\S])/uy

/**
 * What each database reads in another way: text to one, a comment or a name to the other; a comment that ends at a
 * carriage return; names whose letters are written as numbers.
 */
const ambiguous: Readonly<Record<'mysql' | 'postgresql', RegExp>> = {
  mysql: /\\['"]|--(?!\s|$)|#|\/\*(?:(?!\*\/)[\s\S])*\/\*|\r(?!\n)|\$\w*\$/,
  postgresql: /\\['"]|--(?!\s|$)|#|\/\*(?:(?!\*\/)[\s\S])*\/\*|\r(?!\n)|[uU]&['"]|`/,
}

/** What is wrong with a statement; null when it only reads. */
export function sqlFault(statement: string, dialect: 'mysql' | 'postgresql'): Bilingual | null {
  if (/\/\*M?[!+]/.test(statement)) return problemText('sqlComment')
  const [unclear] = ambiguous[dialect].exec(statement) ?? []
  const refused = unclear ?? refusedWord(tokensOf(statement))
  return refused === undefined ? null : problemText('notReading', { word: refused })
}

function tokensOf(statement: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  for (let match = tokenPattern.exec(statement); match !== null; match = tokenPattern.exec(statement)) {
    const [, , double, back, word, sign] = match
    const quoted = double ?? back
    if (quoted !== undefined) tokens.push({ text: quoted.toLowerCase(), isQuoted: true })
    else if (word !== undefined) tokens.push({ text: word.toLowerCase(), isQuoted: false })
    else if (sign !== undefined && sign.trim() !== '') tokens.push({ text: sign, isQuoted: false })
  }
  return tokens
}

function refusedWord(tokens: readonly Token[]): string | undefined {
  const [first] = tokens
  if (first === undefined || first.isQuoted || !beginnings.has(first.text)) return first?.text ?? ''
  for (const [index, { text, isQuoted }] of tokens.entries()) {
    // A text or a mark whose end is missing, a variable that is set, a second statement.
    if (!isQuoted && [`'`, '"', '`', '\\', '$'].includes(text)) return text
    if (!isQuoted && text === 'next' && tokens[index + 1]?.text === 'value') return text
    if (text === ':' && tokens[index + 1]?.text === '=') return ':='
    if (!isQuoted && text === ';' && index < tokens.length - 1) return text
    if (!isQuoted && writingWords.has(text)) return text
    if (tokens[index + 1]?.text === '(' && effects.some(pattern => pattern.test(text))) return text
  }
  return undefined
}
