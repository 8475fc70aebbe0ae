/** Where the browser tests find and leave things in the checkout. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const e2eFolder = fileURLToPath(new URL('..', import.meta.url))

/** The one entry of the product. */
export const poneProgram = join(e2eFolder, '..', 'pone')
/** Pictures of all pages, for looking at; not kept in git. */
export const screenshotFolder = join(e2eFolder, 'screenshots')
/** Picture, console and text of every page that was open when a check failed. */
export const failureFolder = join(screenshotFolder, 'failures')
export const chromiumProgram = '/usr/bin/chromium'
