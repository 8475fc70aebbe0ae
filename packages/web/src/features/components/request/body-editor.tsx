/** The body of a request: none, JSON, form, multipart, text, a file, GraphQL or a SOAP envelope. */
import type { HttpBody } from '@pone/protocols/http/definition/request.ts'
import { AutoComplete, Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { AttachmentField } from '../fields/attachment-field.tsx'
import { Field } from '../fields/field.tsx'
import { NameValueTable } from '../fields/name-value-table.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import { BodyText } from './body-text.tsx'
import { commonContentTypes } from './http-names.ts'
import { MultipartTable } from './multipart-table.tsx'

interface BodyEditorProps {
  readonly stepId: string
  readonly body: HttpBody
  readonly onChange: (body: HttpBody, field?: string) => void
}

const kinds = ['none', 'json', 'form', 'multipart', 'text', 'binary', 'graphql', 'soap'] as const

export function BodyEditor({ stepId, body, onChange }: BodyEditorProps) {
  const t = useT()
  const { isReadOnly, problems } = useEditor()
  // Switching the kind and back must not lose what was typed.
  const [kept, setKept] = useState<Partial<Record<HttpBody['kind'], HttpBody>>>({})
  const switchTo = (kind: HttpBody['kind']) => {
    setKept({ ...kept, [body.kind]: body })
    onChange(kept[kind] ?? emptyBody(kind, textOf(body)))
  }
  const found = problemsAt(problems, `${stepId}:http.body`)
  const isTyped = body.kind === 'text' || body.kind === 'binary'
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
        {isTyped && (
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
      </div>
      <BodyFields stepId={stepId} body={body} onChange={onChange} />
      <ProblemLines problems={found.filter(problem => !hasOwnPlace(problem.field))} />
    </div>
  )
}

/** Problems shown elsewhere already: in the row of a table, at the file, or for invalid JSON with line and column. */
const hasOwnPlace = (field: string) => /^http\.body\.(fields\.\d|(text|variables|fileId)$)/.test(field)

function BodyFields({ stepId, body, onChange }: BodyEditorProps) {
  const t = useT()
  switch (body.kind) {
    case 'none':
      return <div className="cd-hint">{t('component.body.noneHint')}</div>
    case 'form':
      return (
        <NameValueTable
          label={t('component.body.form')}
          rows={body.fields}
          path={`${stepId}:http.body.fields`}
          max={500}
          onChange={(fields, field) =>
            onChange({ ...body, fields }, field === undefined ? undefined : `http.body.${field}`)
          }
        />
      )
    case 'multipart':
      return (
        <MultipartTable
          fields={body.fields}
          path={`${stepId}:http.body.fields`}
          onChange={(fields, field) =>
            onChange({ ...body, fields }, field === undefined ? undefined : `http.body.fields.${field}`)
          }
        />
      )
    case 'binary':
      return (
        <div className="cd-form">
          <Field
            path={`${stepId}:http.body.fileId`}
            label={t('component.body.file')}
            help={t('component.body.fileHelp')}
          >
            <AttachmentField
              label={t('component.body.chooseFile')}
              kind="body"
              fileId={body.fileId}
              onChange={file => onChange({ ...body, fileId: file.id })}
            />
          </Field>
        </div>
      )
    case 'graphql':
      return <GraphqlFields stepId={stepId} body={body} onChange={onChange} />
    case 'soap':
      return <SoapFields stepId={stepId} body={body} onChange={onChange} />
    default:
      return (
        <BodyText
          id={`${stepId}.${body.kind}`}
          label={t('component.request.body')}
          language={body.kind === 'json' ? 'json' : 'text'}
          value={body.text}
          onChange={(text, isTyped) => onChange({ ...body, text }, isTyped ? 'http.body.text' : undefined)}
        />
      )
  }
}

interface KindProps<K extends HttpBody['kind']> extends Omit<BodyEditorProps, 'body'> {
  readonly body: Extract<HttpBody, { kind: K }>
}

function GraphqlFields({ stepId, body, onChange }: KindProps<'graphql'>) {
  const t = useT()
  return (
    <>
      <BodyText
        id={`${stepId}.graphql`}
        label={t('component.graphql.query')}
        language="text"
        value={body.query}
        onChange={(query, isTyped) => onChange({ ...body, query }, isTyped ? 'http.body.query' : undefined)}
      />
      <BodyText
        id={`${stepId}.graphql.variables`}
        label={t('component.graphql.variables')}
        language="json"
        value={body.variables}
        onChange={(variables, isTyped) =>
          onChange({ ...body, variables }, isTyped ? 'http.body.variables' : undefined)
        }
      />
      <div className="cd-form">
        <Field label={t('component.graphql.operationName')} help={t('component.graphql.operationNameHelp')}>
          <TemplateInput
            isMono
            value={body.operationName}
            label={t('component.graphql.operationName')}
            onChange={operationName => onChange({ ...body, operationName }, 'http.body.operationName')}
          />
        </Field>
      </div>
    </>
  )
}

function SoapFields({ stepId, body, onChange }: KindProps<'soap'>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <>
      <div className="cd-form">
        <Field label={t('component.soap.version')} help={t('component.soap.versionHelp')}>
          <Segmented
            value={body.version}
            disabled={isReadOnly}
            aria-label={t('component.soap.version')}
            options={['1.1', '1.2']}
            onChange={version => onChange({ ...body, version: version === '1.2' ? '1.2' : '1.1' })}
          />
        </Field>
        <Field label={t('component.soap.action')} help={t('component.soap.actionHelp')}>
          <TemplateInput
            isMono
            value={body.action}
            label={t('component.soap.action')}
            onChange={action => onChange({ ...body, action }, 'http.body.action')}
          />
        </Field>
      </div>
      <BodyText
        id={`${stepId}.soap`}
        label={t('component.soap.envelope')}
        language="text"
        value={body.envelope}
        onChange={(envelope, isTyped) =>
          onChange({ ...body, envelope }, isTyped ? 'http.body.envelope' : undefined)
        }
      />
    </>
  )
}

function textOf(body: HttpBody): string {
  if (body.kind === 'json' || body.kind === 'text') return body.text
  return body.kind === 'soap' ? body.envelope : ''
}

function emptyBody(kind: HttpBody['kind'], text: string): HttpBody {
  switch (kind) {
    case 'none':
      return { kind }
    case 'json':
      return { kind, text }
    case 'text':
      return { kind, contentType: 'text/plain', text }
    case 'form':
    case 'multipart':
      return { kind, fields: [] }
    case 'binary':
      return { kind, fileId: '', contentType: 'application/octet-stream' }
    case 'graphql':
      return { kind, query: '', variables: '', operationName: '' }
    case 'soap':
      return { kind, version: '1.1', action: '', envelope: text || emptyEnvelope }
  }
}

const emptyEnvelope = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">
  <soapenv:Body>
  </soapenv:Body>
</soapenv:Envelope>`
