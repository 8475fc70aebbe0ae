/** Driver for importing files of recorded requests. */
import type { Locator } from 'playwright-core'
import { openArea } from './components.ts'
import type { Pone } from './pone.ts'

/** Opens the dialog from the menu that adds steps. */
export async function openRecordingDialog(pone: Pone): Promise<Locator> {
  await openArea(pone, 'steps')
  await pone.chooseMenu(pone.button('component.addStep'), pone.t('component.recording.open'))
  const dialog = pone.dialog(pone.t('component.recording.title'))
  await dialog.waitFor()
  return dialog
}

const mall = 'https://mall.example.com'

/** A visit of a mall in HAR: pages, calls, static files, another site, and a password. */
export function visitHar(): string {
  const entry = (at: number, method: string, url: string, type: string, body?: string) => ({
    pageref: at < 40 ? 'home' : 'order',
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 8, 0, at)).toISOString(),
    time: 40,
    request: {
      method,
      url,
      headers: [{ name: 'Accept', value: '*/*' }],
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: { status: 200, headers: [], content: { mimeType: type, size: 900 } },
  })
  const entries = [
    entry(0, 'GET', `${mall}/`, 'text/html'),
    entry(0, 'GET', `${mall}/assets/app.js`, 'text/javascript'),
    entry(0, 'GET', `${mall}/assets/logo.svg`, 'image/svg+xml'),
    entry(1, 'GET', 'https://statistics.example.net/hit?page=home', 'image/gif'),
    entry(8, 'POST', `${mall}/api/sign-in`, 'application/json', '{"account":"ann","password":"Oolong-1"}'),
    entry(9, 'GET', `${mall}/api/goods?keyword=tea&page=1`, 'application/json'),
    entry(10, 'GET', 'wss://mall.example.com/orders/live', ''),
    entry(42, 'GET', `${mall}/order`, 'text/html'),
    entry(47, 'POST', `${mall}/api/orders`, 'application/json', '{"goodsId":7,"quantity":2}'),
  ]
  const pages = [
    { id: 'home', title: `${mall}/` },
    { id: 'order', title: `${mall}/order` },
  ]
  return JSON.stringify({ log: { version: '1.2', pages, entries } })
}
