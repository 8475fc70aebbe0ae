/** Keeps per account the proof that it has signed in from this browser before, so that others' failures do not lock it out here. */
import { z } from 'zod'

const storageKey = 'pone.devices'
/** Accounts remembered; the ones longest unused go. */
const maxAccounts = 10
const schema = z.array(z.object({ account: z.string(), token: z.string() }))

function read(): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

const sameAccount = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** '' when the account has not signed in here. */
export const knownDevice = (account: string): string =>
  read().find(each => sameAccount(each.account, account))?.token ?? ''

export function keepDevice(account: string, token: string): void {
  const others = read().filter(each => !sameAccount(each.account, account))
  localStorage.setItem(storageKey, JSON.stringify([{ account, token }, ...others].slice(0, maxAccounts)))
}
