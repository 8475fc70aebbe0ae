/** One browser tab, with the actions of a user of Pone. */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { type FormDriver, formIn } from './form.ts'
import {
  type Language,
  type MessageKey,
  namedAction,
  type TextParams,
  textsIn,
  untranslatedIn,
} from './texts.ts'
import { watchConsole } from './watch-console.ts'

export interface Credentials {
  readonly account: string
  readonly password: string
}

export interface TabOptions {
  readonly language: Language
  /** The verification code that is always accepted. */
  readonly captcha: string
  /** New accounts are left in the tour; otherwise they leave it. */
  readonly keepsTour?: boolean | undefined
}

export type Pone = ReturnType<typeof createPone>

/** Opens the sign-in page in a new tab and switches the language by the page's own control. */
export async function openSignIn(context: BrowserContext, options: TabOptions): Promise<Pone> {
  const page = await context.newPage()
  const pone = createPone(page, options)
  // Where the tour has begun nevertheless, e.g. in a tab that was signed in otherwise.
  if (options.keepsTour !== true) {
    await page.addLocatorHandler(page.locator('.tour .ant-tour-close'), close => close.click())
  }
  await page.goto('/pone/login')
  if (options.language === 'en') await page.getByRole('button', { name: 'switch to English' }).click()
  await pone.see('signIn.title')
  return pone
}

export function createPone(page: Page, options: TabOptions) {
  const { language, captcha } = options
  const t = textsIn(language)
  const watch = watchConsole(page)

  const button = (key: MessageKey, scope: Page | Locator = page, params?: TextParams) =>
    scope.getByRole('button', { name: namedAction(t(key, params)) }).first()
  const dialog = (title?: string): Locator => {
    const dialogs = page.getByRole('dialog').and(page.locator(':visible'))
    return (title === undefined ? dialogs : dialogs.filter({ hasText: title })).last()
  }
  const form = (scope: Locator = page.locator('body')): FormDriver => formIn(page, scope, t)
  const path = () => new URL(page.url()).pathname
  const isAt = async (wanted: string) => {
    await eventually({
      what: `the page ${wanted}`,
      look: () => (path() === wanted ? true : undefined),
    }).catch(() => assert.equal(path(), wanted))
  }
  const toast = (text: string) => page.locator('.ant-message-notice', { hasText: text }).first().waitFor()

  const menuLink = (title: MessageKey) =>
    page.getByRole('navigation').getByRole('link', { name: t(title), exact: true })

  return {
    page,
    language,
    t,
    form,
    button,
    dialog,
    path,
    isAt,
    menuLink,
    toast,
    /** Loads an address anew. */
    open: async (address: string) => {
      await page.goto(address)
    },
    /** Goes to a page by its link in the left navigation. */
    openMenu: async (title: MessageKey) => {
      const link = menuLink(title)
      await link.click()
      await link.and(page.locator('[aria-current=page]')).waitFor()
    },
    /** Waits until the text is shown somewhere on the page. */
    see: async (key: MessageKey, params?: TextParams) => {
      await page.getByText(t(key, params)).and(page.locator(':visible')).first().waitFor()
    },
    seeText: async (text: string, scope: Locator = page.locator('body')) => {
      await scope.getByText(text).and(page.locator(':visible')).first().waitFor()
    },
    click: (key: MessageKey, scope?: Locator) => button(key, scope).click(),
    /** Confirms a dialog by its button. */
    confirm: async (verb: MessageKey) => {
      await button(verb, dialog()).click()
    },
    /** The row of a table that contains the text. */
    row: (text: string) => page.getByRole('row').filter({ hasText: text }).first(),
    /** Clicks an entry of the menu behind a control. */
    chooseMenu: async (opener: Locator, entry: string) => {
      await opener.click()
      await page.getByRole('menuitem', { name: entry }).and(page.locator(':visible')).first().click()
    },

    ...signing(page, { t, form, button, path, captcha, keepsTour: options.keepsTour === true }),
    /** The token that the tab holds, '' when nobody is signed in. */
    token: () => tokenOf(page),
    captcha,
    /** The header name under which calls carry the token. */
    tokenHeader,
    console: () => watch.lines(),
    faults: () => watch.faults(),
    untranslated: async () => untranslatedIn(await page.locator('body').innerText()),
  }
}

/** Signing in and out through the pages. */
function signing(
  page: Page,
  {
    t,
    form,
    button,
    path,
    captcha,
    keepsTour,
  }: {
    t: ReturnType<typeof textsIn>
    form: () => FormDriver
    button: (key: MessageKey) => Locator
    path: () => string
    captcha: string
    keepsTour: boolean
  },
) {
  /** A form that is sent before its image has come is refused. */
  const fillIn = async (who: Credentials, code: string) => {
    // Pages that name it would seem to show the key of a text, also in journeys that run after this one.
    assert.deepEqual(untranslatedIn(who.account), [])
    await page.locator('.captcha img').waitFor()
    await form().fill('user.account', who.account)
    await form().fill('signIn.password', who.password)
    await form().fill('signIn.code', code)
  }
  return {
    /** Fills in the sign-in form and sends it, without waiting for the result. */
    tryToSignIn: async (who: Credentials, code: string = captcha) => {
      await fillIn(who, code)
      await button('signIn.title').click()
    },
    signIn: async (who: Credentials, as: 'user' | 'administrator' = 'user') => {
      const address = as === 'administrator' ? '/pone/admin/login' : '/pone/login'
      if (path() !== address) await page.goto(address)
      const title = t(as === 'administrator' ? 'signIn.adminTitle' : 'signIn.title')
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
      await fillIn(who, captcha)
      await button('signIn.title').click()
      await page.waitForURL(url => !url.pathname.endsWith('/login'))
      if (as === 'user' && !keepsTour) await page.evaluate(leaveTour, await tourCall(page))
    },
    signOut: async () => {
      await page.locator('.top-bar button:has(.avatar)').click()
      await page.getByRole('menuitem', { name: t('action.signOut') }).click()
      await page.waitForURL('**/pone/login')
    },
  }
}

const tourCall = async (page: Page) => ({
  address: `${apiBase}${calls.tour.leave.path}`,
  headers: { [tokenHeader]: await tokenOf(page), 'content-type': 'application/json' },
})

/** As if the person had left the tour before. */
async function leaveTour({ address, headers }: Awaited<ReturnType<typeof tourCall>>): Promise<void> {
  await fetch(address, { method: 'POST', headers, body: '{}' })
}

/** The token that a tab holds, '' when nobody is signed in. */
export const tokenOf = (page: Page): Promise<string> => page.evaluate(readToken)

function readToken(): string {
  const stored = sessionStorage.getItem('pone.token') ?? localStorage.getItem('pone.token')
  return stored === null ? '' : String(JSON.parse(stored))
}
