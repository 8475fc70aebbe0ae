/** Code that a README shows, as text: the fenced blocks of a language, and the commands of its shell blocks. */

/** Bodies of the fenced blocks of a language, in their order. */
export function blocksOf(markdown: string, language: string): string[] {
  const blocks: string[] = []
  let block: string[] | null = null
  for (const line of markdown.split('\n')) {
    if (block === null) {
      if (line === `\`\`\`${language}`) block = []
    } else if (line === '```') {
      blocks.push(`${block.join('\n')}\n`)
      block = null
    } else block.push(line)
  }
  return blocks
}

/** Lines of all shell blocks, without their comments. */
export const shellCommandsOf = (markdown: string): string[] =>
  blocksOf(markdown, 'sh')
    .flatMap(block => block.split('\n'))
    .map(line => line.replace(/(^|\s+)#\s.*$/, '').trim())
    .filter(line => line !== '')

/** Files that blocks name in their first line, `# shop.yaml` or `// shop.ts`, by name. */
export function filesOf(markdown: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const language of ['yaml', 'ts']) {
    for (const block of blocksOf(markdown, language)) {
      const name = /^(?:#|\/\/) ([\w.-]+)\n/.exec(block)?.[1]
      if (name !== undefined) files.set(name, block)
    }
  }
  return files
}
