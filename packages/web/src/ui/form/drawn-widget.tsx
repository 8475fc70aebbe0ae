/** Renders the widget of a field, by its name; nothing if the form has no widget of that name. */
import type { ComponentType } from 'react'
import type { WidgetProps } from './form-host.ts'

export function DrawnWidget(props: WidgetProps) {
  // The table passes each widget only fields of its own type, which TypeScript cannot express.
  const Widget = props.widgets[props.field.widget] as ComponentType<WidgetProps> | undefined
  return Widget === undefined ? null : <Widget {...props} />
}
