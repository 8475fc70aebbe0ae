/** Splits a POSIX shell command into its words, and a script into its cURL commands; pure. */

/** One piece of a command: a continued line, an escaped character, a quoted part, whitespace between words, or plain text. */
const piecePattern =
  /(?<continued>[\\^](?:\r\n|\r|\n))|\\(?<escaped>[\s\S]?)|\$'(?<ansi>(?:\\[\s\S]|[^'\\])*)'?|'(?<single>[^']*)'?|"(?<double>(?:\\[\s\S]|[^"\\])*)"?|(?<blanks>\s+)|(?<plain>[^\s\\^'"$]+|[\s\S])/g

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' }

/** The text between `$'` and `'`, with escapes such as `\n` and `\u4e2d` decoded. */
const unescapeAnsi = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (ansiEscapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** The text between double quotes, where a backslash escapes a few characters only. */
const unescapeDouble = (text: string): string => text.replaceAll(/\\\n/g, '').replaceAll(/\\(["\\$`])/g, '$1')

/** Words of the command: quotes, `$'…'`, backslashes and continued lines; an unclosed quote extends to the end. */
export function splitShellWords(command: string): string[] {
  const words: string[] = []
  let word: string | undefined
  for (const { groups: piece = {} } of command.matchAll(piecePattern)) {
    if (piece['continued'] !== undefined) continue
    if (piece['blanks'] !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    const { escaped, single, ansi, double, plain } = piece
    const quoted = ansi === undefined ? double && unescapeDouble(double) : unescapeAnsi(ansi)
    word = `${word ?? ''}${escaped ?? single ?? quoted ?? plain ?? ''}`
  }
  return word === undefined ? words : [...words, word]
}

/**
 * The cURL commands of a text, as browsers copy all requests of a page: separated by line ends, `;` or `&`, also those
 * of cmd. Separators within quotes, and before anything but a further cURL command, are part of a command.
 */
export function splitCurlCommands(text: string): string[] {
  const starts: number[] = []
  // Whether a separator, and nothing but blanks and a prompt after it, precedes the piece.
  let isStart = true
  for (const { 0: piece, index, groups = {} } of text.matchAll(piecePattern)) {
    if (isStart && /^curl(\.exe)?$/.test(piece)) starts.push(index)
    const { blanks } = groups
    if (blanks !== undefined) isStart ||= /[\r\n]/.test(blanks)
    else if (piece !== '$') isStart = groups['plain'] !== undefined && /[;&]$/.test(piece)
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1]).replace(/[\s;&$]+$/, ''))
}
