/** The component as code: YAML or TypeScript, parsed while it is typed; text without errors replaces the document at once. */

import { Alert, Button, Segmented } from 'antd'
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { CodePlace } from '../../../ui/editor/code-marks.ts'
import { useEditor } from '../context/editor-context.ts'
import { type CodeDraft, codeLanguages, marksOf, readCode, writeCode } from './code-draft.ts'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

/** Longer text is parsed only when typing pauses: parsing some thousand lines takes too long to do on every key stroke. */
const readAtOnceLength = 20_000
const pauseMs = 300

interface CodeFormProps {
  readonly name: string
  readonly draft: CodeDraft
  readonly onChange: (draft: CodeDraft) => void
}

export function CodeForm({ name, draft, onChange }: CodeFormProps) {
  const t = useT()
  const language = useSession('language')
  const { state, dispatch, isReadOnly } = useEditor()
  const [goTo, setGoTo] = useState<CodePlace | null>(null)
  const { problems } = draft
  const marks = useMemo(() => marksOf(problems, language), [problems, language])
  const isBroken = problems.length > 0
  /** Text that was typed and is not parsed yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string) => {
    setTyped(null)
    const next = readCode(draft, text, { name, saved: state.saved })
    onChange(next)
    if (next.document !== draft.document)
      dispatch({ kind: 'edit', document: next.document, joinKey: 'code', at: Date.now() })
  }
  const readTyped = () => {
    if (typed !== null) read(typed)
  }
  const onPause = useEffectEvent(readTyped)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(onPause, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div
      className="cd-code-form"
      // Saving, running, undoing and leaving the field must use the text as it is now.
      onBlur={readTyped}
      onKeyDownCapture={event => {
        if (event.ctrlKey || event.metaKey) flushSync(readTyped)
      }}
    >
      <div className="cd-body-bar">
        <Segmented
          value={draft.language}
          disabled={isBroken}
          aria-label={t('component.code.language')}
          options={codeLanguages.map(value => ({ value, label: t(`component.code.${value}`) }))}
          onChange={next => onChange(writeCode(next, name, state.document))}
        />
        <span className="cd-help">{t(`component.code.${draft.language}Help`)}</span>
        <span className="cd-grow" />
        {isBroken && !isReadOnly && (
          <Button size="small" onClick={() => onChange(writeCode(draft.language, name, state.document))}>
            {t('component.code.discard')}
          </Button>
        )}
      </div>
      {isBroken && draft.document !== state.document && (
        <Alert type="warning" showIcon title={t('component.code.changedElsewhere')} />
      )}
      {draft.leftOut.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={draft.leftOut.map(part => t(`component.code.leftOut.${part}`)).join(' ')}
        />
      )}
      <Suspense fallback={<div className="cd-code-loading">{t('state.loading')}</div>}>
        <CodeField
          key={draft.language}
          isFilling
          value={typed ?? draft.text}
          language={draft.language}
          label={t('component.tab.code')}
          isReadOnly={isReadOnly}
          marks={marks}
          goTo={goTo}
          onChange={text => (text.length > readAtOnceLength ? setTyped(text) : read(text))}
        />
      </Suspense>
      {isBroken && <ProblemList problems={problems} onGoTo={setGoTo} />}
    </div>
  )
}

interface ProblemListProps {
  readonly problems: CodeDraft['problems']
  /** A new object each time, so that the same place can be shown again. */
  readonly onGoTo: (place: CodePlace) => void
}

function ProblemList({ problems, onGoTo }: ProblemListProps) {
  const t = useT()
  const language = useSession('language')
  return (
    <ul className="cd-code-problems" aria-label={t('component.code.problems')}>
      {problems.map((problem, index) => (
        // Problems have no id; the list is rebuilt with every change.
        <li key={index}>
          <button
            type="button"
            disabled={problem.position === null}
            onClick={() => problem.position && onGoTo({ ...problem.position })}
          >
            {problem.position && (
              <span className="cd-mono">
                {problem.position.line}:{problem.position.column}
              </span>
            )}
            <span>{problem.text[language]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
