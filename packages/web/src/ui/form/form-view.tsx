/** Draws a form that a definition describes as data. */
import {
  type FormField,
  type FormItem,
  type FormText,
  formText,
  isField,
  isVisible,
} from '@pone/schema/form.ts'
import type { ComponentType } from 'react'
import { useSession } from '../../lib/session/session.ts'
import type { FormHost, FormSource, WidgetProps } from './form-host.ts'
import { plainWidgets } from './widgets/plain-widgets.tsx'
import './form.css'

interface FormViewProps {
  readonly form: readonly FormItem[]
  readonly source: FormSource
  readonly host: FormHost
}

export function FormView({ form, source, host }: FormViewProps) {
  return form.map((item, index) =>
    isVisible(item.when, source.values) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the items of a form keep their places
      <Item key={index} item={item} source={source} host={host} />
    ) : null,
  )
}

interface ItemProps<I extends FormItem = FormItem> extends Omit<FormViewProps, 'form'> {
  readonly item: I
}

function Item({ item, source, host }: ItemProps) {
  const textOf = useTextOf(source)
  if (isField(item)) return <LabelledField item={item} source={source} host={host} />
  switch (item.item) {
    case 'section':
      return (
        <>
          <h3>{textOf(item.title)}</h3>
          <FormView form={item.items} source={source} host={host} />
        </>
      )
    case 'row': {
      const [first] = item.fields
      return (
        <host.Frame
          path={first && source.pathOf(item.problemsOf ?? first.name)}
          label={textOf(item.label)}
          help={item.hint && textOf(item.hint)}
          isWide={false}
        >
          <div className="form-row">
            {item.fields.map((field, index) =>
              isVisible(field.when, source.values) ? (
                // oxlint-disable-next-line react/no-array-index-key -- the fields of a row keep their places
                <BareField key={index} item={field} source={source} host={host} />
              ) : null,
            )}
          </div>
        </host.Frame>
      )
    }
    case 'note':
      return <p className="cd-hint">{textOf(item.text)}</p>
    case 'part': {
      const Part = host.parts[item.name]
      return Part === undefined ? null : <Part />
    }
  }
}

/** A text in the language of the page. */
function useTextOf({ values }: FormSource): (text: FormText) => string {
  const language = useSession('language')
  return text => formText(text, values)[language]
}

const wideWidgets: readonly FormField['widget'][] = ['code', 'pairs', 'table']

function LabelledField({ item, source, host }: ItemProps<FormField>) {
  const textOf = useTextOf(source)
  return (
    <host.Frame
      path={source.pathOf(item.name)}
      // Code is the whole of its form and needs no heading.
      label={item.widget === 'code' ? '' : textOf(item.label)}
      help={item.hint && textOf(item.hint)}
      isWide={wideWidgets.includes(item.widget)}
    >
      <BareField item={item} source={source} host={host} />
    </host.Frame>
  )
}

/** What is chosen by a click is an undo step each time; what is typed is one step per field. */
const chosenWidgets: readonly FormField['widget'][] = ['boolean', 'choice', 'file']

function BareField({ item, source, host }: ItemProps<FormField>) {
  const textOf = useTextOf(source)
  const widgets: Readonly<Record<string, unknown>> = { ...plainWidgets, ...host.widgets }
  // The table gives each widget the fields of its own name.
  const Widget = widgets[item.widget] as ComponentType<WidgetProps> | undefined
  if (Widget === undefined) return null
  return (
    <Widget
      field={item}
      label={textOf(item.label)}
      value={source.read(item.name)}
      bounds={source.bounds(item)}
      isReadOnly={host.isReadOnly}
      path={source.pathOf(item.name)}
      onChange={(value, part) => {
        const changes = { ...item.alsoSets?.(value, source.values), [item.name]: value }
        const place = part === undefined ? item.name : `${item.name}.${part}`
        source.write(changes, chosenWidgets.includes(item.widget) ? undefined : place)
      }}
    />
  )
}
