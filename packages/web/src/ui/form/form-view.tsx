/** Renders a form that a definition describes as data. */
import {
  type FormField,
  type FormHint,
  type FormItem,
  type FormRow,
  type FormText,
  formText,
  isField,
  isVisible,
} from '@pone/schema/form.ts'
import { useId } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { DrawnWidget } from './drawn-widget.tsx'
import type { FormHost, FormSource } from './form-host.ts'
import { sharedWidgets } from './widgets/registry.ts'
import './form.css'

interface FormViewProps {
  readonly form: readonly FormItem[]
  readonly source: FormSource
  readonly host: FormHost
}

export function FormView({ form, source, host }: FormViewProps) {
  return form.map((item, index) =>
    isVisible(item.when, source.values, source.read) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the items of a form keep their order
      <Item key={index} item={item} source={source} host={host} />
    ) : null,
  )
}

interface ItemProps<I extends FormItem = FormItem> extends Omit<FormViewProps, 'form'> {
  readonly item: I
}

function Item({ item, source, host }: ItemProps) {
  const { textOf } = useTexts(source)
  if (isField(item)) return <LabelledField item={item} source={source} host={host} />
  switch (item.item) {
    case 'section':
      return (
        <>
          <h3>{textOf(item.title)}</h3>
          <FormView form={item.items} source={source} host={host} />
        </>
      )
    case 'row':
      return <Row item={item} source={source} host={host} />
    case 'note':
      return <p className="cd-hint">{textOf(item.text)}</p>
    case 'part': {
      const Part = host.parts[item.name]
      return Part === undefined ? null : <Part />
    }
  }
}

/** Texts in the language of the page. */
function useTexts({ values }: FormSource) {
  const language = useSession('language')
  return {
    textOf: (text: FormText) => formText(text, values)[language],
    hintOf: (hint: FormHint | undefined) =>
      (hint === undefined ? null : formText(hint, values))?.[language] ?? undefined,
  }
}

function Row({ item, source, host }: ItemProps<FormRow>) {
  const { textOf, hintOf } = useTexts(source)
  const [first] = item.fields
  return (
    <host.Frame
      path={first && source.pathOf(item.problemsOf ?? first.name)}
      label={textOf(item.label)}
      help={hintOf(item.hint)}
      isWide={false}
    >
      <div className="form-row">
        {item.fields.map((field, index) =>
          isVisible(field.when, source.values, source.read) ? (
            // oxlint-disable-next-line react/no-array-index-key -- the fields of a row keep their order
            <BareField key={index} item={field} source={source} host={host} />
          ) : null,
        )}
      </div>
    </host.Frame>
  )
}

const wideWidgets: readonly FormField['widget'][] = ['code', 'pairs', 'table', 'list']
/** Widgets with a single control, to which the label of their field may refer. */
const singleWidgets: readonly FormField['widget'][] = [
  'text',
  'lines',
  'password',
  'fileName',
  'number',
  'boolean',
]

function LabelledField({ item, source, host }: ItemProps<FormField>) {
  const { textOf, hintOf } = useTexts(source)
  const id = useId()
  const controlId = singleWidgets.includes(item.widget) ? id : undefined
  return (
    <host.Frame
      path={source.pathOf(item.name)}
      problemsOf={item.widget === 'variant' ? source.pathOf(`${item.name}.${item.by}`) : undefined}
      controlId={controlId}
      label={item.widget === 'code' && item.isWholeForm === true ? '' : textOf(item.label)}
      help={hintOf(item.hint)}
      isWide={wideWidgets.includes(item.widget)}
    >
      <BareField item={item} source={source} host={host} controlId={controlId} />
    </host.Frame>
  )
}

/** Each change by a click is an undo step; typing is one step per field. */
const chosenWidgets: readonly FormField['widget'][] = [
  'boolean',
  'choice',
  'variant',
  'file',
  'tags',
  'pairs',
  'table',
  'list',
]

interface BareFieldProps extends ItemProps<FormField> {
  readonly controlId?: string | undefined
}

function BareField({ item, source, host, controlId }: BareFieldProps) {
  const { textOf } = useTexts(source)
  const whole = chosenWidgets.includes(item.widget) ? undefined : item.name
  return (
    <DrawnWidget
      field={item}
      id={controlId}
      label={textOf(item.label)}
      value={source.read(item.name)}
      bounds={source.bounds(item)}
      isReadOnly={host.isReadOnly}
      path={source.pathOf(item.name)}
      widgets={{ ...sharedWidgets, ...host.widgets }}
      onChange={(value, part) =>
        source.write(
          { ...item.alsoSets?.(value, source.values), [item.name]: value },
          part === undefined ? whole : `${item.name}.${part}`,
        )
      }
    />
  )
}
