/** The component as text, for the section that edits it as code. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useMemo, useState } from 'react'
import { type CodeDraft, writeCode } from '../code/code-draft.ts'

interface CodeDraftOf {
  readonly name: string
  readonly document: ComponentDocument
  /** The section is open. */
  readonly isShown: boolean
}

export function useCodeDraft({ name, document, isShown }: CodeDraftOf) {
  const [code, setCode] = useState<CodeDraft | null>(null)
  const problemCount = code?.problems.length ?? 0
  const isBroken = problemCount > 0
  // Text without errors follows every other change; text with errors stays until the user corrects it.
  const draft = useMemo(
    () =>
      !isShown || (code !== null && (isBroken || code.document === document))
        ? code
        : writeCode(code?.language ?? 'yaml', name, document),
    [isShown, code, isBroken, name, document],
  )
  return { draft, setCode, problemCount, isBroken }
}
