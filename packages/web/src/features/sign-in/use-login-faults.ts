/** Errors of the sign-in form: its own in the language that is chosen now, and those of the server as it wrote them. */
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { faultsOfLogin } from './login-check.ts'
import { type LoginFaults, type LoginField, type LoginValues, loginFields } from './login-model.ts'

export function useLoginFaults(values: LoginValues) {
  const found = faultsOfLogin(values, useSession('language'))
  const [checked, setChecked] = useState<ReadonlySet<LoginField>>(new Set())
  const [refused, setRefused] = useState<LoginFaults>({})
  const check = (name: LoginField) => setChecked(before => new Set([...before, name]))
  return {
    of: (name: LoginField) => refused[name] ?? (checked.has(name) ? found[name] : undefined),
    check,
    /** Shows all errors of the form. @returns them */
    checkAll: (): LoginFaults => {
      setChecked(new Set(loginFields))
      setRefused({})
      return found
    },
    /** An error of the server is removed while the field is edited, not when it loses focus, because the layout would shift under a click. */
    change: (name: LoginField) => {
      if (refused[name] === undefined) return
      setRefused(before => ({ ...before, [name]: undefined }))
      check(name)
    },
    /** Shows only what the server refused. */
    refuse: (faults: LoginFaults) => {
      setChecked(new Set())
      setRefused(faults)
    },
  }
}
