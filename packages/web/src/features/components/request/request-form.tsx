/** Properties of an HTTP request: method and address on top, everything else in sections. */

import type { RequestOver, StepOf } from '@pone/plan/steps/registry.ts'
import { type HttpRequest, httpMethods } from '@pone/protocols/http/definition/request.ts'
import { Select, Tabs } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import type { FieldFocus, StepEdit } from '../context/step-context.ts'
import { NameValueTable } from '../fields/name-value-table.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import { BodyEditor } from './body-editor.tsx'
import { CheckpointTable } from './checkpoint-table.tsx'
import { ExtractorTable } from './extractor-table.tsx'
import { commonHeaders } from './http-names.ts'
import { OperationFields } from './operation-fields.tsx'
import { splitQuery } from './split-query.ts'

type Section = 'query' | 'headers' | 'body' | 'checkpoints' | 'extractors' | 'options'

/** The section that contains a field; it is opened when a problem of the field is clicked. */
function sectionOf(field: string): Section | null {
  if (field.startsWith('checkpoints')) return 'checkpoints'
  if (field.startsWith('extractors')) return 'extractors'
  if (field.startsWith('http.query')) return 'query'
  if (field.startsWith('http.headers')) return 'headers'
  if (field.startsWith('http.body')) return 'body'
  return /^http\.(expectedStatuses|\w+TimeoutMs|followRedirects|auth|embeddedResources)/.test(field)
    ? 'options'
    : null
}

interface RequestFormProps {
  readonly step: RequestOver<'http'>
  readonly onEdit: StepEdit<StepOf<'request'>>
  readonly focus: FieldFocus | null
}

export function RequestForm({ step, onEdit, focus }: RequestFormProps) {
  const t = useT()
  const { problems } = useEditor()
  const [section, setSection] = useState<Section>(() => firstSection(step))
  const [followed, setFollowed] = useState(0)
  if (focus !== null && focus.number !== followed) {
    setFollowed(focus.number)
    setSection(sectionOf(focus.field) ?? section)
  }
  const { http } = step
  const setHttp = (changes: Partial<HttpRequest>, field?: string) =>
    onEdit({ ...step, http: { ...http, ...changes } }, field)
  const count = (rows: readonly { enabled?: boolean }[]) => rows.filter(row => row.enabled !== false).length
  const titled = (key: Section, label: string, amount = 0) => {
    const isWrong = problems.some(
      problem =>
        problem.severity !== 'warning' && problem.stepId === step.id && sectionOf(problem.field) === key,
    )
    return (
      <span className={isWrong ? 'cd-tab-wrong' : undefined}>
        {label}
        {amount > 0 && <span className="cd-count">{amount}</span>}
      </span>
    )
  }
  return (
    <>
      <Address step={step} onChange={setHttp} />
      <Tabs
        size="small"
        activeKey={section}
        onChange={key => setSection(key as Section)}
        items={[
          {
            key: 'query',
            label: titled('query', t('component.request.query'), count(http.query)),
            children: <Pairs part="query" step={step} onChange={setHttp} />,
          },
          {
            key: 'headers',
            label: titled('headers', t('component.request.headers'), count(http.headers)),
            children: <Pairs part="headers" step={step} onChange={setHttp} />,
          },
          {
            key: 'body',
            label: titled('body', t('component.request.body'), http.body.kind === 'none' ? 0 : 1),
            children: (
              <BodyEditor
                stepId={step.id}
                body={http.body}
                onChange={(body, field) => setHttp({ body }, field)}
              />
            ),
          },
          {
            key: 'checkpoints',
            label: titled('checkpoints', t('component.checkpoints'), step.checkpoints.length),
            children: <CheckpointTable step={step} onEdit={onEdit} />,
          },
          {
            key: 'extractors',
            label: titled('extractors', t('component.extractors'), step.extractors.length),
            children: <ExtractorTable step={step} onEdit={onEdit} />,
          },
          {
            key: 'options',
            label: titled('options', t('component.request.options')),
            children: <OperationFields step={step} onEdit={onEdit} />,
          },
        ]}
      />
    </>
  )
}

interface AddressProps {
  readonly step: RequestOver<'http'>
  readonly onChange: (changes: Partial<HttpRequest>, field?: string) => void
}

/** Method and address; the query of a pasted address is moved to separate fields. */
function Address({ step, onChange: setHttp }: AddressProps) {
  const t = useT()
  const { problems, isReadOnly } = useEditor()
  const { http } = step
  const urlProblems = problemsAt(problems, `${step.id}:http.url`)
  return (
    <>
      <div className="cd-url" data-field={`${step.id}:http.url`}>
        <Select
          value={http.method}
          disabled={isReadOnly}
          aria-label={t('component.request.method')}
          options={httpMethods.map(method => ({
            value: method,
            label: <span className={`cd-method is-${method}`}>{method}</span>,
          }))}
          onChange={method => setHttp({ method })}
          popupMatchSelectWidth={120}
        />
        <TemplateInput
          isMono
          value={http.url}
          label={t('component.request.url')}
          placeholder={t('component.request.urlPlaceholder')}
          isInvalid={urlProblems.some(problem => problem.severity !== 'warning')}
          onChange={url => {
            const split = splitQuery(http.url, url)
            if (split) setHttp({ url: split.url, query: [...http.query, ...split.query] })
            else setHttp({ url }, 'http.url')
          }}
        />
      </div>
      <ProblemLines problems={urlProblems} />
    </>
  )
}

const offeredNames = { query: [], headers: commonHeaders } as const

function Pairs({ part, step, onChange }: AddressProps & { readonly part: 'query' | 'headers' }) {
  const t = useT()
  return (
    <NameValueTable
      label={t(`component.request.${part}`)}
      rows={step.http[part]}
      path={`${step.id}:http.${part}`}
      names={offeredNames[part]}
      max={200}
      onChange={(rows, field) =>
        onChange({ [part]: rows }, field === undefined ? undefined : `http.${part}.${field}`)
      }
    />
  )
}

function firstSection({ http }: RequestOver<'http'>): Section {
  if (http.body.kind !== 'none') return 'body'
  return http.query.length === 0 && http.headers.length > 0 ? 'headers' : 'query'
}
