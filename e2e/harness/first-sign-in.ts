/** What an administrator does right after the first start: his own password in place of the printed one. */
import { calls } from '@pone/contract/calls/registry.ts'
import { signInByApi } from '../driver/preparation.ts'
import type { Installation, SignIn } from './installation.ts'

const ownPassword = 'Chief-own1'

export interface FirstSignIn {
  /** The verification code that is always right. */
  readonly captcha: string
  /** Lets everyone register, also where other machines reach the server. */
  readonly opensRegistration: boolean
}

/** Answers how the administrator signs in from now on. */
export async function takeOver(installation: Installation, options: FirstSignIn): Promise<SignIn> {
  const { account, password: current } = installation.administrator
  const api = await signInByApi(installation, installation.administrator, options.captcha, true)
  const change = { current, password: ownPassword, confirmation: ownPassword }
  await api.send(calls.auth.changePassword, change)
  if (options.opensRegistration) await api.send(calls.system.saveSecurity, { registration: 'open' })
  return { account, password: ownPassword }
}
