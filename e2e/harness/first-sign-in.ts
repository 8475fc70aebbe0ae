/** The administrator's steps after the first start: replaces the printed password with a new one. */
import { calls } from '@pone/contract/calls/registry.ts'
import { signInByApi } from '../driver/preparation.ts'
import type { Installation, SignIn } from './installation.ts'

const ownPassword = 'Chief-own1'

export interface FirstSignIn {
  /** The verification code that is always accepted. */
  readonly captcha: string
  /** Allows registration, also where other machines reach the server. */
  readonly opensRegistration: boolean
}

/** Returns the credentials that the administrator signs in with from now on. */
export async function takeOver(installation: Installation, options: FirstSignIn): Promise<SignIn> {
  const { account, password: current } = installation.administrator
  const api = await signInByApi(installation, installation.administrator, options.captcha, true)
  const change = { current, password: ownPassword, confirmation: ownPassword }
  await api.send(calls.auth.changePassword, change)
  if (options.opensRegistration) await api.send(calls.system.saveSecurity, { registration: 'open' })
  return { account, password: ownPassword }
}
