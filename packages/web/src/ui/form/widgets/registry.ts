/** The widgets that do not depend on the page, by the names that forms use. */
import type { WidgetTable } from '../form-host.ts'
import { BooleanWidget, ChoiceWidget, TagsWidget } from './choice-widgets.tsx'
import { ListWidget } from './list-widget.tsx'
import { NumberWidget, PercentageWidget } from './number-widgets.tsx'
import { RowsTable } from './rows-table.tsx'
import { LinesWidget, TextWidget } from './text-widgets.tsx'
import { VariantWidget } from './variant-widget.tsx'

export const sharedWidgets: WidgetTable = {
  text: TextWidget,
  lines: LinesWidget,
  number: NumberWidget,
  percentage: PercentageWidget,
  boolean: BooleanWidget,
  choice: ChoiceWidget,
  variant: VariantWidget,
  tags: TagsWidget,
  list: ListWidget,
  table: RowsTable,
}
