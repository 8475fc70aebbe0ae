/** Stores per account a token that proves an earlier sign-in from this browser, so that failed attempts of others do not lock the account here. */
const storageKey = 'pone.devices'
/** Maximum number of accounts; the least recently used ones are dropped. */
const maxAccounts = 10
interface Device {
  readonly account: string
  readonly token: string
}

const isDevice = (value: unknown): value is Device =>
  typeof value === 'object' &&
  value !== null &&
  'account' in value &&
  typeof value.account === 'string' &&
  'token' in value &&
  typeof value.token === 'string'

/** The stored list; empty when it is invalid. */
function read(): readonly Device[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) && stored.every(isDevice) ? stored : []
  } catch {
    return []
  }
}

const sameAccount = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** '' when the account has not signed in from this browser. */
export const knownDevice = (account: string): string =>
  read().find(each => sameAccount(each.account, account))?.token ?? ''

export function keepDevice(account: string, token: string): void {
  const others = read().filter(each => !sameAccount(each.account, account))
  localStorage.setItem(storageKey, JSON.stringify([{ account, token }, ...others].slice(0, maxAccounts)))
}
