/** Widgets of elements: their values are texts, stored as typed; those of a single value also accept an expression. */

import { AutoComplete } from 'antd'
import { Suspense } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import type { FieldWith, WidgetProps, WidgetTable } from '../../../ui/form/form-host.ts'
import { textOf } from '../../../ui/form/widgets/text-widgets.tsx'
import { fileNameOf } from '../plan/file-use.ts'
import { usePlan } from '../plan/plan-context.ts'
import { ExpressionBoolean, ExpressionChoice, ExpressionNumber } from './expression-widgets.tsx'
import { TypedField } from './typed-field.tsx'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

function TextWidget({ id, label, value, onChange }: WidgetProps<FieldWith<'text'>>) {
  return <TypedField id={id} label={label} value={textOf(value)} onChange={onChange} />
}

function LinesWidget({ id, label, value, onChange }: WidgetProps<FieldWith<'lines'>>) {
  return <TypedField id={id} label={label} value={textOf(value)} onChange={onChange} lines={[2, 14]} />
}

function PasswordWidget({ id, label, value, onChange }: WidgetProps<FieldWith<'password'>>) {
  return <TypedField id={id} label={label} value={textOf(value)} onChange={onChange} isPassword />
}

function CodeWidget({ field, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'code'>>) {
  const text = textOf(value)
  return (
    <Suspense fallback={<TypedField label={label} value={text} onChange={onChange} />}>
      <CodeField
        value={text}
        language={field.language === 'sql' ? 'text' : field.language}
        label={label}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </Suspense>
  )
}

/** Suggests the files of the component; a name that matches none is marked, as the file may exist on the load machines. */
function FileNameWidget({ id, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'fileName'>>) {
  const t = useT()
  const { files } = usePlan()
  const text = textOf(value)
  const wanted = fileNameOf(text.trim())
  const isExpression = text.includes('${')
  const isMissing =
    wanted !== '' && !isExpression && files !== undefined && files.every(file => file.name !== wanted)
  return (
    <>
      <AutoComplete
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        value={text}
        disabled={isReadOnly}
        options={(files ?? []).map(file => ({ value: file.name }))}
        onChange={next => onChange(next)}
      />
      {isMissing && <span className="jm-warn">{t('jmeterPlan.file.isMissing', { name: wanted })}</span>}
    </>
  )
}

export const elementWidgets: WidgetTable = {
  text: TextWidget,
  lines: LinesWidget,
  password: PasswordWidget,
  number: ExpressionNumber,
  boolean: ExpressionBoolean,
  choice: ExpressionChoice,
  code: CodeWidget,
  fileName: FileNameWidget,
}
