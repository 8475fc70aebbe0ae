/** Calls that strangers can make cost work or tell something; each address may make so many of them per minute. */

const defaults: Readonly<Record<string, number>> = {
  'auth.captcha': 120,
  'auth.login': 60,
  'auth.register': 30,
  'auth.checkAccount': 120,
  'auth.changePassword': 30,
}

/** Limits by key of the call; with `override` all of them are that number. */
export const ratesPerMinute = (override: number | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(defaults).map(([key, rate]) => [key, override ?? rate]))
