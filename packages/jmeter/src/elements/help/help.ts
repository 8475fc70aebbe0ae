/** Help for the fields of elements, read by the form in the browser only: whoever runs plans does not need it. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { ElementDefinition } from '../element.ts'
import { placeOf } from '../element-form.ts'
import type { ElementField } from '../form.ts'
import { assertionsHelp } from './assertions-help.ts'
import { configsHelp } from './configs-help.ts'
import { databasesHelp } from './databases-help.ts'
import { extractorsHelp } from './extractors-help.ts'
import { httpHelp } from './http-help.ts'
import { listenersHelp } from './listeners-help.ts'
import { messagesHelp } from './messages-help.ts'
import { networkHelp } from './network-help.ts'
import { pluginsHelp } from './plugins-help.ts'
import { programsHelp } from './programs-help.ts'
import type { HelpTable } from './table.ts'
import { threadsHelp } from './threads-help.ts'

export const helpTables: readonly HelpTable[] = [
  threadsHelp,
  httpHelp,
  programsHelp,
  databasesHelp,
  networkHelp,
  messagesHelp,
  configsHelp,
  extractorsHelp,
  assertionsHelp,
  listenersHelp,
  pluginsHelp,
]

const all: HelpTable = Object.assign({}, ...helpTables)

/** The help of a field: its own hint, or the entry for this element, or the one for every element; undefined for fields whose label says all. */
export function helpOf(element: ElementDefinition, field: ElementField): Bilingual | undefined {
  const entry = all[ownKey(element, field)] ?? all[placeOf(field)]
  return field.hint ?? (entry === undefined ? undefined : { zh: entry[0], en: entry[1] })
}

/** Key of an entry that holds for one element only. */
export const ownKey = (element: ElementDefinition, field: ElementField): string =>
  `${element.id.slice(element.id.lastIndexOf('.') + 1)}:${placeOf(field)}`
