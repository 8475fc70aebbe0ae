/** A component as text while it is edited as code: what the text says, or what keeps it from being a component. Pure. */

import type { ComponentDocument } from '@pone/contract/entities/component.ts'
import type { Language } from '@pone/contract/errors.ts'
import type { CodeProblem } from '@pone/engine/plan/code/read.ts'
import { typeScriptToDocument } from '@pone/engine/plan/code/typescript-read.ts'
import { documentToTypeScript } from '@pone/engine/plan/code/typescript-write.ts'
import { documentToYaml, yamlToDocument } from '@pone/engine/plan/code/yaml.ts'
import type { CodeMark } from './code-field.tsx'

export const codeLanguages = ['yaml', 'typescript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export interface CodeDraft {
  readonly language: CodeLanguage
  readonly text: string
  /** The document that the text stands for; while the text is broken, the one before. */
  readonly document: ComponentDocument
  /** Empty when the text is a component. */
  readonly problems: readonly CodeProblem[]
  /** Parts of the text that saving leaves out. */
  readonly leftOut: readonly ('name' | 'scenario')[]
}

const writers = { yaml: documentToYaml, typescript: documentToTypeScript } as const
const readers = { yaml: yamlToDocument, typescript: typeScriptToDocument } as const

/** The document as text. */
export const writeCode = (language: CodeLanguage, name: string, document: ComponentDocument): CodeDraft => ({
  language,
  text: writers[language](name, document),
  document,
  problems: [],
  leftOut: [],
})

/** The draft after its text was changed. */
export function readCode(draft: CodeDraft, text: string, name: string): CodeDraft {
  const { component, problems } = readers[draft.language](text)
  if (component === null) return { ...draft, text, problems, leftOut: [] }
  const leftOut = [
    ...(component.name === name ? [] : (['name'] as const)),
    ...(Object.keys(component.scenario).length === 0 ? [] : (['scenario'] as const)),
  ]
  return { ...draft, text, document: component.document, problems, leftOut }
}

/** Problems as the code field marks them. */
export const marksOf = (problems: readonly CodeProblem[], language: Language): CodeMark[] =>
  problems.map(({ position, text }) => ({
    line: position?.line ?? 1,
    column: position?.column ?? 1,
    severity: 'error',
    message: text[language],
  }))
