/** The requests and bytes of a browser without cache until the sign-in form is shown, compared with the budget. */
import assert from 'node:assert/strict'
import type { Request } from 'playwright-core'
import { textsIn } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

const maxRequests = 15
/** Headers and bodies as transferred, in bytes. */
const maxBytes = 200_000

async function run({ openBrowser, installation, check }: World): Promise<void> {
  const visitor = await openBrowser()
  const browser = visitor.page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ baseURL: installation.address })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', request => requests.push(request))
  const t = textsIn('zh')

  await check('the sign-in form stands after few requests and few bytes', async () => {
    await page.goto('/pone/login', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: t('signIn.title') }).waitFor()
    await page.getByRole('img', { name: t('signIn.code') }).waitFor()
    // An image in a data URL is not a request.
    const sent = requests.filter(request => !request.url().startsWith('data:'))
    const sizes = await Promise.all(sent.map(request => request.sizes()))
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0)
    const listed = sent.map((request, at) => `${sizes[at]?.responseBodySize} ${request.url()}`).join('\n')
    const measured = `${sent.length} requests, ${bytes} bytes:\n${listed}`
    process.stdout.write(`    first load: ${sent.length} requests, ${bytes} bytes\n`)
    assert.ok(sent.length > 3 && sent.length <= maxRequests, measured)
    assert.ok(bytes > 50_000 && bytes <= maxBytes, measured)
  })
  await check('the language changes although only its texts were loaded', async () => {
    await page.getByRole('button', { name: 'switch to English' }).click()
    await page.getByRole('button', { name: textsIn('en')('signIn.title') }).waitFor()
  })
  await context.close()
}

export const firstLoadJourney: Journey = { name: 'first-load', run }
