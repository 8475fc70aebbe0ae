/** Prints the problems of a component, a line per problem, in the language of the terminal. */

import type { Position } from '@pone/plan/code/read.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'

/** Chinese where the terminal's language is Chinese, else English. */
export function terminalLanguage(env: NodeJS.ProcessEnv = process.env): Language {
  return /^zh/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'zh' : 'en'
}

/** E.g. `shop.yaml:12:7 steps.0.http.url: Enter the address`. */
export function explainProblems(
  source: string,
  problems: readonly {
    readonly position: Position | null
    readonly field: string
    readonly text: Bilingual
  }[],
  language = terminalLanguage(),
): string[] {
  return problems.map(({ position, field, text }) => {
    const place = position === null ? source : `${source}:${position.line}:${position.column}`
    return `${place}${field === '' ? '' : ` ${field}`}: ${text[language]}`
  })
}
