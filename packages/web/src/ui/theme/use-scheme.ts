/** Light or dark: the user's choice, or the system's; printed pages are always light. */
import { useSession } from '../../lib/session/session.ts'
import { useIsPrinting } from '../print/use-is-printing.ts'
import type { Scheme } from './palette.ts'
import { useMedia } from './use-media.ts'

/** The present scheme; changes immediately with the setting and with the system. */
export function useScheme(): Scheme {
  const chosen = useSession('colorMode')
  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const isPrinted = useIsPrinting()
  if (isPrinted) return 'light'
  return chosen === 'system' ? system : chosen
}
