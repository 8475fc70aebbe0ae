/** Widgets of forms that need the component around them: texts with variables, files of the project, secrets, code. */

import { isReference } from '@pone/plan/component/credentials.ts'
import { scriptMembers } from '@pone/plan/functions/script-api.ts'
import type { NameValue } from '@pone/schema/template.ts'
import { Input } from 'antd'
import { Suspense, useMemo } from 'react'
import type { Language } from '../../../lib/i18n.ts'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { CodeMark } from '../../../ui/editor/code-marks.ts'
import type { FieldWith, FormHost, FrameProps, WidgetProps } from '../../../ui/form/form-host.ts'
import { textOf } from '../../../ui/form/widgets/text-widgets.tsx'
import { useEditor } from '../context/editor-context.ts'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { type FieldProblem, problemsAt } from '../problems/problems.ts'
import { AttachmentField } from './attachment-field.tsx'
import { CredentialInput } from './credential-input.tsx'
import { Field } from './field.tsx'
import { NameValueTable } from './name-value-table.tsx'
import { TemplateInput } from './template-input.tsx'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

function TemplateWidget({ field, label, value, onChange }: WidgetProps<FieldWith<'template'>>) {
  const input = (
    <TemplateInput
      isMono
      value={textOf(value)}
      label={label}
      placeholder={field.placeholder}
      minRows={field.lines}
      onChange={onChange}
    />
  )
  return field.widthPx === undefined ? (
    input
  ) : (
    <div style={{ width: '100%', maxWidth: field.widthPx }}>{input}</div>
  )
}

function VariableWidget({ label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'variable'>>) {
  const t = useT()
  const name = textOf(value)
  return (
    <>
      <Input
        value={name}
        readOnly={isReadOnly}
        className="cd-mono"
        spellCheck={false}
        style={{ maxWidth: 280 }}
        aria-label={label}
        onChange={event => onChange(event.target.value.trim())}
      />
      <div className="cd-help">{t('component.parameter.nameHelp', { expression: `\${${name}}` })}</div>
    </>
  )
}

function CredentialWidget({ field, label, value, onChange }: WidgetProps<FieldWith<'credential'>>) {
  const t = useT()
  const secret = textOf(value)
  return (
    <>
      <CredentialInput
        value={secret}
        label={label}
        placeholder={field.placeholder ?? ''}
        onChange={onChange}
      />
      {secret !== '' && !isReference(secret) && (
        <div className="cd-help">{t('component.credential.sealedHelp')}</div>
      )}
    </>
  )
}

function FileWidget({ field, label, value, onChange }: WidgetProps<FieldWith<'file'>>) {
  return (
    <AttachmentField
      label={label}
      kind={field.attachment}
      {...(field.extensions === undefined ? {} : { extensions: field.extensions })}
      fileId={typeof value === 'string' ? value : null}
      onChange={file => onChange(file.id)}
      onClear={field.isOptional === true ? () => onChange(null) : undefined}
    />
  )
}

function PairsWidget({ field, label, value, path, onChange }: WidgetProps<FieldWith<'pairs'>>) {
  const language = useSession('language')
  const rows: readonly NameValue[] = Array.isArray(value) ? value : []
  return (
    <NameValueTable
      label={label}
      rows={rows}
      path={path}
      names={field.suggestions}
      nameLabel={field.nameLabel?.[language]}
      valueLabel={field.valueLabel?.[language]}
      max={200}
      onChange={onChange}
    />
  )
}

function CodeWidget({ field, label, value, path, isReadOnly, onChange }: WidgetProps<FieldWith<'code'>>) {
  const t = useT()
  const language = useSession('language')
  const { offers, problems } = useEditor()
  const marks = useMemo(() => marksOf(problemsAt(problems, path), language), [problems, path, language])
  const isScript = field.language === 'typescript'
  const members = useMemo(
    () =>
      isScript
        ? scriptMembers.map(({ label: name, type, detail }) => ({
            label: name,
            type,
            info: detail[language],
          }))
        : [],
    [isScript, language],
  )
  return (
    <Suspense fallback={<div className="cd-code-loading">{t('state.loading')}</div>}>
      <CodeField
        value={textOf(value)}
        language={field.language === 'sql' ? 'text' : field.language}
        offers={isScript ? undefined : offers}
        members={members}
        label={label}
        isReadOnly={isReadOnly}
        {...(isScript ? { marks } : {})}
        {...(field.minHeightPx === undefined ? {} : { minHeight: field.minHeightPx })}
        onChange={onChange}
      />
    </Suspense>
  )
}

/** The problems of code that have a line. */
const marksOf = (problems: readonly FieldProblem[], language: Language): readonly CodeMark[] =>
  problems.flatMap(({ line, text }) =>
    line ? [{ line, column: 1, severity: 'error' as const, message: text[language] }] : [],
  )

function Frame({ path, problemsOf, label, help, isWide, children }: FrameProps) {
  const { problems } = useEditor()
  if (!isWide) {
    return (
      <Field path={path} problemsOf={problemsOf} label={label} help={help}>
        {children}
      </Field>
    )
  }
  return (
    <div className="form-wide" data-field={path}>
      {label !== '' && <h4 className="cd-detail-title">{label}</h4>}
      {children}
      <ProblemLines problems={path === undefined ? [] : problemsAt(problems, path)} />
      {help !== undefined && <div className="cd-help">{help}</div>}
    </div>
  )
}

const widgets = {
  template: TemplateWidget,
  variable: VariableWidget,
  credential: CredentialWidget,
  file: FileWidget,
  pairs: PairsWidget,
  code: CodeWidget,
}

/** The form host of the component editor; `parts` are components of the page that a form refers to by name. */
export function useComponentHost(parts: FormHost['parts'] = {}): FormHost {
  const { isReadOnly } = useEditor()
  return { widgets, parts, Frame, isReadOnly }
}
