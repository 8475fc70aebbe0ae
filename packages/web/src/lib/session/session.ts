/** Values stored on the client (specification section 3): the signed-in user, the selected project, and the settings of the interface. */
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { useSyncExternalStore } from 'react'

export interface SessionValues {
  token: string
  userLevel: 'user' | 'administrator' | ''
  hasProject: boolean
  tenantName: string
  tenantCode: string
  account: string
  userName: string
  mobilePhone: string
  email: string
  organisation: string
  projectName: string
  projectId: string
  userId: string
  isAdministrator: boolean
  isTenantAdmin: boolean
  cloudMode: boolean
  accessList: readonly ProjectFunction[]
  /** Password control: the account must change its password before anything else. */
  mustChangePassword: boolean
  isRemembered: boolean
  loginTimedOut: boolean
  exitTenant: boolean
  poneUrl: string
  clientId: string
  productName: string
  // Settings of the interface: they are kept after the session ends.
  isNavigationCollapsed: boolean
  navigationWidth: number
  colorMode: 'light' | 'dark' | 'system'
  language: 'zh' | 'en'
  currentScript: string
  accentColor: string
  backgroundColor: BackgroundColor
}
export type BackgroundColor = 'neutral' | 'blue' | 'green' | 'warm'

export const initialSession: SessionValues = {
  token: '',
  userLevel: '',
  hasProject: false,
  tenantName: '',
  tenantCode: '',
  account: '',
  userName: '',
  mobilePhone: '',
  email: '',
  organisation: '',
  projectName: '',
  projectId: '',
  userId: '',
  isAdministrator: false,
  isTenantAdmin: false,
  cloudMode: false,
  accessList: [],
  mustChangePassword: false,
  isRemembered: false,
  loginTimedOut: false,
  exitTenant: false,
  poneUrl: '',
  clientId: '',
  productName: 'Pone',
  isNavigationCollapsed: false,
  navigationWidth: 216,
  colorMode: 'system',
  language: 'zh',
  currentScript: '',
  accentColor: '#2458d3',
  backgroundColor: 'neutral',
}

/** Always stored permanently: they are preferences of the user, not part of the session. */
const settings = [
  'isNavigationCollapsed',
  'navigationWidth',
  'colorMode',
  'language',
  'accentColor',
  'backgroundColor',
  'productName',
  'cloudMode',
] as const satisfies readonly (keyof SessionValues)[]

/** Stored permanently only with remember-me. */
const remembered = [
  'token',
  'userLevel',
  'account',
  'userName',
  'mobilePhone',
  'email',
  'organisation',
  'userId',
  'isAdministrator',
  'mustChangePassword',
  'isRemembered',
  'tenantName',
  'tenantCode',
  'isTenantAdmin',
] as const satisfies readonly (keyof SessionValues)[]

const isIn = (list: readonly string[], key: string) => list.includes(key)
const prefix = 'pone.'

export interface SessionStore {
  get(): SessionValues
  set(values: Partial<SessionValues>): void
  /** Clears everything but the interface settings. */
  clear(): void
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void
  /** Applies the interface settings that another tab stored; `key` is the storage key, null = all. */
  readAgain(key: string | null): void
}

/** A store over a permanent and a per-session storage; entries that cannot be parsed count as missing. */
export function createSessionStore(longLived: Storage, perSession: Storage): SessionStore {
  const listeners = new Set<() => void>()
  let values = read()

  function read(): SessionValues {
    const found: Record<string, unknown> = {}
    for (const key of Object.keys(initialSession)) {
      const text = perSession.getItem(prefix + key) ?? longLived.getItem(prefix + key)
      const value = text === null ? undefined : parseOrUndefined(text)
      const initial = initialSession[key as keyof SessionValues]
      if (value !== undefined && typeof value === typeof initial) found[key] = value
    }
    return { ...initialSession, ...found }
  }
  function write(key: keyof SessionValues): void {
    const text = JSON.stringify(values[key])
    const isLong = isIn(settings, key) || (isIn(remembered, key) && values.isRemembered)
    try {
      if (isLong) {
        longLived.setItem(prefix + key, text)
        perSession.removeItem(prefix + key)
      } else {
        perSession.setItem(prefix + key, text)
        if (isIn(remembered, key)) longLived.removeItem(prefix + key)
      }
    } catch {
      // A full or forbidden storage: the value is kept until the page is closed.
    }
  }
  function notifyListeners(): void {
    for (const listener of listeners) listener()
  }

  return {
    get: () => values,
    set(changes) {
      values = { ...values, ...changes }
      const keys = Object.keys(changes) as (keyof SessionValues)[]
      for (const key of 'isRemembered' in changes ? [...new Set([...keys, ...remembered])] : keys) write(key)
      notifyListeners()
    },
    clear() {
      const kept = Object.fromEntries(settings.map(key => [key, values[key]]))
      values = { ...initialSession, ...kept }
      for (const key of Object.keys(initialSession)) {
        perSession.removeItem(prefix + key)
        if (!isIn(settings, key)) longLived.removeItem(prefix + key)
      }
      notifyListeners()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readAgain(key) {
      if (key !== null && !isIn(settings, key.slice(prefix.length))) return
      const now = read()
      values = { ...values, ...Object.fromEntries(settings.map(name => [name, now[name]])) }
      notifyListeners()
    },
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const inBrowser = typeof window !== 'undefined'
/** The session of this tab. */
export const session: SessionStore = createSessionStore(
  inBrowser ? window.localStorage : memoryStorage(),
  inBrowser ? window.sessionStorage : memoryStorage(),
)

/** In-memory storage outside a browser, for tests. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: key => items.get(key) ?? null,
    key: index => [...items.keys()][index] ?? null,
    removeItem: key => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  }
}

const subscribe = (listener: () => void) => session.subscribe(listener)

/** One value of the session; the component renders again when it changes. */
export function useSession<K extends keyof SessionValues>(key: K): SessionValues[K] {
  return useSyncExternalStore(subscribe, () => session.get()[key])
}

/** Whether the role in the current project has a permission. */
export function useCan(needed: ProjectFunction): boolean {
  return useSession('accessList').includes(needed)
}
