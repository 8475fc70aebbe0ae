/** Calls of sign-in, registration and the own account. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { AuthService } from './auth.service.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { RegistrationService } from './registration.service.ts'

interface AuthServices {
  readonly auth: AuthService
  readonly registration: RegistrationService
  readonly captchas: CaptchaService
}

export function createAuthApi({ auth, registration, captchas }: AuthServices): Handlers<Calls['auth']> {
  return {
    captcha: () => captchas.create(),
    login: async (input, caller) => {
      caller.audit.account(input.account)
      caller.audit.target(input.account)
      await captchas.check(input)
      return auth.login({ ...input, from: caller.from })
    },
    logout: async (_input, caller) => {
      caller.audit.target(caller.user.account)
      await auth.logout(caller.sessionId)
      return {}
    },
    session: (_input, caller) => auth.sessionOf(caller.user.id),
    register: async (input, caller) => {
      const { account, realName, email, phone, organisation } = input
      caller.audit.account(account)
      caller.audit.target(account)
      caller.audit.after({ account, realName, email, phone, organisation })
      await captchas.check(input)
      return { account, ...(await registration.register(input)) }
    },
    checkAccount: async ({ account }) => ({ isFree: await registration.isAccountFree(account) }),
    changePassword: async (input, caller) => {
      caller.audit.target(caller.user.account)
      await auth.changePassword({
        ...input,
        userId: caller.user.id,
        sessionId: caller.sessionId,
        from: caller.from,
      })
      return {}
    },
    updateProfile: async (input, caller) => {
      caller.audit.target(caller.user.account)
      const { realName, email, phone, organisation } = await auth.sessionOf(caller.user.id)
      caller.audit.before({ realName, email, phone, organisation })
      caller.audit.after(input)
      return auth.updateProfile(caller.user.id, input)
    },
  }
}
