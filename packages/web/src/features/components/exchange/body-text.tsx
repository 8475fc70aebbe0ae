/** The text of a received body; a click on a value, or a selected part, can become an extractor or a checkpoint. Loaded with the code field. */
import { useState } from 'react'
import { CodeField, type CodeRange } from '../../../ui/editor/code-field.tsx'
import { pickText } from '../pick/pick.ts'
import { pickInJson, pickInXml } from '../pick/pick-node.ts'
import type { ValueActions } from '../pick/value-actions.ts'

interface BodyTextProps {
  readonly text: string
  readonly language: 'json' | 'xml' | 'text'
  /** Not formatted: what stands before and after a part of it is what was received. */
  readonly isAsSent: boolean
  readonly label: string
  readonly values: ValueActions | null
  /** Selected from outside; each request is a new object. */
  readonly selected: CodeRange | null
}

export function BodyText({ text, language, isAsSent, label, values, selected }: BodyTextProps) {
  const [range, setRange] = useState<CodeRange | null>(null)
  const pick = values && range && pickAt({ text, language, isAsSent }, range)
  return (
    <>
      {values && (
        <div className="cd-pick-bar" role="status">
          {pick ? (
            <>
              <code className="cd-ellipsis" title={pick.value}>
                {pick.source === 'boundary' ? '' : `${pick.expression} = `}
                {pick.value}
              </code>
              {values.actionsOf(pick)}
            </>
          ) : (
            <span className="cd-help">{values.hint}</span>
          )}
        </div>
      )}
      <CodeField
        value={text}
        language={language}
        label={label}
        isReadOnly
        minHeight={40}
        onSelect={setRange}
        selected={selected}
      />
    </>
  )
}

/** The node at the caret; of a selected part of other texts, the part between what stands around it. */
function pickAt(
  { text, language, isAsSent }: Pick<BodyTextProps, 'text' | 'language' | 'isAsSent'>,
  { from, to }: CodeRange,
) {
  if (language === 'json') return pickInJson(text, from)
  if (from === to) return language === 'xml' ? pickInXml(text, from) : null
  return isAsSent ? pickText(text, from, to) : null
}
