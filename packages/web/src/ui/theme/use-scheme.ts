/** Light or dark: the person's choice, or the system's; paper is always light. */
import { useSession } from '../../lib/session/session.ts'
import type { Scheme } from './palette.ts'
import { useMedia } from './use-media.ts'

/** The scheme to draw in; changes at once with the setting and with the system. */
export function useScheme(): Scheme {
  const chosen = useSession('colorMode')
  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const isPrinted = useMedia('print')
  if (isPrinted) return 'light'
  return chosen === 'system' ? system : chosen
}
