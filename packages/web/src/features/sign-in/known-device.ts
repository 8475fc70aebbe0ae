/** Keeps per account the proof that it has signed in from this browser before, so that others' failures do not lock it out here. */
const storageKey = 'pone.devices'
/** Accounts remembered; the ones longest unused go. */
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

/** What is stored; none when it is not a list of devices. */
function read(): readonly Device[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) && stored.every(isDevice) ? stored : []
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
