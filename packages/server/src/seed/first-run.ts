/** What the first start of an installation makes: an administrator, a demo tester, and the demo project when there is a demo target. */
import { AppError } from '@pone/contract/errors.ts'
import type { Clock } from '../adapters/clock.ts'
import { hashPassword, randomPassword } from '../adapters/passwords.ts'
import { insertUser } from '../modules/user/new-user.ts'
import { ensureDemoProject } from './demo-project.ts'
import type { SeedServices } from './seed-services.ts'

export interface Account {
  readonly account: string
  readonly password: string
}
export interface FirstRun {
  readonly administrator: Account
  readonly tester: Account
}

export const demoAccount = 'demo'
const doneSetting = 'firstRun.doneAt'

/**
 * Answers the new accounts, whose passwords are stored nowhere; undefined when the first run is over.
 * A first run that broke off is begun again: call `finishFirstRun` once the passwords have been told.
 */
export async function beginFirstRun(
  services: SeedServices,
  { clock, demoTargetUrl }: { clock: Clock; demoTargetUrl: string | undefined },
): Promise<FirstRun | undefined> {
  if ((await services.settingRepository.read(doneSetting)) !== undefined) return undefined
  const administrator = await renewAccount(services, clock, { account: 'admin', isAdministrator: true })
  const tester = await renewAccount(services, clock, { account: demoAccount, isAdministrator: false })
  if (demoTargetUrl !== undefined) await ensureDemoProject(services, tester, demoTargetUrl)
  return { administrator: accountOf(administrator), tester: accountOf(tester) }
}

export async function finishFirstRun(services: SeedServices, clock: Clock): Promise<void> {
  await services.settingRepository.readOrWrite(doneSetting, JSON.stringify(clock()))
}

const accountOf = ({ account, password }: Account): Account => ({ account, password })

async function renewAccount(
  { userRepository }: SeedServices,
  clock: Clock,
  { account, isAdministrator }: { account: string; isAdministrator: boolean },
): Promise<Account & { id: string }> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const realName = isAdministrator ? '管理员' : '演示测试员'
  const profile = { realName, email: '', phone: '', organisation: '' }
  // The administrator's password stands in a terminal or in the log of a container; the demo tester has nothing but the demo.
  const user = {
    account,
    profile,
    isAdministrator,
    passwordHash,
    mustChangePassword: isAdministrator,
    now: clock(),
  }
  try {
    return { id: await insertUser(userRepository, user), account, password }
  } catch (cause) {
    const existing = await userRepository.findByAccount(account)
    if (!(cause instanceof AppError) || existing === undefined) throw cause
    await userRepository.update([existing.id], {
      password_hash: passwordHash,
      must_change_password: isAdministrator,
    })
    return { id: existing.id, account, password }
  }
}
