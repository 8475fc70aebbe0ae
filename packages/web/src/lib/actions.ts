/** Names of the actions in operation records. */

import { actionNames } from 'virtual:action-names'
import { actorText } from '@pone/contract/entities/automatic-actions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useSession } from './session/session.ts'

/** By the action's code; build/action-names.ts generates them from the contract's registry. */
export type ActionNames = Readonly<Record<string, Bilingual>>

const names = new Map(Object.entries(actionNames))

/** All actions, in registry order. */
export const allActions: readonly string[] = [...names.keys()]

/** The name of an action in the present language; an action of another version is shown unchanged. */
export function useActionText(): (action: string) => string {
  const language = useSession('language')
  return action => names.get(action)?.[language] ?? action
}

/** Who carried out what a record tells, in the present language; '' if it is not known. */
export function useActorText(): (record: { readonly action: string; readonly account: string }) => string {
  const language = useSession('language')
  return record => actorText(record, language)
}
