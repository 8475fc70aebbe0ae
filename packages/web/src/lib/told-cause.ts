/** Causes that load machines told, in the present language. */
import { readCause } from '@pone/contract/told-cause.ts'
import { useSession } from './session/session.ts'

/** Reads a text with causes in it; `raw` is what the programs said, '' when they said nothing. */
export function useCause(): (text: string) => { readonly text: string; readonly raw: string } {
  const language = useSession('language')
  return text => readCause(text, language)
}
