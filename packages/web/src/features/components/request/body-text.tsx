/** A text body: the code field, with tool functions to insert and, for JSON, validation and formatting. */

import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { useEditor } from '../context/editor-context.ts'
import { checkJson, formatJson } from './json-template.ts'
import { useSizing } from './use-sizing.ts'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

interface BodyTextProps {
  /** Identifies the text; with another id the field is recreated with its own undo history. */
  readonly id: string
  readonly label: string
  readonly language: 'json' | 'text'
  readonly value: string
  /** If `isTyped` is false, the change is an undo step of its own. */
  readonly onChange: (text: string, isTyped: boolean) => void
}

export function BodyText({ id, label, language, value, onChange }: BodyTextProps) {
  const t = useT()
  const { isReadOnly, offers, chooseFunction } = useEditor()
  const fault = language === 'json' && value.trim() !== '' ? checkJson(value) : null
  const format = () => {
    const formatted = formatJson(value)
    if (formatted === null) notify({ kind: 'warning', text: t('component.body.cannotFormat') })
    else onChange(formatted, false)
  }
  const { box, heightPx, isFull, toggleFull, onKeyDown } = useSizing()
  const fullLabel = t(isFull ? 'component.body.leaveFull' : 'component.body.full')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from the controls inside
    <div
      role="group"
      aria-label={label}
      className={`cd-body-text${isFull ? ' is-full' : ''}`}
      onKeyDown={onKeyDown}
    >
      <div className="cd-body-bar">
        <span className="cd-help">{label}</span>
        <span className="cd-grow" />
        {!isReadOnly && (
          <Button
            size="small"
            onClick={() => chooseFunction(content => onChange(`${value}\${${content}}`, false))}
          >
            {t('component.template.functions')}
          </Button>
        )}
        {language === 'json' && !isReadOnly && (
          <Button size="small" disabled={value.trim() === ''} onClick={format}>
            {t('component.body.format')}
          </Button>
        )}
        <Button
          size="small"
          icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          aria-label={fullLabel}
          title={fullLabel}
          aria-pressed={isFull}
          onClick={toggleFull}
        />
      </div>
      <Suspense fallback={<div className="cd-code-loading">{t('component.loading')}</div>}>
        <div ref={box} className="cd-sized" style={isFull ? undefined : { height: heightPx }}>
          <CodeField
            key={id}
            isFilling
            value={value}
            language={language}
            label={label}
            isReadOnly={isReadOnly}
            offers={offers}
            onChange={next => onChange(next, true)}
          />
        </div>
      </Suspense>
      {fault && (
        <div className="cd-problem-line is-warning" role="status">
          {t('component.body.jsonFault', { line: fault.line, column: fault.column })}
        </div>
      )}
    </div>
  )
}
