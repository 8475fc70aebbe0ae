/** The widget of a field, by its name; nothing where the form has none of that name. */
import type { ComponentType } from 'react'
import type { WidgetProps } from './form-host.ts'

export function DrawnWidget(props: WidgetProps) {
  // The table gives each widget the fields of its own name, which TypeScript cannot follow.
  const Widget = props.widgets[props.field.widget] as ComponentType<WidgetProps> | undefined
  return Widget === undefined ? null : <Widget {...props} />
}
