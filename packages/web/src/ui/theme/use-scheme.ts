/** Light or dark: the person's choice, or the system's. */
import { useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'
import type { Scheme } from './palette.ts'

const darkQuery = '(prefers-color-scheme: dark)'

function useSystemScheme(): Scheme {
  return useSyncExternalStore(
    listener => {
      const query = window.matchMedia(darkQuery)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => (window.matchMedia(darkQuery).matches ? 'dark' : 'light'),
  )
}

/** The scheme to draw in; changes at once with the setting and with the system. */
export function useScheme(): Scheme {
  const chosen = useSession('colorMode')
  const system = useSystemScheme()
  return chosen === 'system' ? system : chosen
}
