/** Causes of failures reported by load machines, in the present language. */
import { readCause } from '@pone/contract/told-cause.ts'
import { useSession } from './session/session.ts'

/** Parses a text with causes in it; `raw` is the output of the programs, '' if there was none. */
export function useCause(): (text: string) => { readonly text: string; readonly raw: string } {
  const language = useSession('language')
  return text => readCause(text, language)
}
