/** Names of the actions in operation records, evaluated from the contract's registry when the pages are built, so that a page that shows them needs no schema. */

import { allCalls } from '@pone/contract/calls/registry.ts'
import { automaticActions } from '@pone/contract/entities/automatic-actions.ts'
import type { Plugin } from 'vite'
import type { ActionNames } from '../src/lib/actions.ts'

const moduleName = 'virtual:action-names'

export function actionNames(): Plugin {
  return {
    name: 'pone-action-names',
    resolveId: id => (id === moduleName ? `\0${id}` : null),
    load: id => (id === `\0${moduleName}` ? `export const actionNames = ${JSON.stringify(namesOf())}` : null),
  }
}

/** In registry order, those of nobody last; if several calls record the same action, the first one names it. */
function namesOf(): ActionNames {
  const names: Record<string, ActionNames[string]> = {}
  for (const { call } of allCalls) if (call.audit) names[call.audit] ??= call.summary
  return { ...names, ...automaticActions }
}
