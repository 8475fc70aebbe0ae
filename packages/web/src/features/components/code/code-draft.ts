/** A component as text while it is edited as code: the document that the text describes, or the problems in the text. Pure. */

import type { CodeProblem } from '@pone/plan/code/read.ts'
import { typeScriptToDocument } from '@pone/plan/code/typescript-read.ts'
import { documentToTypeScript } from '@pone/plan/code/typescript-write.ts'
import { documentToYaml, yamlToDocument } from '@pone/plan/code/yaml.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'

import type { CodeMark } from '../../../ui/editor/code-marks.ts'
import { maskedWithoutValue, storedSecretNames } from '../model/stored-secrets.ts'

export const codeLanguages = ['yaml', 'typescript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export interface CodeDraft {
  readonly language: CodeLanguage
  readonly text: string
  /** The document that the text describes; while the text has errors, the last valid one. */
  readonly document: ComponentDocument
  /** Empty when the text is a component. */
  readonly problems: readonly CodeProblem[]
  /** Parts of the text that saving leaves out. */
  readonly leftOut: readonly ('name' | 'scenario')[]
}

const writers = { yaml: documentToYaml, typescript: documentToTypeScript } as const
const readers = { yaml: yamlToDocument, typescript: typeScriptToDocument } as const

/** Limits the list, as one missing bracket can cause an error in every line of a long text. */
const maxProblems = 100

/** The document as text. */
export const writeCode = (language: CodeLanguage, name: string, document: ComponentDocument): CodeDraft => ({
  language,
  text: writers[language](name, document),
  document,
  problems: [],
  leftOut: [],
})

/** The draft after its text was changed; `saved` is the document as the server has it. */
export function readCode(
  draft: CodeDraft,
  text: string,
  { name, saved }: { readonly name: string; readonly saved: ComponentDocument },
): CodeDraft {
  const { component, problems } = readers[draft.language](text)
  if (component === null) return { ...draft, text, problems: problems.slice(0, maxProblems), leftOut: [] }
  const masked = maskedWithoutValue(component.document, storedSecretNames(saved))
  if (masked.length > 0) {
    const lost = masked.map(index => ({
      position: component.positionOf(null, `variables.${index}.value`),
      field: `variables.${index}.value`,
      text: maskText(component.document.variables[index]?.name ?? ''),
    }))
    return { ...draft, text, problems: lost, leftOut: [] }
  }
  const leftOut = [
    ...(component.name === name ? [] : (['name'] as const)),
    ...(Object.keys(component.scenario).length === 0 ? [] : (['scenario'] as const)),
  ]
  return { ...draft, text, document: component.document, problems, leftOut }
}

const maskText = (name: string): Bilingual => ({
  zh: `“${name}”没有已保存的保密值可以对应这串圆点（改了名称，或不再保密），请输入它的值`,
  en: `The dots stand for a stored secret, and none is stored as “${name}” (it was renamed or is no longer secret): type its value`,
})

/** Problems as markers of the code field. */
export const marksOf = (problems: readonly CodeProblem[], language: Language): CodeMark[] =>
  problems.map(({ position, text }) => ({
    line: position?.line ?? 1,
    column: position?.column ?? 1,
    severity: 'error',
    message: text[language],
  }))
