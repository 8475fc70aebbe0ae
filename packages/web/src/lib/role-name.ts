/** Names of roles: built-in ones in the present language, custom ones unchanged. */
import { type BuiltInRole, builtInRoles } from '@pone/contract/permissions.ts'
import { useT } from './i18n.ts'

const isBuiltIn = (key: string | null): key is BuiltInRole => builtInRoles.some(role => role === key)

/** `builtIn` is the key of a built-in role, null for a custom one. A name without `builtIn` that equals a key is treated as built in too. */
export function useRoleName(): (builtIn: string | null, name: string) => string {
  const t = useT()
  return (builtIn, name) => {
    const key = builtIn ?? name
    return isBuiltIn(key) ? t(`role.${key}`) : name
  }
}
