/** The body of a request: none, JSON with check and formatting, text of any type, or form fields. */
import type { HttpRequest } from '@pone/contract/entities/component/http-request.ts'
import { AutoComplete, Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useEditor } from './editor-context.ts'
import { commonContentTypes } from './http-names.ts'
import { checkJson, formatJson } from './json-template.ts'
import { NameValueTable } from './name-value-table.tsx'
import { ProblemLines } from './problem-lines.tsx'
import { problemsAt } from './problems.ts'

const CodeField = lazy(async () => ({ default: (await import('./code-field.tsx')).CodeField }))

type Body = HttpRequest['body']
interface BodyEditorProps {
  readonly stepId: string
  readonly body: Body
  readonly onChange: (body: Body, field?: string) => void
}

const kinds = ['none', 'json', 'form', 'text'] as const

export function BodyEditor({ stepId, body, onChange }: BodyEditorProps) {
  const t = useT()
  const { isReadOnly, offers, problems, chooseFunction } = useEditor()
  // Switching the kind to and fro must not lose what was typed.
  const [kept, setKept] = useState<Partial<Record<Body['kind'], Body>>>({})
  const text = body.kind === 'json' || body.kind === 'text' ? body.text : ''
  const switchTo = (kind: Body['kind']) => {
    setKept({ ...kept, [body.kind]: body })
    onChange(kept[kind] ?? emptyBody(kind, text))
  }
  const fault = body.kind === 'json' ? checkJson(body.text) : null
  const found = problemsAt(problems, `${stepId}:http.body`)
  return (
    <div className="cd-body" data-field={`${stepId}:http.body`}>
      <div className="cd-body-bar">
        <Segmented
          value={body.kind}
          disabled={isReadOnly}
          aria-label={t('component.request.body')}
          options={kinds.map(kind => ({ value: kind, label: t(`component.body.${kind}`) }))}
          onChange={switchTo}
        />
        {body.kind === 'text' && (
          <AutoComplete
            value={body.contentType}
            disabled={isReadOnly}
            aria-label={t('component.body.contentType')}
            placeholder={t('component.body.contentType')}
            style={{ width: 240 }}
            options={commonContentTypes.map(value => ({ value }))}
            onChange={contentType =>
              onChange({ ...body, contentType: contentType ?? '' }, 'http.body.contentType')
            }
          />
        )}
        <span className="cd-grow" />
        {(body.kind === 'json' || body.kind === 'text') && !isReadOnly && (
          <Button
            size="small"
            onClick={() =>
              chooseFunction(content => onChange({ ...body, text: `${body.text}\${${content}}` }))
            }
          >
            {t('component.template.functions')}
          </Button>
        )}
        {body.kind === 'json' && !isReadOnly && (
          <Button
            size="small"
            disabled={body.text.trim() === ''}
            onClick={() => {
              const formatted = formatJson(body.text)
              if (formatted === null) notify({ kind: 'warning', text: t('component.body.cannotFormat') })
              else onChange({ ...body, text: formatted })
            }}
          >
            {t('component.body.format')}
          </Button>
        )}
      </div>
      {body.kind === 'none' && <div className="cd-hint">{t('component.body.noneHint')}</div>}
      {body.kind === 'form' && (
        <NameValueTable
          label={t('component.body.form')}
          rows={body.fields}
          path={`${stepId}:http.body.fields`}
          max={500}
          onChange={(fields, field) =>
            onChange({ ...body, fields }, field === undefined ? undefined : `http.body.${field}`)
          }
        />
      )}
      {(body.kind === 'json' || body.kind === 'text') && (
        <Suspense fallback={<div className="cd-code-loading">{t('component.loading')}</div>}>
          <CodeField
            key={`${stepId}.${body.kind}`}
            value={body.text}
            language={body.kind === 'json' ? 'json' : 'text'}
            label={t('component.request.body')}
            isReadOnly={isReadOnly}
            offers={offers}
            onChange={next => onChange({ ...body, text: next }, 'http.body.text')}
          />
        </Suspense>
      )}
      {fault && (
        <div className="cd-problem-line is-warning" role="status">
          {t('component.body.jsonFault', { line: fault.line, column: fault.column })}
        </div>
      )}
      <ProblemLines problems={found.filter(problem => !(fault && problem.field === 'http.body.text'))} />
    </div>
  )
}

function emptyBody(kind: Body['kind'], text: string): Body {
  if (kind === 'json') return { kind, text }
  if (kind === 'text') return { kind, contentType: 'text/plain', text }
  return kind === 'form' ? { kind, fields: [] } : { kind: 'none' }
}
