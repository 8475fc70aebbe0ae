/** Rate limits per address and minute for calls that unauthenticated callers could use to cause load or to probe for data. */

const defaults: Readonly<Record<string, number>> = {
  'auth.captcha': 120,
  'auth.login': 60,
  'auth.register': 30,
  'auth.checkAccount': 120,
  'auth.changePassword': 30,
}

/** Limits by key of the call; `override` replaces all of them. */
export const ratesPerMinute = (override: number | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(defaults).map(([key, rate]) => [key, override ?? rate]))
