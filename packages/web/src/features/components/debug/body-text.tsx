/** The text of a received body; a click on a value, or a selected part, can become an extractor or a checkpoint. Loaded with the code field. */
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { CodeField, type CodeRange } from '../../../ui/editor/code-field.tsx'
import { pickText } from '../pick/pick.ts'
import { pickInJson, pickInXml } from '../pick/pick-node.ts'
import { PickButtons, type Picking } from '../pick/use-picking.tsx'

interface BodyTextProps {
  readonly text: string
  readonly language: 'json' | 'xml' | 'text'
  /** Not formatted: what stands before and after a part of it is what was received. */
  readonly isAsSent: boolean
  readonly picking: Picking | null
}

export function BodyText({ text, language, isAsSent, picking }: BodyTextProps) {
  const t = useT()
  const [range, setRange] = useState<CodeRange | null>(null)
  const pick = picking && range && pickAt({ text, language, isAsSent }, range)
  return (
    <>
      {picking && (
        <div className="cd-pick-bar" role="status">
          {pick ? (
            <>
              <code className="cd-ellipsis" title={pick.value}>
                {pick.source === 'boundary' ? '' : `${pick.expression} = `}
                {pick.value}
              </code>
              <PickButtons picking={picking} pick={pick} />
            </>
          ) : (
            <span className="cd-help">{t('component.pick.hint')}</span>
          )}
        </div>
      )}
      <CodeField
        value={text}
        language={language}
        label={t('component.debug.response')}
        isReadOnly
        minHeight={40}
        onSelect={setRange}
      />
    </>
  )
}

/** The node at the caret; of a selected part of other texts, the part between what stands around it. */
function pickAt({ text, language, isAsSent }: Omit<BodyTextProps, 'picking'>, { from, to }: CodeRange) {
  if (language === 'json') return pickInJson(text, from)
  if (from === to) return language === 'xml' ? pickInXml(text, from) : null
  return isAsSent ? pickText(text, from, to) : null
}
