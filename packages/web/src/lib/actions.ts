/** Names of the actions in operation records, taken from the registry of calls. */

import { allCalls } from '@pone/contract/calls/registry.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useSession } from './session/session.ts'

/** If several calls record the same action, the first one names it. */
const summaries = new Map<string, Bilingual>(
  allCalls.flatMap(({ call }) => (call.audit ? [[call.audit, call.summary] as const] : [])).toReversed(),
)

/** All actions, in registry order. */
export const allActions: readonly string[] = [...summaries.keys()].toReversed()

/** The name of an action in the present language; an action of another version is shown unchanged. */
export function useActionText(): (action: string) => string {
  const language = useSession('language')
  return action => summaries.get(action)?.[language] ?? action
}
