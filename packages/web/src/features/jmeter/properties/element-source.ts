/** The values of an element's form, read from its node and written to the plan; pure. */
import type { ElementDefinition } from '@pone/jmeter/elements/element.ts'
import { placeOf, readField, writeField } from '@pone/jmeter/elements/element-form.ts'
import { fieldsOf } from '@pone/jmeter/elements/form.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { openBounds } from '@pone/schema/schema-at.ts'
import type { FormSource } from '../../../ui/form/form-host.ts'
import type { PlanEditor } from '../plan/plan-context.ts'

export function elementSource(
  node: JmxNode,
  definition: ElementDefinition,
  edit: PlanEditor['edit'],
): FormSource {
  const fields = new Map(fieldsOf(definition).map(field => [placeOf(field), field]))
  // Unchanged rows are recognised by object identity, so each value is read only once.
  const values = new Map<string, unknown>()
  const read = (name: string): unknown => {
    const field = fields.get(name)
    if (field !== undefined && !values.has(name)) values.set(name, readField(node, field))
    return values.get(name)
  }
  return {
    values: {},
    read,
    write: (changes, typedInto) => {
      for (const [name, after] of Object.entries(changes)) {
        const field = fields.get(name)
        if (field === undefined) continue
        const before = read(name)
        edit(
          plan => writeField(plan, node.key, field, { before, after }),
          typedInto === undefined ? {} : { joinKey: `${node.key}:${typedInto}` },
        )
      }
    },
    bounds: () => openBounds,
    pathOf: name => fields.get(name)?.name ?? name,
  }
}
